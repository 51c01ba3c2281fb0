import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

export const GOLDEN = fileURLToPath(new URL("../golden", import.meta.url));
const UPDATE = "KEBAB_UPDATE_GOLDEN";

/**
 * Holds a text against its golden file. To write the file fails the run, too: a golden file that
 * nobody has read says only that the program does what it does.
 */
export function expectGolden(name: string, actual: string, folder = GOLDEN): void {
  const file = join(folder, name);
  if (process.env[UPDATE] === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, actual);
    throw new Error(`golden files were written: read the diff, then run again without ${UPDATE} (${name})`);
  }
  if (!existsSync(file)) {
    throw new Error(`there is no golden file ${name}: run with ${UPDATE}=1 to write it, and read it`);
  }
  expect(actual, `differs from test/golden/${name}; ${UPDATE}=1 writes it anew`).toBe(
    readFileSync(file, "utf8"),
  );
}
