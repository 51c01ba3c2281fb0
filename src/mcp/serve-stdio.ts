import { StdioServerTransport, serveStdio as serve } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpServerOptions } from "./mcp-server.ts";
import { RunningCalls } from "./running-calls.ts";

export interface ServeStdioOptions extends Pick<McpServerOptions, "kebab" | "readonly" | "version"> {
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** Told of what is no message, or could not be sent; for logs. */
  readonly onError: (error: Error) => void;
}

/** Speaks MCP on this process's stdin and stdout until the client closes them or the signal aborts. */
export async function serveStdio({ signal, onError, ...options }: ServeStdioOptions): Promise<void> {
  const calls = new RunningCalls();
  const transport = new StdioServerTransport();
  const server = serve(() => createMcpServer({ ...options, calls }), { transport, onerror: onError });
  await new Promise<void>((resolve) => {
    const ended = transport.onclose;
    transport.onclose = () => {
      ended?.();
      resolve();
    };
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await server.close();
  await calls.settled();
}
