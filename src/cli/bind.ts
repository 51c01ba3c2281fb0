import type { Context } from "./context.ts";

/** Binds a command's words to its body. Commander hands over arguments, then flags, then the command itself. */
export type Bind = (
  body: (context: Context, flags: never, args: readonly (string & string[])[]) => Promise<number>,
) => (...handed: unknown[]) => Promise<void>;
