import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A real HTTP server on a port of its own, closed with all its connections at the end of its block. */
export class LocalServer implements AsyncDisposable {
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(handler: Handler): Promise<LocalServer> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => handler(request, response, Buffer.concat(parts).toString("utf8")));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new LocalServer(server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

/** Vectors that tell the texts apart: where a letter occurs, its place counts. */
export function toTestVector(text: string, dimension = 4): number[] {
  const vector = Array.from({ length: dimension }, () => 1);
  for (let at = 0; at < text.length; at++) {
    const place = text.charCodeAt(at) % dimension;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}
