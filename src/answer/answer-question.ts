import { KebabError, toMessage } from "../core/errors.ts";
import { detectLanguage } from "../core/language.ts";
import type { RefusalReason } from "../core/refusal.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { ChatMessage, LanguageModel, ModelUsage } from "../ports/language-model.ts";
import { checkAnswer } from "./check-answer.ts";
import type { CheckedSentence } from "./checked-sentence.ts";
import type { CheckedSource } from "./cited-text.ts";
import type { Gate, GateDecision } from "./gate.ts";
import { toPlainMarkers } from "./markers.ts";
import { isModelRefusal, mayBecomeNoAnswer } from "./model-refusal.ts";
import { decompose, mergePassages, NOT_TAKEN_APART, type QuestionPart, refuseMultiHop } from "./multi-hop.ts";
import { type Packing, packPassages } from "./pack.ts";
import type { PackedSource } from "./packed-source.ts";
import { countTemplateTokens, toMessages, toPromptSource } from "./prompt.ts";
import { toRefusalMessage } from "./refusal-message.ts";
import type { RetrievedPassage } from "./retrieved.ts";

export interface AnswerDependencies {
  /** Best first; null when nothing was ever ingested. */
  retrieve(question: string): Promise<readonly RetrievedPassage[] | null>;
  readonly gate: Gate;
  readonly model: LanguageModel;
  /** For the check; null: words alone are compared. */
  readonly embedder: Embedder | null;
}

export interface AnswerOptions {
  readonly contextTokens: number;
  readonly maxTokens: number;
  readonly multiHop?: boolean;
  readonly signal?: AbortSignal;
}

export type AnswerProgress =
  | { readonly kind: "sources"; readonly sources: readonly PackedSource[] }
  /** All of them together, without blanks at the end, are the answer. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "final"; readonly outcome: AnswerOutcome };

export interface AnswerOutcome {
  readonly question: string;
  readonly lang: string;
  /** Null when there is none; when it broke off, what was said. */
  readonly text: string | null;
  readonly grounded: boolean;
  readonly refusal: RefusalReason | null;
  readonly message: string | null;
  /** What was said and not held back, also when it is no answer. */
  readonly sentences: readonly CheckedSentence[];
  readonly passages: readonly RetrievedPassage[];
  readonly gate: GateDecision | null;
  readonly packing: Packing | null;
  readonly prompt: readonly ChatMessage[];
  readonly parts: readonly QuestionPart[];
  readonly usage: ModelUsage | null;
  readonly warnings: readonly string[];
  readonly timing: AnswerTiming;
}

interface AnswerTiming {
  readonly totalMs: number;
  readonly retrieveMs: number;
  readonly generateMs: number;
  readonly checkMs: number;
}

/** The outcome while it comes about. */
type Draft = {
  -readonly [Key in Exclude<
    keyof AnswerOutcome,
    "grounded" | "message" | "timing" | "warnings"
  >]: AnswerOutcome[Key];
} & {
  said: string;
  warnings: string[];
  timing: { -readonly [Key in keyof AnswerTiming]: AnswerTiming[Key] };
};

/** Fewer tokens than this hold no passage worth a question. */
const MIN_BUDGET_TOKENS = 64;

/**
 * Retrieves, gates, packs, asks, streams and checks. Ends with exactly one final event, whatever happens on the way:
 * where the signal was aborted or something failed, its reason is "stream_aborted" and it holds what was said so far,
 * checked. A failure, unlike an abort, is thrown after the final event. Only a question that cannot be asked at all
 * (no words, no room for sources, --multi-hop with a model that cannot) is thrown before anything.
 */
