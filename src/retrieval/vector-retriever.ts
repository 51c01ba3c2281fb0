import { KebabError } from "../core/errors.ts";
import { isEmptyFilter, type RankedChunk } from "../core/search.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { RetrievedList, Retriever } from "../ports/retriever.ts";
import type { VectorLedger, VectorTableKey } from "../ports/vector-ledger.ts";
import type { VectorStore, VectorTable } from "../ports/vector-store.ts";

export interface VectorSide {
  readonly embedder: Embedder;
  /** Opened by the first query that gets so far. */
  readonly store: () => Promise<VectorStore>;
  readonly ledger: VectorLedger;
  readonly key: VectorTableKey;
  readonly table: VectorTable;
}

export function createVectorRetriever(side: VectorSide): Retriever {
  const { embedder, table, key, ledger } = side;
  return {
    retrieve: async ({ query, limit, filter, besideWords }) => {
      const list: RetrievedList = {
        ranked: [],
        indexVersion: toVectorVersion(table),
        model: table.modelId,
        abstained: null,
        warnings: toLagWarnings(await ledger.countPending(key)),
        terms: [],
      };
      const text = query.trim();
      if (text === "") return { ...list, abstained: "the query is empty" };
      if (!embedder.covers(text, "query")) {
        return { ...list, abstained: `${table.modelId} does not know the script of the query` };
      }
      const vector = await embedder.embedQuery(text);
      if (vector.length !== table.dimension) throw toOtherLength(table, vector.length);
      const store = await side.store();
      const found = await store.search(table, vector, { limit, filter });
      const left = besideWords === true ? (embedder.bridgedLanguage?.(text) ?? null) : null;
      // Nothing at all, and nothing filtered: the ledger knows whether that can be.
      const isLost = found.length === 0 && isEmptyFilter(filter) && (await ledger.counts(key)).committed > 0;
      return {
        ...list,
        ...(left === null
          ? { ranked: found }
          : { ranked: await leaveToWords(left, found, ledger), whole: found }),
        warnings: [...list.warnings, ...(isLost ? [LOST] : [])],
      };
    },
  };
}

/**
 * Beside keyword search, a question that crosses a bridge asks for passages in other languages, as far as they lie
 * nearer than the nearest in its own: the list of all, cut before the first of those. They are left to words, which
 * find them better: nDCG@10 of keywords alone, and with the bridge's whole list fused by rank, msmarco-ko-a .916 and
 * .766, korquad1-dev .962 and .794, welfare-ko .841 and .687; and no weight above nothing kept up with them.
 */
async function leaveToWords(
  language: string,
  found: readonly RankedChunk[],
  ledger: VectorLedger,
): Promise<readonly RankedChunk[]> {
  const ids = found.map(({ chunkId }) => chunkId);
  const own = await ledger.chunksMatching(ids, { langs: [language] });
  const first = ids.findIndex((id) => own.has(id));
  return first === -1 ? found : found.slice(0, first);
}

/** Stands in where there are no vectors to search, and says why. */
export function createAbsentRetriever(reason: string): Retriever {
  const list: RetrievedList = {
    ranked: [],
    indexVersion: "vec:none",
    model: null,
    abstained: reason,
    warnings: [],
    terms: [],
  };
  return { retrieve: async () => list };
}

export function toVectorVersion({ modelId, version, dimension }: VectorTable): string {
  return `vec:${modelId}@${version}:${dimension}`;
}

const LOST = "the vectors of this index are gone: run `kebab index --embeddings`, which makes them again";

function toOtherLength({ modelId, dimension }: VectorTable, found: number): KebabError {
  const message = `Cannot search by meaning: ${modelId} answers with ${found} numbers, and its vectors here have ${dimension}`;
  return new KebabError("model-missing", message, {
    hint: "Another model has taken its name: bring the old one back, or give the new one a name of its own",
  });
}

function toLagWarnings(pending: number): string[] {
  if (pending === 0) return [];
  const what = pending === 1 ? "1 chunk has" : `${pending} chunks have`;
  return [`${what} no vector yet and can only be found by keyword: run \`kebab index --embeddings\``];
}
