import { createHash } from "node:crypto";

const PREFIX = "chunk_embeddings_";
/** Lower case: SQLite and some file systems take two names that differ by case for one. */
const PLAIN = /^[a-z0-9._-]{1,80}$/;
/** What this function itself makes of an id, and the tables that sqlite-vec keeps beside its own. */
const TAKEN = /-[0-9a-f]{12}$|_(?:chunks|rowids|info|auxiliary|vector_chunks\d+|metadata\w*)$/;
const UNSAFE = /[^a-z0-9._-]/g;

/**
 * The table of a model's vectors, `chunk_embeddings_<model id>`, as both stores can name it. Two ids
 * never share one: an id that cannot stand as it is gets the start of its hash.
 */
export function toVectorTableName(modelId: string): string {
  if (PLAIN.test(modelId) && !TAKEN.test(modelId)) return `${PREFIX}${modelId}`;
  const hash = createHash("sha256").update(modelId).digest("hex").slice(0, 12);
  return `${PREFIX}${modelId.toLowerCase().replace(UNSAFE, "_").slice(0, 80)}-${hash}`;
}
