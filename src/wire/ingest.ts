import { z } from "zod";

const count = z.int().min(0);
const reportLine = z.strictObject({ source: z.string(), path: z.string(), reason: z.string() });
const version = { schema_version: z.literal("ingest_progress.v1") };
const place = { ...version, source: z.string(), path: z.string() };

export const ingestProgress = z.discriminatedUnion("kind", [
  z.strictObject({
    ...version,
    kind: z.literal("scan-finished"),
    source: z.string(),
    files: count,
    changed: count,
  }),
  z.strictObject({ ...place, kind: z.literal("file-stored"), chunks: count }),
  z.strictObject({ ...version, kind: z.literal("chunks-embedded"), done: count, total: count }),
  z.strictObject({ ...place, kind: z.literal("file-unchanged") }),
  z.strictObject({ ...place, kind: z.literal("file-removed") }),
  z.strictObject({ ...place, kind: z.enum(["file-failed", "file-skipped"]), reason: z.string() }),
]);

const vectorReport = {
  model: z.string(),
  embedded: count,
  reused: count.describe("Known from a text that was embedded before"),
  uncovered: count.describe("In a script the model does not know: found by keyword alone"),
  split: count.describe("Longer than the model's window, and embedded in parts"),
  removed: count,
  remaining: count.describe("Still waiting, after an interruption"),
};

export const indexReport = z.strictObject({
  schema_version: z.literal("index_report.v1"),
  store: z.enum(["sqlite-vec", "lancedb"]),
  ...vectorReport,
  duration_ms: z.number(),
  interrupted: z.boolean(),
});

export const ingestReport = z.strictObject({
  schema_version: z.literal("ingest_report.v1"),
  files: count,
  added: count,
  updated: count,
  unchanged: count,
  renamed: count,
  removed: count,
  failed: z.array(reportLine),
  skipped: z.array(reportLine),
  notices: z.array(reportLine),
  chunks: z.strictObject({ added: count, kept: count, removed: count }),
  vectors: z.strictObject(vectorReport).nullable().describe("Null without a model, or when told to leave it"),
  duration_ms: z.number(),
  interrupted: z.boolean(),
  dry_run: z.boolean(),
});

export type IngestProgressWire = z.infer<typeof ingestProgress>;
export type IndexReportWire = z.infer<typeof indexReport>;
export type IngestReportWire = z.infer<typeof ingestReport>;
