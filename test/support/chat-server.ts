import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { answerJson, LocalServer } from "./local-server.ts";

/** How an answer looks on the wire. */
export interface ChatProtocol {
  readonly path: string;
  readonly contentType: string;
  /** One frame for each piece, then those that end an answer. */
  readonly toFrames: (pieces: readonly string[]) => string[];
}

export interface ChatExchange {
  readonly request: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  readonly response: ServerResponse;
  /** From 1. */
  readonly count: number;
  /** When the connection of this exchange is gone. */
  readonly closed: Promise<void>;
}

export type Respond = (exchange: ChatExchange) => Promise<void> | void;

export const ANSWER = [
  "배포 ",
  "롤백은 ",
  "`kubectl rollout undo`",
  "로 한다 [1]. ",
  "🚀 ",
  "Check /healthz.",
];

/** A server that speaks one protocol, as long as `respond` does not misbehave. */
export class ChatServer implements AsyncDisposable {
  readonly url: string;
  readonly exchanges: ChatExchange[];
  readonly #server: LocalServer;

  private constructor(server: LocalServer, exchanges: ChatExchange[]) {
    this.#server = server;
    this.url = server.url;
    this.exchanges = exchanges;
  }

  static async open(protocol: ChatProtocol, respond: Respond): Promise<ChatServer> {
    const exchanges: ChatExchange[] = [];
    const server = await LocalServer.open((request, response, body) => {
      if (request.method !== "POST" || request.url !== protocol.path) {
        answerJson(response, 404, { error: "404 page not found" });
        return;
      }
      const exchange = {
        request: JSON.parse(body) as Record<string, unknown>,
        headers: request.headers,
        response,
        count: exchanges.length + 1,
        closed: new Promise<void>((resolve) => response.once("close", resolve)),
      };
      exchanges.push(exchange);
      void respond(exchange);
    });
    return new ChatServer(server, exchanges);
  }

  async untilIdle(): Promise<void> {
    await Promise.all(this.exchanges.map(({ closed }) => closed));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server[Symbol.asyncDispose]();
  }
}

/** Sends the pieces one by one, each as a packet of its own as far as the system lets it, and leaves it open. */
export async function write(response: ServerResponse, pieces: Iterable<string | Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    await turn();
  }
}

export async function beginAnswer(
  { response }: ChatExchange,
  protocol: ChatProtocol,
  pieces: readonly string[],
): Promise<void> {
  response.writeHead(200, { "content-type": protocol.contentType });
  response.socket?.setNoDelay();
  response.flushHeaders();
  await write(response, protocol.toFrames(pieces).slice(0, pieces.length));
}

/** A whole answer. */
export function say(protocol: ChatProtocol, pieces: readonly string[] = ANSWER): Respond {
  return async ({ response }) => {
    response.writeHead(200, { "content-type": protocol.contentType });
    await write(response, protocol.toFrames(pieces));
    response.end();
  };
}

export interface RawServer extends AsyncDisposable {
  readonly url: string;
  readonly connections: number;
}

/** For what no HTTP server would send. `onRequest` gets the connection once a request has begun to arrive. */
export async function openRawServer(
  onRequest: (socket: Socket, count: number) => void,
  port = 0,
): Promise<RawServer> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections++;
    const count = connections;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("data", () => onRequest(socket, count));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Where nothing listens. */
export async function findFreePort(): Promise<number> {
  await using server = await openRawServer((socket) => socket.destroy());
  return Number(new URL(server.url).port);
}
