import type { AnswerOutcome, AnswerProgress } from "../answer/answer-question.ts";
import type { CheckedSentence } from "../answer/checked-sentence.ts";
import type { GateDecision } from "../answer/gate.ts";
import type { Packing } from "../answer/pack.ts";
import type { PackedSource } from "../answer/packed-source.ts";
import { PROMPT_VERSION } from "../answer/prompt.ts";
import type { RetrievedPassage } from "../answer/retrieved.ts";
import { toSharedHeadings, toSourceUri } from "../answer/source-place.ts";
import type { SearchMode } from "../core/search.ts";
import type { StoredDocument } from "../ports/document-store.ts";
import type { Answer, AnswerEvent, AnswerSentence, AnswerSource } from "../wire/answer.ts";
import type { SearchHitWire } from "../wire/search.ts";
import { toCitation } from "./to-wire.ts";

/** What the wire tells of an answer and the answer itself does not know. */
export interface AnswerContext {
  readonly mode: SearchMode;
  readonly provider: Answer["provider"];
  readonly model: string;
  readonly indexVersion: string | null;
  /** Of the searches. */
  readonly warnings: readonly string[];
  readonly explain: boolean;
  readonly toHit: (passage: RetrievedPassage) => SearchHitWire;
  readonly isStale: (document: StoredDocument) => boolean;
}

const CANDIDATES = 3;

export function toEventWire(event: AnswerProgress, context: AnswerContext): AnswerEvent {
  const schema_version = "answer_event.v1";
  switch (event.kind) {
    case "sources":
      return {
        schema_version,
        kind: event.kind,
        sources: event.sources.map((each) => toSource(each, [], context)),
      };
    case "text":
      return { schema_version, kind: event.kind, text: event.text };
    case "final":
      return { schema_version, kind: event.kind, answer: toAnswer(event.outcome, context) };
  }
}

function toAnswer(outcome: AnswerOutcome, context: AnswerContext): Answer {
  const { refusal, gate, packing, sentences, usage } = outcome;
  return {
    schema_version: "answer.v1",
    question: outcome.question,
    lang: outcome.lang,
    mode: context.mode,
    answer: outcome.text,
    grounded: outcome.grounded,
    refusal_reason: refusal,
    message: outcome.message,
    sentences: sentences.map(toSentence),
    sources: (packing?.sources ?? []).map((source) => toSource(source, sentences, context)),
    candidates: refusal === null ? [] : outcome.passages.slice(0, CANDIDATES).map(context.toHit),
    gate: gate === null ? null : toGate(gate),
    provider: context.provider,
    model: context.model,
    prompt_version: PROMPT_VERSION,
    usage: usage === null ? null : { prompt_tokens: usage.promptTokens, answer_tokens: usage.answerTokens },
    index_version: context.indexVersion,
    warnings: [...new Set([...context.warnings, ...outcome.warnings])],
    ...(context.explain ? { explain: toExplain(outcome, context) } : {}),
  };
}

function toSource(
  { number, chunks, rank, tokens }: PackedSource,
  sentences: readonly CheckedSentence[],
  { isStale }: AnswerContext,
): AnswerSource {
  // A source is made of at least one chunk.
  const { document } = chunks[0] as PackedSource["chunks"][number];
  return {
    number,
    cited: sentences.some(({ citations }) => citations.includes(number)),
    doc_id: document.id,
    doc_path: document.path,
    title: document.title,
    heading_path: [...toSharedHeadings(chunks)],
    uri: toSourceUri(chunks),
    chunk_ids: chunks.map(({ id }) => id),
    citations: chunks.map(toCitation),
    rank,
    tokens,
    stale: isStale(document),
  };
}

function toSentence(sentence: CheckedSentence): AnswerSentence {
  return {
    text: sentence.text,
    citations: [...sentence.citations],
    claim: sentence.isClaim,
    supported: sentence.supported,
    problems: [...sentence.problems],
    missing: [...sentence.missing],
    word_overlap: sentence.wordOverlap,
    cosine: sentence.cosine,
  };
}

function toGate({ missingTerms, background, ...figures }: GateDecision): NonNullable<Answer["gate"]> {
  return {
    passed: figures.passed,
    evidence: figures.evidence,
    threshold: figures.threshold,
    coverage: figures.coverage,
    missing_terms: [...missingTerms],
    cosine: figures.cosine,
    background: background === null ? null : { ...background },
  };
}

function toExplain(
  { passages, packing, prompt, parts, timing }: AnswerOutcome,
  { toHit }: AnswerContext,
): NonNullable<Answer["explain"]> {
  return {
    hits: passages.map(toHit),
    packing: packing === null ? null : toPacking(packing, prompt),
    parts: parts.map((part) => ({
      question: part.question,
      chunk_ids: part.passages.map(({ chunk }) => chunk.id),
    })),
    timing: {
      total_ms: timing.totalMs,
      retrieve_ms: timing.retrieveMs,
      generate_ms: timing.generateMs,
      check_ms: timing.checkMs,
    },
  };
}

function toPacking(packing: Packing, prompt: AnswerOutcome["prompt"]) {
  return {
    budget_tokens: packing.budgetTokens,
    used_tokens: packing.usedTokens,
    packed: packing.packed,
    left_out: packing.leftOut,
    prompt: prompt.map(({ role, content }) => ({ role, content })),
  };
}
