import type { Config } from "../config/keys.ts";
import { crossesBridge } from "../core/crosses-bridge.ts";
import { KebabError } from "../core/errors.ts";
import type { SearchMode } from "../core/search.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Retriever } from "../ports/retriever.ts";
import type { VectorLedger, VectorTableKey } from "../ports/vector-ledger.ts";
import { createLeaveToMeaning } from "../retrieval/leave-to-meaning.ts";
import { createLexicalRetriever } from "../retrieval/lexical-retriever.ts";
import type { Fusion, Retrievers } from "../retrieval/rank.ts";
import { createAbsentRetriever, createVectorRetriever } from "../retrieval/vector-retriever.ts";
import type { OpenIndex } from "./open-index.ts";
import { toVectorKey } from "./vector-access.ts";

/** What a search runs on. The embedder is the configured one, null where there is to be none. */
export interface SearchEnvironment {
  readonly config: Config;
  readonly index: OpenIndex;
  openEmbedder(): Promise<Embedder | null>;
}

export function toFusion({ search }: Config): Fusion {
  return {
    policy: search.hybridFusion,
    rrfK: search.rrfK,
    candidateMultiplier: search.candidateMultiplier,
    weights: [search.lexicalWeight, search.vectorWeight],
  };
}

/** The model and its vectors are touched by the modes that need them alone. */
export async function openRetrievers(mode: SearchMode, environment: SearchEnvironment): Promise<Retrievers> {
  const { reader, lexicalIndex } = environment.index;
  return {
    lexical: createLexicalRetriever(lexicalIndex),
    vector: mode === "lexical" ? createAbsentRetriever("not asked") : await openVector(mode, environment),
    leaveToMeaning: createLeaveToMeaning({
      reader,
      index: lexicalIndex,
      crosses: async (one, other) => crossesBridge(one, other, (await environment.openEmbedder()) ?? {}),
    }),
  };
}

/** A hybrid search answers by keyword, and says why, where the model is not to be had. */
async function openVector(mode: SearchMode, environment: SearchEnvironment): Promise<Retriever> {
  if (mode === "vector") return openStrictVector(mode, environment);
  try {
    const retriever = await openStrictVector(mode, environment);
    return {
      retrieve: (request) =>
        retriever.retrieve(request).catch((error: unknown) => toAbsent(error).retrieve(request)),
    };
  } catch (error) {
    return toAbsent(error);
  }
}

async function openStrictVector(mode: SearchMode, environment: SearchEnvironment): Promise<Retriever> {
  const { config, index } = environment;
  const embedder = await environment.openEmbedder();
  const key = embedder === null ? null : toVectorKey(embedder, config);
  const table = key === null ? null : await index.ledger.find(key);
  if (embedder !== null && key !== null && table !== null) {
    const { ledger } = index;
    return createVectorRetriever({ embedder, store: () => index.vectorStore(), ledger, key, table });
  }
  const reason = key === null ? 'embeddings.provider is "none"' : await whyNoTable(index.ledger, key);
  if (mode === "vector") {
    throw new KebabError("index-missing", `Cannot search by meaning: ${reason}`, {
      hint:
        key === null
          ? "Set embeddings.provider and run `kebab index --embeddings`, or use --mode lexical"
          : "Run `kebab index --embeddings`, or use --mode lexical",
    });
  }
  return createAbsentRetriever(reason);
}

function toAbsent(error: unknown): Retriever {
  const isWithoutModel =
    error instanceof KebabError && (error.code === "model-missing" || error.code === "model-unreachable");
  if (!isWithoutModel) throw error;
  return createAbsentRetriever(error.hint === null ? error.message : `${error.message} (${error.hint})`);
}

async function whyNoTable(ledger: VectorLedger, key: VectorTableKey): Promise<string> {
  const tables = (await ledger.tables()).filter(({ committed }) => committed > 0);
  const other = tables.find(({ modelId, store }) => modelId !== key.modelId || store !== key.store);
  if (tables.some(({ modelId, store }) => modelId === key.modelId && store === key.store)) {
    return `the vectors of ${key.modelId} are of another version`;
  }
  if (other === undefined) return "this index has no vectors yet";
  return `this index has vectors of ${other.modelId} in ${other.store}, none of ${key.modelId} in ${key.store}`;
}
