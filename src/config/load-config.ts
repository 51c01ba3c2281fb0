import { join } from "node:path";
import { applyEnvironment } from "./apply-environment.ts";
import { applyFile } from "./apply-file.ts";
import { type Draft, set } from "./draft.ts";
import { type Config, type ConfigKey, KEY_ENTRIES, SECTIONS, toProperty } from "./keys.ts";
import {
  defaultCacheDir,
  defaultDataDir,
  type LocatedConfig,
  locateConfig,
  type Surroundings,
} from "./locate.ts";
import { toConfigError, toPlacedProblem } from "./problems.ts";

export type Origin = "default" | "file" | "environment" | "flag";

export interface LoadConfigOptions extends Surroundings {
  /** --config */
  readonly configPath?: string | undefined;
  /** --data-dir */
  readonly dataDir?: string | undefined;
}

export interface LoadedConfig extends Pick<LocatedConfig, "file" | "mode" | "projectRoot"> {
  readonly config: Config;
  readonly origin: Readonly<Record<ConfigKey | "sources", Origin>>;
}

/** Defaults, then the file, then KEBAB_* variables, then flags. All problems come in one error. */
export async function loadConfig(options: LoadConfigOptions): Promise<LoadedConfig> {
  const located = locateConfig(options, options.configPath);
  const draft: Draft = { surroundings: options, located, settings: new Map(), problems: [], sources: null };
  if (located.file !== null) await applyFile(draft, located.file);
  applyEnvironment(draft);
  applyDataDirFlag(draft, options.dataDir);
  checkOverlap(draft);
  if (draft.problems.length > 0) throw toConfigError(draft.problems);
  return finish(draft);
}

function applyDataDirFlag(draft: Draft, dataDir: string | undefined): void {
  const entry = KEY_ENTRIES.find(({ id }) => id === "storage.data_dir");
  if (entry === undefined || dataDir === undefined) return;
  set(draft, entry, { raw: dataDir, place: { kind: "flag", flag: "--data-dir" } });
}

function checkOverlap({ settings, problems }: Draft): void {
  const overlap = settings.get("chunk.overlap_tokens");
  const target = Number(settings.get("chunk.target_tokens")?.value ?? SECTIONS.chunk.target_tokens.default);
  if (overlap === undefined || Number(overlap.value) <= target / 2) return;
  if (problems.some((problem) => problem.key === "chunk.target_tokens")) return;
  const why = `it must be at most half of chunk.target_tokens = ${target}`;
  const hint = "Lower chunk.overlap_tokens or raise chunk.target_tokens";
  problems.push(toPlacedProblem("chunk.overlap_tokens", overlap.place, { raw: overlap.raw, why, hint }));
}

function finish({ surroundings, located, settings, sources }: Draft): LoadedConfig {
  const config: Record<string, unknown> = { sources: sources ?? [] };
  for (const section of Object.keys(SECTIONS)) config[section] = {};
  const folders: Partial<Record<ConfigKey, string>> = {
    "storage.data_dir": defaultDataDir(surroundings, located.projectRoot),
    "embeddings.models_dir": join(defaultCacheDir(surroundings), "models"),
  };
  const origin: Record<string, Origin> = { sources: sources === null ? "default" : "file" };
  for (const { id, section, name, key } of KEY_ENTRIES) {
    const setting = settings.get(id);
    const fallback = key.kind === "path" ? folders[id] : key.default;
    Object.assign(config[section] as object, { [toProperty(name)]: setting?.value ?? fallback });
    origin[id] = setting?.place.kind ?? "default";
  }
  const { file, mode, projectRoot } = located;
  // Each value was checked against the table that these types are made from.
  return freeze({ config, origin, file, mode, projectRoot } as unknown as LoadedConfig);
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
