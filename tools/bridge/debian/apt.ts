import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** What the indices of a whole release may take. */
const OUTPUT_BYTES = 2 ** 30;

/** Runs a program of apt's and gives what it prints. */
export async function runApt(
  program: string,
  argumentList: readonly string[],
  folder?: string,
): Promise<string> {
  try {
    const { stdout } = await execute(program, [...argumentList], {
      maxBuffer: OUTPUT_BYTES,
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      ...(folder === undefined ? {} : { cwd: folder }),
    });
    return stdout;
  } catch (error) {
    throw toAptError(program, error);
  }
}

function toAptError(program: string, error: unknown): Error {
  const { code, stderr } = error as { code?: unknown; stderr?: unknown };
  if (code === "ENOENT") {
    return new Error(
      `Cannot fetch Debian's packages: there is no ${program} here. ` +
        "Train on a Debian machine; apt-file is needed only to refresh the list",
    );
  }
  const complaint = typeof stderr === "string" ? stderr.trim().slice(-2000) : String(error);
  return new Error(`Cannot fetch Debian's packages: ${program} says "${complaint}"`, {
    cause: error,
  });
}
