import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Config } from "../config/keys.ts";
import { toFreeSourceId } from "../config/source-id.ts";
import type { StoredSource } from "../ports/document-store.ts";
import type { SourceSettings } from "../ports/source.ts";
import type { FsSourceOptions } from "../sources/fs/fs-source.ts";

export const LIBRARY = "library";

/** A source with what is needed to open it, here or in another thread. */
export interface SourcePlan {
  readonly settings: SourceSettings;
  readonly options: FsSourceOptions;
  readonly origin: StoredSource["origin"];
}

/** The configured sources, then those that were ingested by command, then kebab's own library. */
export function listSources(
  config: Config,
  stored: readonly StoredSource[],
  libraryFolder: string,
): readonly SourcePlan[] {
  const { maxFileBytes, followGitignore } = config.ingest;
  const limits = { maxFileBytes, followGitignore };
  const plans: SourcePlan[] = config.sources.map((source) => ({
    settings: { id: source.id, tags: source.tags, trustLevel: source.trustLevel },
    options: { root: source.path, include: source.include, exclude: source.exclude, ...limits },
    origin: "config",
  }));
  const configured = new Set(plans.map((plan) => plan.settings.id));
  const plain = (id: string, root: string, origin: StoredSource["origin"]): SourcePlan => ({
    settings: { id, tags: [], trustLevel: "primary" },
    options: { root, include: [], exclude: [], ...limits },
    origin,
  });
  const byCommand = stored.filter(({ id, origin }) => origin === "command" && !configured.has(id));
  plans.push(...byCommand.map(({ id, root }) => plain(id, root, "command")));
  plans.push(plain(LIBRARY, libraryFolder, "library"));
  return plans;
}

/** A source and, when a path lies within it, the part that was asked for. */
export interface SourceScope {
  readonly plan: SourcePlan;
  readonly below: string;
}

/** Where a path belongs: the deepest source that holds it, or a new one of its own. */
export function scopeOf(path: string, plans: readonly SourcePlan[], config: Config): SourceScope {
  const absolute = toRealPath(path);
  const holders = plans
    .map((plan) => ({ plan, root: toRealPath(plan.options.root) }))
    .filter(({ root }) => absolute === root || absolute.startsWith(root.endsWith(sep) ? root : root + sep))
    .sort((a, b) => b.root.length - a.root.length);
  const holder = holders[0];
  if (holder !== undefined) {
    return { plan: holder.plan, below: relative(holder.root, absolute).split(sep).join("/") };
  }
  const taken = new Set([LIBRARY, ...plans.map((plan) => plan.settings.id)]);
  const { maxFileBytes, followGitignore } = config.ingest;
  const plan: SourcePlan = {
    settings: { id: toFreeSourceId(basename(absolute), taken), tags: [], trustLevel: "primary" },
    options: { root: absolute, include: [], exclude: [], maxFileBytes, followGitignore },
    origin: "command",
  };
  return { plan, below: "" };
}

/** Of a file that is gone, what its nearest folder is called in truth: its documents are known by that name. */
function toRealPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const folder = dirname(absolute);
    return folder === absolute ? absolute : join(toRealPath(folder), basename(absolute));
  }
}
