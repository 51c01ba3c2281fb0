import { type Config, KEY_ENTRIES, toProperty } from "../config/keys.ts";
import { ANALYSER_VERSION } from "../core/analyse.ts";
import type { Json } from "../core/document.ts";
import type { Requirement } from "../evaluation/requirements.ts";
import type { RunRecord } from "../evaluation/run-record.ts";
import type { EvalRunWire } from "../wire/evaluation.ts";
import { readGitState } from "./git-state.ts";

/** What a run was made in. */
export interface RunSurroundings {
  readonly config: Config;
  /** Its repository is noted. */
  readonly workingFolder: string;
  readonly kebabVersion: string;
}

/** The parts of a record that every kind of run has. */
export async function describeRun(
  { config, workingFolder, kebabVersion }: RunSurroundings,
  startedAt: Date,
  versions: Readonly<Record<string, string>>,
): Promise<Pick<RunRecord, "schema_version" | "started_at" | "versions" | "config" | "git">> {
  return {
    schema_version: "eval_record.v1",
    started_at: startedAt.toISOString(),
    versions: { ...versions, analyser: ANALYSER_VERSION, kebab: kebabVersion, node: process.version },
    config: toConfigRecord(config),
    git: await readGitState(workingFolder),
  };
}

/** Every setting by its full name. Keys and passwords are left out, those inside an address, too. */
export function toConfigRecord(config: Config): Record<string, Json> {
  return Object.fromEntries(
    KEY_ENTRIES.filter(({ key }) => key.kind !== "string" || key.isSecret !== true).map(
      ({ id, section, name, key }) => {
        const value = (config[section] as Readonly<Record<string, Json>>)[toProperty(name)] ?? null;
        const isAddress = key.kind === "string" && key.isAddress === true;
        return [id, isAddress && typeof value === "string" ? withoutCredentials(value) : value];
      },
    ),
  );
}

function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username === "" && url.password === "" && url.search === "") return address;
  url.username = "";
  url.password = "";
  url.search = "";
  return url.href;
}

/** eval_run.v1: of a BEIR set the eight metrics and the latency alone, of a golden set all there is. */
export function toEvalRunWire(record: RunRecord, requirements: readonly Requirement[] = []): EvalRunWire {
  const { run_id, set, documents, queries, runs, ask, kind } = record;
  const head = { schema_version: "eval_run.v1", run_id, set, documents, queries } as const;
  if (kind === "beir") {
    return {
      ...head,
      runs: runs.map(({ mode, fusion, metrics, latency_ms }) => ({ mode, fusion, metrics, latency_ms })),
    };
  }
  // Lists of a record are not to be changed; the wire's types do not say so.
  const whole = runs as EvalRunWire["runs"];
  return {
    ...head,
    runs: whole,
    ask,
    ...(requirements.length === 0 ? {} : { requirements: [...requirements] }),
  };
}
