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
  z.strictObject({ ...place, kind: z.literal("file-unchanged") }),
  z.strictObject({ ...place, kind: z.literal("file-removed") }),
  z.strictObject({ ...place, kind: z.enum(["file-failed", "file-skipped"]), reason: z.string() }),
]);

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
  duration_ms: z.number(),
  interrupted: z.boolean(),
  dry_run: z.boolean(),
});

export type IngestProgressWire = z.infer<typeof ingestProgress>;
export type IngestReportWire = z.infer<typeof ingestReport>;
