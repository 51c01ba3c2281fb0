import { statSync } from "node:fs";
import { SCHEMA_VERSION } from "../stores/sqlite/migrate.ts";
import type { Status } from "../wire/system.ts";
import type { DataPaths } from "./data-paths.ts";
import type { OpenIndex } from "./open-index.ts";
import { toTime } from "./to-wire.ts";

export async function readStatus(
  { reader, lexicalIndex }: OpenIndex,
  { paths, configFile }: { paths: DataPaths; configFile: string | null },
): Promise<Status> {
  const counts = await reader.counts();
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
    database_bytes: statSync(paths.database).size,
  };
}
