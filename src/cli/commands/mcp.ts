import { Console } from "node:console";
import { serveStdio } from "../../mcp/serve-stdio.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";

/** One engine for the whole session: its model is loaded once. */
export async function runMcp(context: Context): Promise<number> {
  const { flags, version } = context;
  if (context.terminal.stdinIsTerminal) {
    context.say("An MCP client is expected on stdin; Ctrl-D ends it. docs/mcp.md tells how to set one up");
  }
  // stdout is the protocol's alone: a library that prints must not break it.
  const printing = globalThis.console;
  globalThis.console = new Console(process.stderr);
  try {
    await using kebab = await context.openKebab();
    await serveStdio({
      kebab,
      readonly: flags.readonly ?? false,
      version,
      signal: context.terminal.interruptSignal(),
      onError: (error) => context.say(`mcp: ${error.message}`),
    });
  } finally {
    globalThis.console = printing;
  }
  return EXIT.done;
}
