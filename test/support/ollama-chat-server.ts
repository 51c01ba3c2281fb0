import { type ChatProtocol, ChatServer, type Respond, say } from "./chat-server.ts";
import { answerJson } from "./local-server.ts";

export const OLLAMA_MODEL = "qwen3:4b-instruct";

const CREATED = { model: OLLAMA_MODEL, created_at: "2026-01-01T00:00:00.000000Z" };

export function toOllamaLine(fields: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ ...CREATED, ...fields })}\n`;
}

/** `/api/chat`: one JSON object a line. */
export const OLLAMA_CHAT: ChatProtocol = {
  path: "/api/chat",
  contentType: "application/x-ndjson",
  toFrames: (pieces) => [
    ...pieces.map((content) => toOllamaLine({ message: { role: "assistant", content }, done: false })),
    toOllamaLine({
      message: { role: "assistant", content: "" },
      done: true,
      done_reason: "stop",
      total_duration: 4_883_583_458,
      prompt_eval_count: 26,
      eval_count: pieces.length,
    }),
  ],
};

export function openOllamaChatServer(respond: Respond = say(OLLAMA_CHAT)): Promise<ChatServer> {
  return ChatServer.open(OLLAMA_CHAT, (exchange) => {
    const { model } = exchange.request;
    if (model === OLLAMA_MODEL) return respond(exchange);
    answerJson(exchange.response, 404, { error: `model '${String(model)}' not found` });
  });
}
