import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { KebabError, toMessage } from "../core/errors.ts";
import type { ErrorBody } from "../wire/system.ts";
import { type Address, toOrigin } from "./address.ts";

export interface HttpServer {
  readonly address: Address;
  /** `http://127.0.0.1:7711` */
  readonly url: string;
  /** Takes no more connections and answers what came; false where something was still running after that time. */
  close(graceMs: number): Promise<boolean>;
}

const HEADERS_TIMEOUT_MS = 15_000;
/** Longer than the longest a route gives a body, which has the better words. */
const REQUEST_TIMEOUT_MS = 150_000;
const CHECK_INTERVAL_MS = 2000;
const MAX_CONNECTIONS = 1024;

export async function openHttpServer(
  fetch: (request: Request) => Response | Promise<Response>,
  { host, port }: Address,
): Promise<HttpServer> {
  const listener = getRequestListener(fetch, {
    overrideGlobalObjects: false,
    errorHandler: () =>
      Response.json(toBody("usage", "Cannot read the request"), {
        status: 400,
        headers: { connection: "close" },
      }),
  });
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      // Refused with words of ours.
      requireHostHeader: false,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.on("clientError", refuseUnreadable);
  server.on("upgrade", refuseUpgrade);
  await listen(server, { host, port });
  const bound = { host, port: (server.address() as AddressInfo).port };
  return { address: bound, url: toOrigin(bound), close: (graceMs) => close(server, graceMs) };
}

async function listen(server: Server, { host, port }: Address): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(toListenError(error, { host, port })));
    server.listen({ host, port }, resolve);
  });
}

function toListenError(error: NodeJS.ErrnoException, address: Address): KebabError {
  const place = toOrigin(address).replace("http://", "");
  const [reason, hint] =
    error.code === "EADDRINUSE"
      ? [
          "the port is in use",
          "Another `kebab serve` may run there already: open it, or choose another port with --port (0 takes any)",
        ]
      : error.code === "EACCES"
        ? ["the system does not allow this port", "Choose one from 1024 on with --port"]
        : [toMessage(error), "Check --host: it must be an address of this machine"];
  return new KebabError("usage", `Cannot listen on ${place}: ${reason}`, { hint, cause: error });
}

/** What is no HTTP, too long in its headers or too slow: nobody above ever sees it. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  if (error.code === "HPE_HEADER_OVERFLOW")
    sendRaw(socket, "431 Request Header Fields Too Large", "too-large");
  else if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") sendRaw(socket, "408 Request Timeout", "timeout");
  else sendRaw(socket, "400 Bad Request", "usage");
}

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  sendRaw(socket, "403 Forbidden", "forbidden");
}

function sendRaw(socket: Duplex, status: string, code: string): void {
  const body = JSON.stringify(toBody(code, `Cannot answer this request: ${status.slice(4)}`));
  const head = [
    `HTTP/1.1 ${status}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function toBody(code: string, message: string): ErrorBody {
  const hint = "GET /api/v1/openapi.json describes what can be asked";
  return { schema_version: "error.v1", code, message, hint, details: {} };
}

/** A request that was sent before its sender could know arrives within this time. */
const IN_FLIGHT_MS = 200;
const IDLE_CHECK_MS = 25;

async function close(server: Server, graceMs: number): Promise<boolean> {
  // The plain server's own: that of HTTP would at once cut connections on which a request may be on its way.
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  const started = performance.now();
  const idle = setInterval(() => {
    if (performance.now() - started > IN_FLIGHT_MS) server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  let isWhole = true;
  const late = setTimeout(() => {
    isWhole = false;
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
  // What HTTP's own would have stopped besides.
  server.close(() => undefined);
  return isWhole;
}
