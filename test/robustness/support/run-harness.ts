import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A harness of this folder as a process of its own, with all it says. */
export function runHarness(
  name: string,
  flags: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const script = fileURLToPath(new URL(`../${name}.mjs`, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...flags], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
