import { type ChatProtocol, ChatServer, type Respond, say } from "./chat-server.ts";
import { answerJson } from "./local-server.ts";

export const OPENAI_MODEL = "gpt-4o-mini";

const CHUNK = {
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model: OPENAI_MODEL,
};

export function toEvent(body: unknown): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}

export function toChunk(delta: unknown, finishReason: string | null = null): string {
  return toEvent({
    ...CHUNK,
    choices: [{ index: 0, delta, finish_reason: finishReason }],
    usage: null,
  });
}

export const USAGE_CHUNK = toEvent({
  ...CHUNK,
  choices: [],
  usage: { prompt_tokens: 26, completion_tokens: 6, total_tokens: 32 },
});

export const DONE = "data: [DONE]\n\n";

/** `/v1/chat/completions`: server-sent events. */
export const OPENAI_CHAT: ChatProtocol = {
  path: "/v1/chat/completions",
  contentType: "text/event-stream; charset=utf-8",
  toFrames: (pieces) => [
    ...pieces.map((content, index) => toChunk(index === 0 ? { role: "assistant", content } : { content })),
    toChunk({}, "stop"),
    USAGE_CHUNK,
    DONE,
  ],
};

/** With a key it refuses everybody who has another. */
export function openOpenAiChatServer(
  respond: Respond = say(OPENAI_CHAT),
  options: { readonly apiKey?: string; readonly path?: string } = {},
): Promise<ChatServer> {
  const { apiKey, path = OPENAI_CHAT.path } = options;
  return ChatServer.open({ ...OPENAI_CHAT, path }, (exchange) => {
    const { request, headers, response } = exchange;
    const refuse = (status: number, message: string, code: string): void =>
      answerJson(response, status, { error: { message, type: "invalid_request_error", param: null, code } });
    const given = headers.authorization;
    if (apiKey !== undefined && given !== `Bearer ${apiKey}`) {
      refuse(401, `Incorrect API key provided: ${given?.slice("Bearer ".length)}`, "invalid_api_key");
    } else if (request.model !== OPENAI_MODEL) {
      refuse(404, `The model \`${String(request.model)}\` does not exist`, "model_not_found");
    } else {
      return respond(exchange);
    }
  });
}
