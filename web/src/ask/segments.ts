import type { Wire } from "../wire.ts";

export type AnswerSentence = Wire<"answer.v1">["sentences"][number];

export interface Segment {
  readonly text: string;
  /** Null for what stands between sentences. */
  readonly sentence: AnswerSentence | null;
}

/** The answer cut into its checked sentences and what stands between them; put together it is the answer again. */
export function toSegments(answer: string, sentences: readonly AnswerSentence[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const sentence of sentences) {
    const start = answer.indexOf(sentence.text, at);
    if (start === -1 || sentence.text === "") continue;
    if (start > at) segments.push({ text: answer.slice(at, start), sentence: null });
    segments.push({ text: sentence.text, sentence });
    at = start + sentence.text.length;
  }
  if (at < answer.length) segments.push({ text: answer.slice(at), sentence: null });
  return segments;
}
