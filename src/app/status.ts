import { statSync } from "node:fs";
import { SCHEMA_VERSION } from "../stores/sqlite/migrate.ts";
import type { Status } from "../wire/system.ts";
import type { DataPaths } from "./data-paths.ts";
import type { OpenIndex } from "./open-index.ts";
import { toTime } from "./to-wire.ts";

export async function readStatus(
  { reader, lexicalIndex, ledger }: OpenIndex,
  { paths, configFile }: { paths: DataPaths; configFile: string | null },
): Promise<Status> {
  const counts = await reader.counts();
  const tables = await ledger.tables();
  return {
    schema_version: "status.v1",
    data_dir: paths.folder,
    config_file: configFile,
    index_version: lexicalIndex.version,
    schema: SCHEMA_VERSION,
    documents: counts.documents,
    chunks: counts.chunks,
    tags: counts.tags,
    by_type: { ...counts.byType },
    by_source: { ...counts.bySource },
    failed: counts.failed,
    skipped: counts.skipped,
    last_ingest_at: counts.lastRunAt === null ? null : toTime(counts.lastRunAt),
    vectors: tables.map(({ store, modelId, version, dimension, committed, pending, uncovered }) => ({
      store,
      model: modelId,
      index_version: dimension === null ? null : `vec:${modelId}@${version}:${dimension}`,
      committed,
      pending,
      uncovered,
    })),
    database_bytes: statSync(paths.database).size,
  };
}
