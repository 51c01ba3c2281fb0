import { fstatSync, writeSync } from "node:fs";
import { homedir } from "node:os";
import { KebabError } from "../core/errors.ts";
import type { Terminal } from "./terminal.ts";

/** The process's own streams. */
export function createNodeTerminal(): Terminal {
  return {
    get cwd() {
      return currentFolder();
    },
    homeDir: homedir(),
    platform: process.platform,
    stdoutIsTerminal: isTerminal(1),
    stderrIsTerminal: isTerminal(2),
    get stdinIsTerminal() {
      return isTerminal(0);
    },
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    readStdin: async () => {
      const parts: Buffer[] = [];
      for await (const part of process.stdin) parts.push(part as Buffer);
      return Buffer.concat(parts).toString("utf8");
    },
    ask: async (question) => {
      const { createInterface } = await import("node:readline/promises");
      const reader = createInterface({ input: process.stdin, output: process.stderr });
      const answer = await reader.question(question);
      reader.close();
      return answer;
    },
    interruptSignal: () => {
      const controller = new AbortController();
      for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
      return controller.signal;
    },
  };
}

/** What is no character device is no terminal: node:tty takes milliseconds to load, its streams as many to make. */
function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    return (
      fstatSync(descriptor).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(descriptor)
    );
  } catch {
    return false;
  }
}

/** Asked when first needed: `--help` works in a folder that has been deleted. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw toFolderGone(error);
  }
}

function toFolderGone(cause: unknown): KebabError {
  return new KebabError("not-found", "Cannot work here: the current folder has been deleted", {
    hint: "Change to a folder that exists",
    cause,
  });
}

/** Written before the call returns, so that nothing is lost when the process ends; a slow pipe is waited for. */
function writeAll(descriptor: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      // The reader has gone (`kebab search … | head`): no one is left to tell.
      if (code === "EPIPE") return;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
