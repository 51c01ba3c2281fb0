import type { Config } from "../config/keys.ts";
import { toStoredVersion } from "../core/embedding-text.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { VectorLedger, VectorTableKey } from "../ports/vector-ledger.ts";
import type { VectorStore } from "../ports/vector-store.ts";
import type { Database } from "../stores/sqlite/database.ts";
import type { DataPaths } from "./data-paths.ts";

/** The table of the configured store and a model's vectors. */
export function toVectorKey(embedder: Embedder, config: Config): VectorTableKey {
  return {
    store: config.storage.vectorStore,
    modelId: embedder.modelId,
    version: toStoredVersion(embedder.version),
  };
}

/** Each adapter is loaded only where it is configured: LanceDB alone takes longer than a whole search. */
export async function openVectorStore(
  kind: VectorTableKey["store"],
  { database, ledger, paths }: { database: Database; ledger: VectorLedger; paths: DataPaths },
): Promise<VectorStore> {
  if (kind === "lancedb") {
    const { LancedbVectorStore } = await import("../stores/lancedb/lancedb-vector-store.ts");
    return new LancedbVectorStore(paths.vectors, ledger);
  }
  const { SqliteVectorStore } = await import("../stores/sqlite/sqlite-vector-store.ts");
  return new SqliteVectorStore(database);
}
