import { expect } from "vitest";
import type { LanguageModel, ModelEvent } from "../../src/ports/language-model.ts";
import { MODEL_REQUEST } from "../contracts/language-model-contract.ts";
import type { ChatProtocol, ChatServer, Respond } from "./chat-server.ts";

export interface ChatAdapter {
  readonly name: string;
  readonly protocol: ChatProtocol;
  /** A frame that says what went wrong after the answer has begun. */
  readonly errorFrame: (words: string) => string;
  readonly openServer: (respond?: Respond) => Promise<ChatServer>;
  readonly create: (endpoint: string, timeoutMs: number) => LanguageModel;
}

export const LIMITS = { maxTokens: 512, contextTokens: 8192 };
export const PATIENT_MS = 30_000;

interface Outcome {
  readonly texts: string[];
  readonly end: ModelEvent | null;
  readonly error: unknown;
}

/** Reads until the end or the error, and keeps what was said before. */
export async function listen(
  model: LanguageModel,
  options: { readonly signal?: AbortSignal; readonly onText?: () => Promise<void> | void } = {},
): Promise<Outcome> {
  const { onText, ...rest } = options;
  const texts: string[] = [];
  let end: ModelEvent | null = null;
  try {
    for await (const event of model.generate(MODEL_REQUEST, { ...LIMITS, ...rest })) {
      if (event.kind === "end") end = event;
      else texts.push(event.text);
      await onText?.();
    }
  } catch (error) {
    return { texts, end, error };
  }
  return { texts, end, error: null };
}

export const unreachable = (words: string) =>
  expect.objectContaining({ code: "model-unreachable", message: expect.stringContaining(words) });
export const interrupted = expect.objectContaining({ code: "interrupted" });
