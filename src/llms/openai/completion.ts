import { parseJsonOrNull, toServerMessage } from "../../core/server-answer.ts";
import { BROKE_OFF, ServerFault } from "../chat-server.ts";
import { type AnswerPart, toUsage } from "../model-events.ts";
import type { StreamLine } from "../stream-lines.ts";
import { readServerSentEvents } from "./server-sent-events.ts";

interface Completion {
  readonly choices?: readonly Choice[] | null;
  readonly usage?: { readonly prompt_tokens?: unknown; readonly completion_tokens?: unknown } | null;
  readonly error?: unknown;
}

interface Choice {
  /** Of a chunk. */
  readonly delta?: Message | null;
  /** Of a completion in one piece. */
  readonly message?: Message | null;
  readonly finish_reason?: unknown;
}

interface Message {
  readonly content?: unknown;
  /** Two names that servers have for the same. */
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
}

type End = Extract<AnswerPart, { kind: "end" }>;

/** The parts of a streamed answer. `[DONE]` ends it, or the end of the stream once the model has said why it stopped. */
export async function* readCompletionStream(lines: AsyncIterable<StreamLine>): AsyncGenerator<AnswerPart> {
  let reason: End["reason"] | null = null;
  let usage: End["usage"] = null;
  for await (const event of readServerSentEvents(lines)) {
    if (event.data.trim() === "[DONE]") {
      yield { kind: "end", reason: reason ?? "stop", usage };
      return;
    }
    const completion = parseCompletion(event.data, event.isComplete);
    if (event.name === "error") throw toStreamError(completion);
    yield* toParts(completion);
    usage = toCompletionUsage(completion) ?? usage;
    reason = toEndReason(completion) ?? reason;
  }
  if (reason !== null) yield { kind: "end", reason, usage };
}

/** From a server that does not stream: the answer in one piece. */
export function toCompletionParts(text: string): AnswerPart[] {
  const completion = parseCompletion(text, true);
  if ((completion.choices ?? []).length === 0) throw new ServerFault("its answer holds no choice");
  const reason = toEndReason(completion) ?? "stop";
  return [...toParts(completion), { kind: "end", reason, usage: toCompletionUsage(completion) }];
}

function parseCompletion(text: string, isComplete: boolean): Completion {
  const body = parseJsonOrNull(text);
  if (typeof body !== "object" || body === null) {
    throw new ServerFault(isComplete ? "a part of its answer is no JSON object" : BROKE_OFF);
  }
  const completion: Completion = body;
  const { choices, error } = completion;
  if (error !== undefined && error !== null) throw toStreamError(body);
  if (choices !== undefined && choices !== null && !Array.isArray(choices)) {
    throw new ServerFault("a part of its answer has no list of choices");
  }
  return completion;
}

/** The status was sent before it failed: the error comes within the answer. */
function toStreamError(body: unknown): ServerFault {
  return new ServerFault(`it says: ${toServerMessage({ body }) ?? "error"}`);
}

function toParts({ choices }: Completion): AnswerPart[] {
  const message = choices?.[0]?.delta ?? choices?.[0]?.message;
  if (message === undefined || message === null) return [];
  const reasoning = message.reasoning_content ?? message.reasoning;
  const text = toText(message.content);
  return [
    ...(typeof reasoning === "string" && reasoning !== "" ? [{ kind: "reasoning" } as const] : []),
    ...(text === "" ? [] : [{ kind: "text", text } as const]),
  ];
}

/** A string; from some servers a list of parts, of which those that are no text are the model's reasoning. */
function toText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: { type?: unknown; text?: unknown } | null) =>
      part?.type === "text" && typeof part.text === "string" ? part.text : "",
    )
    .join("");
}

function toEndReason({ choices }: Completion): End["reason"] | null {
  const reason = choices?.[0]?.finish_reason;
  if (reason === "content_filter") {
    throw new ServerFault("its content filter withheld the rest of the answer", {
      hint: "Ask in other words, or change answer.model or answer.endpoint",
    });
  }
  if (typeof reason !== "string" || reason === "") return null;
  return reason === "length" ? "length" : "stop";
}

function toCompletionUsage({ usage }: Completion): End["usage"] {
  return toUsage(usage?.prompt_tokens, usage?.completion_tokens);
}
