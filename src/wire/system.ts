import { z } from "zod";

const count = z.int().min(0);

export const status = z.strictObject({
  schema_version: z.literal("status.v1"),
  data_dir: z.string(),
  config_file: z.string().nullable(),
  index_version: z.string(),
  schema: count,
  documents: count,
  chunks: count,
  tags: count,
  by_type: z.record(z.string(), count),
  by_source: z.record(z.string(), count),
  failed: count,
  skipped: count,
  last_ingest_at: z.string().nullable(),
  vectors: z.array(
    z.strictObject({
      store: z.enum(["sqlite-vec", "lancedb"]),
      model: z.string(),
      index_version: z.string().nullable().describe("Null before its first vector"),
      committed: count,
      pending: count.describe("Chunks that wait for their vector: `kebab index --embeddings`"),
      uncovered: count.describe("Chunks in a script the model does not know"),
    }),
  ),
  database_bytes: count,
});

export const doctorReport = z.strictObject({
  schema_version: z.literal("doctor_report.v1"),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(["ok", "warning", "problem"]),
      message: z.string(),
      hint: z.string().nullable(),
    }),
  ),
});

export const configReport = z.strictObject({
  schema_version: z.literal("config.v1"),
  file: z.string().nullable().describe("Null when there is none and the defaults hold"),
  mode: z.enum(["project", "user", "defaults"]),
  config: z.record(z.string(), z.json()).describe("Every setting by section, as it is written in the file"),
  origin: z.record(z.string(), z.enum(["default", "file", "environment", "flag"])),
});

export const configFile = z.strictObject({
  schema_version: z.literal("config_file.v1"),
  file: z.string().nullable(),
  mode: z.enum(["project", "user", "defaults"]),
  changed: z.boolean().describe("Whether this run wrote the file: `init` does, `path` never"),
});

export const resetReport = z.strictObject({
  schema_version: z.literal("reset_report.v1"),
  deleted: z.array(z.string()),
});

export const server = z.strictObject({
  schema_version: z.literal("server.v1"),
  url: z.string(),
  token: z.string().nullable().describe("Null where it was given: whoever gave it knows it"),
});

export const health = z.strictObject({
  schema_version: z.literal("health.v1"),
  status: z.literal("ok"),
  version: z.string(),
  readonly: z.boolean(),
});

export const errorBody = z.strictObject({
  schema_version: z.literal("error.v1"),
  code: z.string(),
  message: z.string(),
  hint: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export type Status = z.infer<typeof status>;
export type DoctorReport = z.infer<typeof doctorReport>;
export type ConfigReport = z.infer<typeof configReport>;
export type ConfigFile = z.infer<typeof configFile>;
export type ResetReport = z.infer<typeof resetReport>;
export type ErrorBody = z.infer<typeof errorBody>;
