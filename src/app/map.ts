import { statSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { KebabError, toMessage } from "../core/errors.ts";
import { projectToPlane } from "../core/project.ts";
import type { StoredChunk, StoredDocument } from "../ports/document-store.ts";
import type { VectorTable } from "../ports/vector-store.ts";
import type { DocumentMap } from "../wire/map.ts";
import type { DataPaths } from "./data-paths.ts";
import type { OpenIndex } from "./open-index.ts";
import type { SearchEnvironment } from "./retrievers.ts";
import { toVectorKey } from "./vector-access.ts";

/** A fair sample beyond these: more points than pixels tell nothing more. */
const MOST_CHUNKS = 20_000;
const MOST_DOCUMENTS = 5000;
const CHUNKS_AT_ONCE = 256;

interface Placed {
  readonly document: StoredDocument;
  readonly sum: Float64Array;
  chunks: number;
}

/** Made when first asked for, and again when the index has changed. */
export function createDocumentMap(
  paths: DataPaths,
): (environment: () => SearchEnvironment) => Promise<DocumentMap> {
  let last: { readonly stamp: string; readonly map: Promise<DocumentMap> } | null = null;
  return async (openEnvironment) => {
    const environment = openEnvironment();
    const stamp = readStamp(paths);
    if (last?.stamp === stamp) return last.map;
    const made = { stamp, map: mapDocuments(environment) };
    last = made;
    made.map.catch(() => {
      if (last === made) last = null;
    });
    return made.map;
  };
}

/** Every commit changes the log or, where that was folded in, the database. */
function readStamp({ database }: DataPaths): string {
  return [database, `${database}-wal`]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((file) => (file === undefined ? "" : `${file.ino}/${file.size}/${file.mtimeNs}`))
    .join(" ");
}

async function mapDocuments(environment: SearchEnvironment): Promise<DocumentMap> {
  const { config, index } = environment;
  const documents = await index.reader.countDocuments({});
  const head = { schema_version: "map.v1", documents } as const;
  const empty = (warning: string): DocumentMap => ({
    ...head,
    model: null,
    explained: [0, 0],
    points: [],
    warnings: [warning],
  });
  const embedder = await environment.openEmbedder().catch(toMissing);
  if (embedder instanceof KebabError) return empty(embedder.message);
  const key = embedder === null ? null : toVectorKey(embedder, config);
  const table = key === null ? null : await index.ledger.find(key);
  if (key === null || table === null) {
    return empty(
      key === null ? 'embeddings.provider is "none"' : "this index has no vectors of the model yet",
    );
  }
  const placed = await placeDocuments(index, table);
  const { points, explained } = projectToPlane(placed.map(toMean));
  return {
    ...head,
    model: key.modelId,
    explained: [...explained],
    points: placed.map(({ document, chunks }, row) => {
      const [x, y] = points[row] ?? [0, 0];
      return { ...toPoint(document), x, y, chunks };
    }),
    warnings:
      placed.length < documents ? [`${placed.length} of ${documents} documents have a place on the map`] : [],
  };
}

function toMissing(error: unknown): KebabError {
  if (error instanceof KebabError) return error;
  throw new KebabError("internal", `Cannot draw the map: ${toMessage(error)}`, { cause: error });
}

/** In order of their ids, so that the same index gives the same map. */
async function placeDocuments(index: OpenIndex, table: VectorTable): Promise<Placed[]> {
  const placed = new Map<string, Placed>();
  const ids = await index.ledger.sample(table, MOST_CHUNKS);
  const store = await index.vectorStore();
  for (let at = 0; at < ids.length; at += CHUNKS_AT_ONCE) {
    // Others have their turn in between.
    await setImmediate();
    const chunks = await index.reader.chunks(ids.slice(at, at + CHUNKS_AT_ONCE));
    const known = chunks.filter(({ document }) => placed.has(document.id) || placed.size < MOST_DOCUMENTS);
    const vectors = await store.vectors(
      table,
      known.map(({ id }) => id),
    );
    // A chunk that went away meanwhile has left no gap: which vector is whose cannot be told any more.
    if (vectors.length === known.length) addVectors(placed, known, vectors);
  }
  return [...placed.values()].sort((a, b) => (a.document.id < b.document.id ? -1 : 1));
}

function addVectors(
  placed: Map<string, Placed>,
  chunks: readonly StoredChunk[],
  vectors: readonly Float32Array[],
): void {
  for (const [position, { document }] of chunks.entries()) {
    const vector = vectors[position];
    if (vector === undefined) continue;
    const place = placed.get(document.id) ?? { document, sum: new Float64Array(vector.length), chunks: 0 };
    placed.set(document.id, place);
    place.chunks++;
    for (let at = 0; at < vector.length; at++) place.sum[at] = (place.sum[at] ?? 0) + (vector[at] ?? 0);
  }
}

function toMean({ sum, chunks }: Placed): Float32Array {
  return Float32Array.from(sum, (value) => value / chunks);
}

function toPoint({ id, path, sourceId, title, type, lang, tags }: StoredDocument) {
  return { doc_id: id, doc_path: path, source_id: sourceId, title, type, lang, tags: [...tags] };
}
