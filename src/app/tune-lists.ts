import type { Config } from "../config/keys.ts";
import type { SearchFilter } from "../core/search.ts";
import { type JoinedLists, joinLists } from "../evaluation/tune-ranking.ts";
import type { ColumnWeights, TunedSides } from "../evaluation/tune-space.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { RetrievedList, Retriever } from "../ports/retriever.ts";
import { createLexicalRetriever } from "../retrieval/lexical-retriever.ts";
import type { DataPaths } from "./data-paths.ts";
import { type OpenIndex, openIndex } from "./open-index.ts";
import { createQuestionEmbedder } from "./question-embedder.ts";
import { openRetrievers } from "./retrievers.ts";
import { toVectorKey } from "./vector-access.ts";

/** A longer list costs hardly more than a short one: BM25 is computed of every chunk that matches. */
const DEEPEST = 3000;
const LEAST_DEEP = 300;
/** Entries of all lists of one side together, of some hundred bytes each; longer lists are fetched when asked for. */
const MOST_ENTRIES = 600_000;
/** Lists of so many column weights are kept. */
const KEPT_COLUMNS = 3;

export interface TuneListsOptions {
  readonly config: Config;
  readonly paths: DataPaths;
  /** Null: keyword search alone. */
  readonly embedder: Embedder | null;
  /** How many there will be. */
  readonly queries: number;
}

export interface ListRequest {
  readonly query: string;
  readonly filter: SearchFilter;
}

interface KeywordSide {
  readonly index: OpenIndex;
  readonly retriever: Retriever;
  readonly joined: Map<string, { readonly depth: number; readonly lists: JoinedLists }>;
}

/** The lists of one index, each fetched and joined once: settings that only fuse them anew read nothing. */
export class TuneLists implements AsyncDisposable {
  /** Both, where the set has vectors: of documents in a script the model does not know there are none. */
  readonly sides: TunedSides;
  readonly #options: TuneListsOptions;
  readonly #index: OpenIndex;
  readonly #vector: Retriever;
  readonly #depth: number;
  /** By column weights, the one used last at the end. */
  readonly #keyword = new Map<string, KeywordSide>();

  private constructor(options: TuneListsOptions, index: OpenIndex, vector: Retriever | null) {
    this.sides = vector === null ? "lexical" : "both";
    this.#options = options;
    this.#index = index;
    this.#depth = Math.max(LEAST_DEEP, Math.min(DEEPEST, Math.floor(MOST_ENTRIES / options.queries)));
    this.#vector = vector === null ? { retrieve: async () => NO_LIST } : rememberLists(vector);
  }

  static async open(options: TuneListsOptions): Promise<TuneLists> {
    const { config, paths, embedder } = options;
    const index = openIndex(config, paths);
    try {
      const key = embedder === null ? null : toVectorKey(embedder, config);
      const hasVectors = key !== null && (await index.ledger.counts(key)).committed > 0;
      const remembering =
        embedder === null ? null : createQuestionEmbedder(embedder, Number.POSITIVE_INFINITY);
      const environment = { config, index, openEmbedder: async () => remembering };
      return new TuneLists(
        options,
        index,
        hasVectors ? (await openRetrievers("vector", environment)).vector : null,
      );
    } catch (error) {
      await index[Symbol.asyncDispose]();
      throw error;
    }
  }

  get reader(): OpenIndex["reader"] {
    return this.#index.reader;
  }

  /** At least the first `depth` of both lists. */
  async join(request: ListRequest, columns: ColumnWeights, depth: number): Promise<JoinedLists> {
    const side = await this.#keywordSide(columns);
    const key = JSON.stringify([request.query, request.filter]);
    const kept = side.joined.get(key);
    if (kept !== undefined && (kept.depth >= depth || isWhole(kept))) return kept.lists;
    const limit = Math.max(depth, this.#depth);
    const [lexical, vector] = await Promise.all(
      [side.retriever, this.#vector].map((retriever) => retriever.retrieve({ ...request, limit })),
    );
    const lists = joinLists(lexical?.ranked ?? [], vector?.ranked ?? []);
    side.joined.set(key, { depth: limit, lists });
    return lists;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { index } of this.#keyword.values()) await index[Symbol.asyncDispose]();
    this.#keyword.clear();
    await this.#index[Symbol.asyncDispose]();
  }

  async #keywordSide(columns: ColumnWeights): Promise<KeywordSide> {
    const key = JSON.stringify(columns);
    const side = this.#keyword.get(key) ?? this.#openKeyword(columns);
    this.#keyword.delete(key);
    this.#keyword.set(key, side);
    for (const [oldest, { index }] of this.#keyword) {
      if (this.#keyword.size <= KEPT_COLUMNS) break;
      this.#keyword.delete(oldest);
      await index[Symbol.asyncDispose]();
    }
    return side;
  }

  #openKeyword({ heading, text, cjk, identifiers }: ColumnWeights): KeywordSide {
    const { config, paths } = this.#options;
    const weights = {
      headingWeight: heading,
      textWeight: text,
      cjkWeight: cjk,
      identifierWeight: identifiers,
    };
    const index = openIndex({ ...config, search: { ...config.search, ...weights } }, paths);
    return { index, retriever: createLexicalRetriever(index.lexicalIndex), joined: new Map() };
  }
}

const NO_LIST: RetrievedList = {
  ranked: [],
  indexVersion: "vec:none",
  model: null,
  abstained: "there are no vectors",
  warnings: [],
  terms: [],
};

function isWhole({ depth, lists }: { readonly depth: number; readonly lists: JoinedLists }): boolean {
  return lists.lexical.list.length < depth && lists.vector.list.length < depth;
}

/** A list asked for again is cut from the one at hand: a longer list begins with every shorter one. */
function rememberLists(retriever: Retriever): Retriever {
  const known = new Map<string, { readonly asked: number; readonly list: RetrievedList }>();
  return {
    retrieve: async (request) => {
      const key = JSON.stringify([request.query, request.filter]);
      const kept = known.get(key);
      const isEnough =
        kept !== undefined && (kept.asked >= request.limit || kept.list.ranked.length < kept.asked);
      const entry = isEnough ? kept : { asked: request.limit, list: await retriever.retrieve(request) };
      known.set(key, entry);
      return { ...entry.list, ranked: entry.list.ranked.slice(0, request.limit) };
    },
  };
}