export async function* answerQuestion(
  question: string,
  dependencies: AnswerDependencies,
  options: AnswerOptions,
): AsyncGenerator<AnswerProgress, void, undefined> {
  const draft = createDraft(question);
  const budgetTokens = toBudget(draft, options);
  if (options.multiHop === true) refuseMultiHop(dependencies.model);
  const started = performance.now();
  let failure: Error | null = null;
  try {
    draft.refusal = await prepare(draft, budgetTokens, dependencies, options);
    draft.timing.retrieveMs = performance.now() - started;
    if (draft.packing !== null) {
      yield { kind: "sources", sources: draft.packing.sources };
      yield* generate(draft, draft.packing.sources, dependencies.model, options);
      await judge(draft, dependencies);
    }
  } catch (error) {
    draft.refusal = "stream_aborted";
    // Whoever aborted knows it; everything else is told.
    if (options.signal?.aborted !== true) failure = toError(error);
    try {
      await checkWhatWasSaid(draft, dependencies.embedder);
    } catch (checkError) {
      failure ??= toError(checkError);
    }
  }
  draft.timing.totalMs = performance.now() - started;
  yield { kind: "final", outcome: toOutcome(draft) };
  if (failure !== null) throw failure;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(toMessage(error));
}

function createDraft(question: string): Draft {
  if (question.trim() === "") {
    throw new KebabError("usage", "Cannot answer: there is no question", {
      hint: 'Ask in a few words, as in `kebab ask "how do we roll back?"`',
    });
  }
  return {
    question,
    lang: detectLanguage(question),
    text: null,
    said: "",
    refusal: null,
    sentences: [],
    passages: [],
    gate: null,
    packing: null,
    prompt: [],
    parts: [],
    usage: null,
    warnings: [],
    timing: { totalMs: 0, retrieveMs: 0, generateMs: 0, checkMs: 0 },
  };
}

function toBudget({ question, lang }: Draft, { contextTokens, maxTokens }: AnswerOptions): number {
  const budget = contextTokens - maxTokens - countTemplateTokens(question, lang);
  if (budget >= MIN_BUDGET_TOKENS) return budget;
  throw new KebabError(
    "usage",
    `Cannot answer: of ${contextTokens} tokens, the question and an answer of ${maxTokens} leave none for sources`,
    { hint: "Shorten the question, raise answer.context_tokens or lower answer.max_tokens" },
  );
}

/** Up to the prompt; gives the reason why there will be none. */
async function prepare(
  draft: Draft,
  budgetTokens: number,
  dependencies: AnswerDependencies,
  options: AnswerOptions,
): Promise<RefusalReason | null> {
  const { question, lang } = draft;
  options.signal?.throwIfAborted();
  const passages = await dependencies.retrieve(question);
  options.signal?.throwIfAborted();
  if (passages === null) return "no_index";
  draft.passages = passages;
  if (passages.length === 0) return "no_chunks";
  draft.gate = await dependencies.gate(question, passages);
  options.signal?.throwIfAborted();
  if (!draft.gate.passed) return "score_gate";
  if (draft.gate.missingTerms.length > 0) {
    draft.warnings.push(`nowhere in the index: ${draft.gate.missingTerms.join(", ")}`);
  }
  if (options.multiHop === true) await retrieveParts(draft, dependencies, options);
  const packing = packPassages(draft.passages, budgetTokens);
  draft.warnings.push(...packing.warnings);
  draft.prompt = toMessages(question, packing.sources, lang);
  draft.packing = packing;
  return null;
}

async function retrieveParts(
  draft: Draft,
  dependencies: AnswerDependencies,
  options: AnswerOptions,
): Promise<void> {
  const questions = await decompose(draft.question, dependencies.model, options);
  if (questions.length === 0) draft.warnings.push(NOT_TAKEN_APART);
  const parts: QuestionPart[] = [];
  for (const question of questions) {
    options.signal?.throwIfAborted();
    parts.push({ question, passages: (await dependencies.retrieve(question)) ?? [] });
  }
  draft.parts = parts;
  draft.passages = mergePassages([draft.passages, ...parts.map(({ passages }) => passages)]);
}

