import type { z } from "zod";
import type { evalList, evalRecord } from "../wire/evaluation.ts";
import type { RunStore } from "./run-store.ts";

export type EvalList = z.infer<typeof evalList>;
export type EvalRecord = z.infer<typeof evalRecord>;

/** Every run, oldest first. */
export function listRuns(store: RunStore): EvalList {
  const runs = store.list().map((record) => {
    const { run_id, kind, set, set_hash, started_at, documents, queries, git, ask, runs: variants } = record;
    return {
      ...{ run_id, kind, set, set_hash, started_at, documents, queries, git, ask },
      runs: variants.map(({ mode, fusion, metrics, latency_ms }) => ({ mode, fusion, metrics, latency_ms })),
    };
  });
  return { schema_version: "eval_list.v1", runs, broken: store.listBroken() };
}

/** The record, with each of its queries where they are wanted. */
export function readRun(store: RunStore, reference: string, { queries }: { queries: boolean }): EvalRecord {
  const run = store.read(reference);
  // Lists of a record are not to be changed; the wire's types do not say so.
  const record = run.record as EvalRecord;
  if (!queries) return record;
  return {
    ...record,
    query_records: run.queries as EvalRecord["query_records"] & object,
    ask_records: run.asks as EvalRecord["ask_records"] & object,
  };
}
