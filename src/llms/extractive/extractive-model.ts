import { KebabError } from "../../core/errors.ts";
import { detectLanguage } from "../../core/language.ts";
import { findQuestionKinds } from "../../core/question-kind.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { GenerateOptions, LanguageModel, ModelEvent, ModelRequest } from "../../ports/language-model.ts";
import { chooseUnits } from "./choose.ts";
import { addMeaning } from "./meaning.ts";
import { type QuestionWord, toQuestionWords } from "./question-words.ts";
import { toTexts } from "./render.ts";
import { scoreByWords } from "./score.ts";
import { shorten } from "./shorten.ts";
import { toUnits, type Unit } from "./units.ts";

export interface ExtractiveModelOptions {
  /** Null: by words alone. It is the caller's, and stays open. */
  readonly embedder: Embedder | null;
  /** A block of code and the steps of a list count as one. */
  readonly maxSentences?: number;
}

const DEFAULT_SENTENCES = 3;

/**
 * Answers with the sentences of the sources that say most about the question, as they stand there, each with the
 * number of its source. It writes nothing itself, so no source can talk it into anything. When nothing bears on the
 * question it says nothing.
 */
export function createExtractiveModel(options: ExtractiveModelOptions): LanguageModel {
  const { embedder, maxSentences = DEFAULT_SENTENCES } = options;
  return {
    modelId: "extractive",
    followsInstructions: false,
    generate: (request, limits) => generate(request, { ...limits, embedder, maxSentences }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

type Settings = GenerateOptions & Required<ExtractiveModelOptions>;

async function* generate(request: ModelRequest, settings: Settings): AsyncGenerator<ModelEvent> {
  const { signal, maxTokens } = settings;
  throwIfStopped(signal);
  const units = await findAnswer(request, settings);
  let tokens = 0;
  for (const text of toTexts(units)) {
    throwIfStopped(signal);
    tokens += estimateTokens(text);
    // The first is told whole: a part of a sentence may say the opposite of it.
    if (tokens > maxTokens && tokens > estimateTokens(text)) {
      yield { kind: "end", reason: "length", usage: null };
      return;
    }
    yield { kind: "text", text };
  }
  throwIfStopped(signal);
  yield { kind: "end", reason: "stop", usage: null };
}

async function findAnswer({ question, sources }: ModelRequest, settings: Settings): Promise<Unit[]> {
  const { embedder, maxSentences, signal } = settings;
  const words = toQuestionWords(question);
  const kinds = findQuestionKinds(question);
  const names = findAskedNames(question, words);
  const wantsCode =
    kinds.has("how") || names.length > 0 || (kinds.size === 0 && detectLanguage(question) === "en");
  const byWords = scoreByWords(toUnits(sources), { words, kinds, names, wantsCode });
  const scored = await withMeaning(byWords, question, {
    embedder,
    ...(signal === undefined ? {} : { signal }),
  });
  const terms = words.flatMap((word) => word.terms);
  return chooseUnits(scored, { maxSentences, kinds, words: words.length }).map((unit) =>
    shorten(unit, terms),
  );
}

/** The names of code in a question that asks for little else: "parseHttpHeader", "outbox_pending index". */
function findAskedNames(question: string, words: readonly QuestionWord[]): string[] {
  const names = question.match(CODE_NAME) ?? [];
  const ofNames = new Set(names.flatMap((name) => toQuestionWords(name).map(({ text }) => text)));
  return words.filter(({ text }) => !ofNames.has(text)).length <= 1 ? names : [];
}

/** parseHttpHeader, MIN_FREE_GIB, max.poll.records; at most so long, as no name is longer. */
const CODE_NAME =
  /\b(?:[a-z]+[A-Z]\w{0,60}|[A-Z][a-z]+[A-Z]\w{0,60}|\w{1,40}(?:_\w{1,40}){1,8}|[a-z]\w{0,40}(?:\.[a-z]\w{0,40}){1,8})\b/g;

async function withMeaning(...parts: Parameters<typeof addMeaning>): ReturnType<typeof addMeaning> {
  try {
    return await addMeaning(...parts);
  } catch (error) {
    throwIfStopped(parts[2].signal);
    throw error;
  }
}

function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new KebabError("interrupted", "Stopped answering before the last sentence", { cause: signal.reason });
}
