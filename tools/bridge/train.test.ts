import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Far enough to see what the trainer makes of its words; none of these may reach for a package. */
function train(words: readonly string[]): { status: number | null; stderr: string; left: boolean } {
  const { status, stderr, pid } = spawnSync(process.execPath, ["tools/bridge.mjs", ...words], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return { status, stderr, left: existsSync(`${ROOT}node_modules/.cache/kebab-bridge-${pid}`) };
}

describe("npm run bridge:train", () => {
  it.each([
    [
      "a language it does not know",
      ["--language", "de"],
      'Cannot train a bridge for "de": ko and ja are known',
    ],
    ["a flag it does not know", ["--langauge", "ko"], "Unknown option '--langauge'"],
    ["a word too many", ["ko"], "Unexpected argument 'ko'"],
  ])("refuses %s and leaves nothing behind", (_, words, reason) => {
    using work = new TemporaryFolder();
    const { status, stderr, left } = train([...words, "--work", work.at("work")]);
    expect(stderr).toContain(reason);
    expect(status).toBe(1);
    expect(left).toBe(false);
    expect(existsSync(work.at("work"))).toBe(false);
  });
});