/** Streams what the model says; what may turn out to be the agreed refusal is held back until it cannot. */
async function* generate(
  draft: Draft,
  sources: readonly PackedSource[],
  model: LanguageModel,
  options: AnswerOptions,
): AsyncGenerator<AnswerProgress, void, undefined> {
  const started = performance.now();
  const request = {
    messages: draft.prompt,
    question: draft.question,
    sources: sources.map(toPromptSource),
  };
  let shown = 0;
  try {
    for await (const event of model.generate(request, options)) {
      if (event.kind === "end") {
        draft.usage = event.usage;
        if (event.reason === "length") {
          draft.warnings.push(`the answer was cut at ${options.maxTokens} tokens: raise answer.max_tokens`);
        }
        continue;
      }
      // Blanks before the first word are no part of the answer.
      draft.said += draft.said === "" ? event.text.trimStart() : event.text;
      const isHeldBack = model.followsInstructions && mayBecomeNoAnswer(draft.said);
      if (!isHeldBack && shown < draft.said.length) {
        yield { kind: "text", text: draft.said.slice(shown) };
        shown = draft.said.length;
      }
      options.signal?.throwIfAborted();
    }
    if (shown < draft.said.length && !isModelRefusal(draft.said)) {
      yield { kind: "text", text: draft.said.slice(shown) };
    }
  } finally {
    draft.timing.generateMs = performance.now() - started;
  }
}

/** What a whole answer is worth. */
async function judge(draft: Draft, { model, embedder }: AnswerDependencies): Promise<void> {
  if (draft.said.trim() === "") {
    // A model that only chooses sentences has not refused: none of them bears on the question.
    draft.refusal = model.followsInstructions ? "model_refused" : "score_gate";
    if (model.followsInstructions) draft.warnings.push(`${model.modelId} gave an empty answer`);
    return;
  }
  // Sentences of the sources are no words of a model, whatever they say.
  if (model.followsInstructions && isModelRefusal(draft.said)) {
    draft.refusal = "model_refused";
    return;
  }
  if (model.followsInstructions) draft.said = toPlainMarkers(draft.said);
  await checkWhatWasSaid(draft, embedder);
  const isSupported = draft.sentences.some(({ isClaim, supported }) => isClaim && supported);
  if (isSupported) draft.text = draft.said.trimEnd();
  else draft.refusal = "unsupported";
}

/** A broken-off answer keeps its text; the refusal line and half of it are none. */
async function checkWhatWasSaid(draft: Draft, embedder: Embedder | null): Promise<void> {
  const said = draft.said.trimEnd();
  const isBrokenOff = draft.refusal === "stream_aborted";
  if (said === "" || draft.packing === null || (isBrokenOff && mayBecomeNoAnswer(said))) return;
  const started = performance.now();
  const sources = draft.packing.sources.map(toCheckedSource);
  if (isBrokenOff) draft.text = said;
  try {
    draft.sentences = await checkAnswer(said, sources, { embedder });
  } catch (error) {
    const isWithoutModel =
      error instanceof KebabError && (error.code === "model-missing" || error.code === "model-unreachable");
    if (!isWithoutModel || embedder === null) throw error;
    draft.warnings.push(`the answer was checked by its words alone: ${toMessage(error)}`);
    draft.sentences = await checkAnswer(said, sources, { embedder: null });
  } finally {
    draft.timing.checkMs = performance.now() - started;
  }
}

/** A model that names a file has read the name in the prompt. */
function toCheckedSource(source: PackedSource): CheckedSource {
  const { headingPath, ...rest } = toPromptSource(source);
  const paths = source.chunks.slice(0, 1).map(({ document }) => document.path);
  return { ...rest, headingPath: [...paths, ...headingPath] };
}

function toOutcome({ said: _said, ...draft }: Draft): AnswerOutcome {
  const { refusal, lang, gate, sentences } = draft;
  const missingTerms = gate?.missingTerms ?? [];
  return {
    ...draft,
    grounded: refusal === null && sentences.every(({ supported }) => supported),
    message: refusal === null ? null : toRefusalMessage(refusal, { lang, missingTerms }),
  };
}
