import type { ChatMessage } from "../../ports/language-model.ts";
import type { RefusedAnswer } from "../refused-answer.ts";

/** What some models refuse: reasoning models the first and the last, older servers the one between. */
const ADAPTABLE = ["max_tokens", "stream_options", "temperature"] as const;
export type AdaptableParameter = (typeof ADAPTABLE)[number];

export function toRequestBody(
  asked: { readonly model: string; readonly messages: readonly ChatMessage[]; readonly maxTokens: number },
  refused: ReadonlySet<AdaptableParameter>,
): Readonly<Record<string, unknown>> {
  const { model, messages, maxTokens } = asked;
  return {
    model,
    messages,
    stream: true,
    ...(refused.has("max_tokens") ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(refused.has("stream_options") ? {} : { stream_options: { include_usage: true } }),
    ...(refused.has("temperature") ? {} : { temperature: 0 }),
  };
}

/** By `error.param`, else the first that the words name; null when it was something else, or was left out already. */
export function findRefusedParameter(
  { status, body, text }: RefusedAnswer,
  refused: ReadonlySet<AdaptableParameter>,
): AdaptableParameter | null {
  if (status !== 400 && status !== 422) return null;
  const param = (body as { error?: { param?: unknown } | null } | null)?.error?.param;
  const named = typeof param === "string" && param !== "" ? param : text;
  return (
    ADAPTABLE.find((parameter) => !refused.has(parameter) && new RegExp(`\\b${parameter}\\b`).test(named)) ??
    null
  );
}
