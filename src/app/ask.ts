import { answerQuestion } from "../answer/answer-question.ts";
import type { RetrievedPassage } from "../answer/retrieved.ts";
import type { Config } from "../config/keys.ts";
import { KebabError, toMessage } from "../core/errors.ts";
import type { StoredDocument } from "../ports/document-store.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Answer, AnswerEvent } from "../wire/answer.ts";
import type { SearchHitWire } from "../wire/search.ts";
import { toEventWire } from "./answer-wire.ts";
import { openGate } from "./open-gate.ts";
import { openLanguageModel } from "./open-language-model.ts";
import type { SearchEnvironment } from "./retrievers.ts";
import { checkQuery, checkTop, type RetrieveOptions, retrieve, type SearchOptions } from "./search.ts";

export interface AskOptions
  extends Pick<SearchOptions, "mode" | "top" | "filter" | "threshold" | "minScore" | "explain"> {
  /** Take the question apart, search for each part, and answer the whole. */
  readonly multiHop?: boolean;
  /** In place of the configured one. */
  readonly provider?: Answer["provider"];
  readonly model?: string;
  /** Ends the answer with what was said so far. */
  readonly signal?: AbortSignal;
}

export interface AskEnvironment {
  readonly config: Config;
  /** Throws "index-missing" where nothing was ever ingested. */
  openSearching(): SearchEnvironment;
}

/** A model reads few passages well; what is beyond them is seldom the answer. */
const DEFAULT_TOP = 8;

export async function* askIndex(
  question: string,
  options: AskOptions,
  environment: AskEnvironment,
): AsyncGenerator<AnswerEvent, void, undefined> {
  checkQuery(question);
  const { config } = environment;
  const { multiHop = false, explain = false, signal } = options;
  const mode = options.mode ?? config.search.defaultMode;
  const top = checkTop(options.top ?? DEFAULT_TOP);
  const settings = toSettings(config.answer, options);
  const found = createFound();
  const index = openSearching(environment);
  const embedder =
    index === null ? null : await openEmbedder(question, index, { warnings: found.warnings, signal });
  await using model = await openLanguageModel(settings, { embedder });
  const searching = index === null ? null : withEmbedder(index, embedder);
  const { contextTokens, maxTokens } = settings;
  const events = answerQuestion(
    question,
    {
      retrieve: async (text) =>
        searching === null ? null : findPassages(text, { ...options, mode, top }, searching, found),
      gate: searching === null ? refuseUnasked : openGate(searching, embedder),
      model,
      embedder,
    },
    { contextTokens, maxTokens, multiHop, ...(signal === undefined ? {} : { signal }) },
  );
  for await (const event of events) {
    yield toEventWire(event, {
      mode,
      provider: settings.provider,
      model: model.modelId,
      indexVersion: found.indexVersion,
      warnings: found.warnings,
      explain,
      toHit: ({ chunk, rank }) => ({ ...(found.hits.get(chunk.id) as SearchHitWire), rank }),
      isStale: found.isStale,
    });
  }
}

export async function toWholeAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  let answer: Answer | null = null;
  for await (const event of events) if (event.kind === "final") answer = event.answer;
  if (answer === null)
    throw new KebabError("internal", "Cannot answer: the stream ended without its last event");
  return answer;
}

/** What the searches of one question have found. */
interface Found {
  readonly hits: Map<string, SearchHitWire>;
  readonly warnings: string[];
  indexVersion: string | null;
  isStale: (document: StoredDocument) => boolean;
}

function createFound(): Found {
  return { hits: new Map(), warnings: [], indexVersion: null, isStale: () => false };
}

/** Null where the index is empty. */
async function findPassages(
  question: string,
  options: RetrieveOptions,
  searching: SearchEnvironment,
  found: Found,
): Promise<readonly RetrievedPassage[] | null> {
  const { result, toWire, isStale } = await retrieve(question, options, searching);
  found.isStale = isStale;
  found.indexVersion = result.indexVersion;
  found.warnings.push(...result.warnings);
  for (const hit of result.hits) {
    if (!found.hits.has(hit.chunk.id)) found.hits.set(hit.chunk.id, toWire(hit));
  }
  if (result.hits.length === 0 && (await searching.index.reader.countDocuments({})) === 0) return null;
  return result.hits.map(({ chunk, rank, score, scores }) => ({
    chunk,
    rank,
    score,
    cosine: scores.vectorRaw,
  }));
}

function refuseUnasked(): never {
  throw new KebabError("internal", "Cannot judge what was found: there is no index");
}

/** Null where nothing was ever ingested: a question gets a refusal, where a search gets an error. */
function openSearching(environment: AskEnvironment): SearchEnvironment | null {
  try {
    return environment.openSearching();
  } catch (error) {
    if (error instanceof KebabError && error.code === "index-missing") return null;
    throw error;
  }
}

/**
 * Asked for the question's vector at once: a server that cannot be reached is known before the answer is begun.
 * Without its model an answer is chosen and checked by words alone, and says so.
 */
async function openEmbedder(
  question: string,
  searching: SearchEnvironment,
  { warnings, signal }: { warnings: string[]; signal: AbortSignal | undefined },
): Promise<Embedder | null> {
  try {
    const embedder = await searching.openEmbedder();
    if (embedder?.covers(question, "query") === true) {
      await embedder.embedQuery(question, signal === undefined ? {} : { signal });
    }
    return embedder;
  } catch (error) {
    // The answer ends before it is begun, and says so.
    if (signal?.aborted === true) return null;
    const isWithoutModel =
      error instanceof KebabError && (error.code === "model-missing" || error.code === "model-unreachable");
    if (!isWithoutModel) throw error;
    warnings.push(`the answer is chosen and checked by words alone: ${toMessage(error)}`);
    return null;
  }
}

/** Where there is no embedder the search tells why by its own. */
function withEmbedder(searching: SearchEnvironment, embedder: Embedder | null): SearchEnvironment {
  return embedder === null ? searching : { ...searching, openEmbedder: async () => embedder };
}

function toSettings(configured: Config["answer"], { provider, model }: AskOptions): Config["answer"] {
  return {
    ...configured,
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
  };
}
