import type { GenerateOptions, ModelEvent, ModelUsage } from "../ports/language-model.ts";
import { AnswerText } from "./answer-text.ts";
import { BROKE_OFF, type ChatServer, ServerFault, throwIfInterrupted, toModelError } from "./chat-server.ts";

/** What an adapter read from its server. */
export type AnswerPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "reasoning" }
  | { readonly kind: "end"; readonly reason: "stop" | "length"; readonly usage: ModelUsage | null };

/** Far above what any tokenizer packs into one: a server that never stops is stopped, and nobody checks a gigabyte. */
const MOST_CHARACTERS_A_TOKEN = 16;

/** The stream of the port, from what an adapter read. A stream without its end mark broke off. */
export async function* toModelEvents(
  parts: AsyncIterable<AnswerPart>,
  server: ChatServer,
  { maxTokens, signal }: GenerateOptions,
): AsyncGenerator<ModelEvent> {
  const answer = new AnswerText();
  let hasReasoned = false;
  let characters = 0;
  try {
    for await (const part of parts) {
      throwIfInterrupted(signal);
      if (part.kind === "reasoning") {
        hasReasoned = true;
        continue;
      }
      const text = part.kind === "text" ? answer.push(part.text) : answer.end();
      if (text !== "") {
        characters += text.length;
        yield { kind: "text", text };
        throwIfInterrupted(signal);
        if (characters > maxTokens * MOST_CHARACTERS_A_TOKEN) {
          yield { kind: "end", reason: "length", usage: null };
          return;
        }
      }
      if (part.kind === "text") continue;
      const isCut = part.reason === "length";
      if (isCut && characters === 0 && (hasReasoned || answer.hasReasoned)) throw toAllReasoning(maxTokens);
      yield part;
      return;
    }
    throw new ServerFault(BROKE_OFF);
  } catch (error) {
    throw toModelError(error, server, signal);
  }
}

/** An empty answer would look as if the model had nothing to say. */
function toAllReasoning(maxTokens: number): ServerFault {
  return new ServerFault(`the model used all ${maxTokens} tokens for its reasoning and said nothing`, {
    hint: "Raise answer.max_tokens, or set answer.model to one that does not reason first",
  });
}

/** Null unless both counts are there. */
export function toUsage(promptTokens: unknown, answerTokens: unknown): ModelUsage | null {
  return isCount(promptTokens) && isCount(answerTokens) ? { promptTokens, answerTokens } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
