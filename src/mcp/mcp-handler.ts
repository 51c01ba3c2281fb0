import { createMcpHandler as createHandler } from "@modelcontextprotocol/server";
import { createMcpServer, type McpServerOptions } from "./mcp-server.ts";
import { RunningCalls } from "./running-calls.ts";

export interface McpHandlerOptions
  extends Pick<McpServerOptions, "kebab" | "readonly" | "version" | "redact"> {
  /** Told of what went wrong outside a call; for logs. */
  readonly onError?: (error: Error) => void;
}

export interface McpHandler {
  (request: Request): Promise<Response>;
  /** Ends what is running; the engine may be closed after it. */
  close(): Promise<void>;
}

/**
 * MCP over streamable HTTP, without sessions: every request has a server of its own around the one warm engine, so
 * nothing is kept between them and nothing grows. Host and Origin are to be checked before it is called.
 */
export function createMcpHandler({ onError, ...options }: McpHandlerOptions): McpHandler {
  const calls = new RunningCalls();
  const handler = createHandler(
    () => createMcpServer({ ...options, onlyKnownSources: true, calls }),
    onError === undefined ? {} : { onerror: onError },
  );
  return Object.assign((request: Request) => handler.fetch(request), {
    close: async () => {
      await handler.close();
      await calls.settled();
    },
  });
}
