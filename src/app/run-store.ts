import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type { z } from "zod";
import { KebabError, toMessage } from "../core/errors.ts";
import { toId } from "../core/ids.ts";
import type { AskQueryRecord, QueryRecord, RunRecord } from "../evaluation/run-record.ts";
import { askQueryRecord, queryRecord, runRecord } from "../wire/evaluation.ts";

/** A run before it has its name. */
export type NewRun = Omit<RunRecord, "run_id">;

export interface StoredRun {
  readonly record: RunRecord;
  readonly queries: readonly QueryRecord[];
  readonly asks: readonly AskQueryRecord[];
}

export interface RunStore {
  /** Oldest first. One that cannot be read is left out here and named by `listBroken`. */
  list(): RunRecord[];
  listBroken(): { folder: string; reason: string }[];
  /** A run id, the start of one, `last`, `last~1` for the one before, or the path of a run's folder. */
  read(reference: string): StoredRun;
  /** Names the run and keeps it: whole or not at all, and never over another one. */
  write(run: NewRun, queries: Iterable<QueryRecord>, asks?: Iterable<AskQueryRecord>): RunRecord;
}

const RUN_ID = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;
const RUN_FILE = "run.json";
const QUERIES_FILE = "queries.jsonl";
const ASKS_FILE = "asks.jsonl";
const DRAFT = ".draft-";
/** No run takes as long to write: what is older was left by one that was killed. */
const DRAFT_KEPT_MS = 3_600_000;

/** The runs in this folder, which need not exist before the first one is written. */
export function openRunStore(
  folder: string,
  { workingFolder = process.cwd() }: { workingFolder?: string } = {},
): RunStore {
  const at = (id: string): string => join(folder, id);
  return {
    list: () =>
      listIds(folder).flatMap((id) => {
        const read = tryRead(at(id));
        return read instanceof KebabError ? [] : [read];
      }),
    listBroken: () =>
      listIds(folder).flatMap((id) => {
        const read = tryRead(at(id));
        return read instanceof KebabError ? [{ folder: at(id), reason: read.message }] : [];
      }),
    read: (reference) => readRun(findRun(reference, folder, workingFolder)),
    write: (run, queries, asks = []) => writeRun(folder, run, { queries, asks }),
  };
}

function listIds(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => RUN_ID.test(name))
    .sort();
}

/** The folder that a reference names. */
function findRun(reference: string, folder: string, workingFolder: string): string {
  const ids = listIds(folder);
  const back = /^last(?:~(\d{1,9}))?$/.exec(reference);
  if (back !== null) {
    const id = ids.at(-1 - Number(back[1] ?? 0));
    if (id !== undefined) return join(folder, id);
    throw toUnknownRun(reference, ids.length === 0 ? "no run is stored yet" : `there are ${ids.length} runs`);
  }
  const starting = reference === "" ? [] : ids.filter((id) => id.startsWith(reference));
  if (starting.length === 1 && starting[0] !== undefined) return join(folder, starting[0]);
  if (starting.length > 1) {
    const some = starting.slice(-3).join(", ");
    throw new KebabError("usage", `Cannot tell which run "${reference}" is: ${starting.length} begin so`, {
      hint: `Write more of it; the newest are ${some}`,
    });
  }
  const path = resolve(workingFolder, reference);
  if (reference !== "" && existsSync(join(path, RUN_FILE))) return path;
  throw toUnknownRun(
    reference,
    ids.length === 0 ? "no run is stored yet" : "no id begins so, and no run lies at that path",
  );
}

function toUnknownRun(reference: string, reason: string): KebabError {
  return new KebabError("not-found", `Cannot find a run "${reference}": ${reason}`, {
    hint: "`kebab eval list` shows them; last and last~1 are the newest and the one before",
  });
}

function tryRead(folder: string): RunRecord | KebabError {
  try {
    return readRecord(folder);
  } catch (error) {
    if (error instanceof KebabError) return error;
    throw error;
  }
}

function readRecord(folder: string): RunRecord {
  const path = join(folder, RUN_FILE);
  return toChecked(readText(path), runRecord, path);
}

function readRun(folder: string): StoredRun {
  return {
    record: readRecord(folder),
    queries: readLines(join(folder, QUERIES_FILE), queryRecord),
    asks: readLines(join(folder, ASKS_FILE), askQueryRecord),
  };
}

function readLines<Value>(path: string, schema: z.ZodType<Value>): Value[] {
  const lines = readText(path).split("\n");
  // Every line is ended, the last one, too.
  lines.pop();
  return lines.map((line, index) => toChecked(line, schema, `${path}:${index + 1}`));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw toBroken(path, toMessage(error), error);
  }
}

function toChecked<Value>(text: string, schema: z.ZodType<Value>, place: string): Value {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw toBroken(place, "it is not JSON", error);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw toBroken(place, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not a run"}`, checked.error);
}

function toBroken(place: string, reason: string, cause: unknown): KebabError {
  return new KebabError("source-unreadable", `Cannot read a run from ${place}: ${reason}`, {
    hint: "It was written by another version of kebab, or damaged: run the evaluation again, and delete the folder",
    cause,
  });
}

function writeRun(
  folder: string,
  run: NewRun,
  lines: { queries: Iterable<QueryRecord>; asks: Iterable<AskQueryRecord> },
): RunRecord {
  mkdirSync(folder, { recursive: true });
  forgetDrafts(folder);
  const draft = mkdtempSync(join(folder, DRAFT));
  try {
    writeLines(join(draft, QUERIES_FILE), lines.queries);
    writeLines(join(draft, ASKS_FILE), lines.asks);
    for (let attempt = 0; ; attempt++) {
      const record: RunRecord = { ...run, run_id: toRunId(run, attempt) };
      writeFileSync(join(draft, RUN_FILE), `${JSON.stringify(record, null, 2)}\n`, { flush: true });
      if (moveTo(draft, join(folder, record.run_id))) return record;
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** To the millisecond, so that `last` is the last; the attempt tells apart runs that even so would have one name. */
function toRunId(run: NewRun, attempt: number): string {
  const { kind, set, set_hash, started_at, versions, config } = run;
  const time = new Date(started_at).toISOString().replace(/[-:.]/g, "");
  const settings = JSON.stringify([versions, config].map((part) => Object.entries(part).sort(byName)));
  return `${time}-${toId([kind, set, set_hash, settings, attempt]).slice(0, 8)}`;
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** False when a run of that name is there: a folder with files in it is never renamed over. */
function moveTo(draft: string, target: string): boolean {
  if (existsSync(target)) return false;
  try {
    renameSync(draft, target);
    return true;
  } catch (error) {
    if (existsSync(target)) return false;
    throw error;
  }
}

/** In pieces: a large set has tens of thousands of queries. */
function writeLines(path: string, records: Iterable<object>): void {
  const file = openSync(path, "w");
  try {
    let piece = "";
    for (const record of records) {
      piece += `${JSON.stringify(record)}\n`;
      if (piece.length < 1_000_000) continue;
      writeSync(file, piece);
      piece = "";
    }
    writeSync(file, piece);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function forgetDrafts(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.startsWith(DRAFT))) {
    const path = join(folder, name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modified > DRAFT_KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
