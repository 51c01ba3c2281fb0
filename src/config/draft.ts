import type { ConfigKey, KeyEntry, SourceConfig } from "./keys.ts";
import { type LocatedConfig, resolvePath, type Surroundings } from "./locate.ts";
import { type ConfigProblem, checkAt, type Place, toPlacedProblem } from "./problems.ts";
import type { Value } from "./values.ts";

interface Setting {
  readonly value: Value;
  readonly raw: unknown;
  readonly place: Place;
}

/** A configuration in the making: later settings replace earlier ones, problems gather. */
export interface Draft {
  readonly surroundings: Surroundings;
  readonly located: LocatedConfig;
  readonly settings: Map<ConfigKey, Setting>;
  readonly problems: ConfigProblem[];
  sources: readonly SourceConfig[] | null;
}

export function set(draft: Draft, entry: KeyEntry, { raw, place }: { raw: unknown; place: Place }): void {
  const { located, problems, settings, surroundings } = draft;
  const value = checkAt(entry, raw, { place, problems });
  if (value === undefined) return;
  const before = settings.get(entry.id)?.place;
  if (place.kind === "environment" && before?.kind === "environment") {
    const why = `${before.variable} sets the same key`;
    problems.push(toPlacedProblem(entry.id, place, { raw, why, hint: "Unset one of the two" }));
    return;
  }
  const isOutward =
    entry.key.kind === "string" && entry.key.isAddress === true && !isThisMachine(String(value));
  if (isOutward && place.kind === "file" && located.mode === "project") {
    const why = "a project's config may only name a server on this machine";
    const hint = "It would send what you index to whoever wrote the file: set it in the environment instead";
    problems.push(toPlacedProblem(entry.id, place, { raw, why, hint }));
    return;
  }
  // What the file says counts from the file, what the caller says from where the caller stands.
  const base = place.kind === "file" ? located.baseDir : surroundings.cwd;
  const isPath = entry.key.kind === "path";
  const meant = isPath ? resolvePath(String(value), base, surroundings.homeDir) : value;
  settings.set(entry.id, { value: meant, raw, place });
}

/** Of a server's address, or of one to listen on, which is a host alone. */
function isThisMachine(address: string): boolean {
  if (address === "") return true;
  const host = URL.canParse(address) ? new URL(address).hostname : address;
  return host === "localhost" || host === "[::1]" || host === "::1" || /^127(\.\d+){3}$/.test(host);
}
