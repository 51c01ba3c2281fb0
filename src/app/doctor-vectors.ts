import type { Config } from "../config/keys.ts";
import { KebabError, toMessage } from "../core/errors.ts";
import type { VectorTableKey } from "../ports/vector-ledger.ts";
import { checkVectors } from "../stores/sqlite/check-vectors.ts";
import type { Database } from "../stores/sqlite/database.ts";
import { SqliteVectorLedger } from "../stores/sqlite/sqlite-vector-ledger.ts";
import { type Check, ok, problem, warning } from "./checks.ts";
import type { DataPaths } from "./data-paths.ts";
import { openEmbedder } from "./open-embedder.ts";
import { openVectorStore, toVectorKey } from "./vector-access.ts";

const EMBED = "Run `kebab index --embeddings`";

/** Words in scripts that a model may read with files of their own. */
const WORDS = ["kebab", "케밥"];

/** Embeds a word or two: what a search would find out, too. */
export async function checkModel(config: Config): Promise<Check> {
  if (config.embeddings.provider === "none") return ok("model", "none: embeddings.provider says so");
  try {
    await using embedder = await openEmbedder(config.embeddings);
    let dimension = 0;
    for (const word of WORDS) {
      if (embedder?.covers(word, "query")) dimension = (await embedder.embedQuery(word)).length;
    }
    return ok("model", `${embedder?.modelId} answers with ${dimension} dimensions`);
  } catch (error) {
    const hint = error instanceof KebabError ? error.hint : null;
    return problem("model", toMessage(error), hint ?? "Check the settings under [embeddings]");
  }
}

/** Holds the ledger against the chunks, and the vectors against the ledger. */
export async function checkVectorTables(
  database: Database,
  config: Config,
  paths: DataPaths,
): Promise<Check[]> {
  const ledger = new SqliteVectorLedger(database);
  const tables = await ledger.tables();
  const faults = [...checkVectors(database)];
  for (const { committed, ...key } of tables.filter(({ store }) => store === "lancedb")) {
    faults.push(...(await checkTable(database, ledger, { key, committed, paths })));
  }
  if (faults.length > 0) return [problem("vectors", faults.join("; "), EMBED)];
  const embedder = await openEmbedder(config.embeddings).catch(() => null);
  const wanted = embedder === null ? null : toVectorKey(embedder, config);
  const own = tables.find(({ store, modelId }) => store === wanted?.store && modelId === wanted.modelId);
  if (wanted === null) return [];
  if (own === undefined || own.version !== wanted.version) {
    return [warning("vectors", `none of ${wanted.modelId} in ${wanted.store}`, EMBED)];
  }
  const told = `${own.committed} of ${own.modelId} in ${own.store}`;
  return [
    own.pending === 0 ? ok("vectors", told) : warning("vectors", `${told}, ${own.pending} waiting`, EMBED),
  ];
}

async function checkTable(
  database: Database,
  ledger: SqliteVectorLedger,
  { key, committed, paths }: { key: VectorTableKey; committed: number; paths: DataPaths },
): Promise<string[]> {
  const table = await ledger.find(key);
  if (table === null) return [];
  await using store = await openVectorStore(key.store, { database, ledger, paths });
  const held = new Set(await store.chunkIds(table));
  const lost = (await ledger.committed(key)).filter((id) => !held.has(id)).length;
  return lost === 0 ? [] : [`${key.modelId} in ${key.store}: ${lost} of ${committed} vectors are gone`];
}
