import { describe, expect, test } from "vitest";
import { runHarness } from "./support/run-harness.ts";

/** Short runs of each harness; the full ones are commands of their own, see README.md here. */
const HARNESSES: readonly [name: string, what: string, flags: readonly string[]][] = [
  ["query-fuzz", "any query is answered without an error", ["--count", "800"]],
  [
    "file-fuzz",
    "damaged and hostile files are lines in the report",
    [
      "--count",
      "40",
      "--bomb-size",
      "1000",
      "--suspects",
      "3",
      "--only",
      "^(header|markdown|text|bytes/[^o]|nesting/.*[.](md|ts|json)$)",
    ],
  ],
  ["kill-test", "an ingest killed at any moment is repaired by the next", ["--count", "2", "--files", "30"]],
  [
    "escape-test",
    "nothing outside a source gets into the index",
    ["--race-seconds", "2", "--references", "2"],
  ],
  ["full-disk", "a full disk is told and lost nothing", ["--files", "30", "--sizes", "512k"]],
];

describe.concurrent("robustness, in short", () => {
  test.each(HARNESSES)("%s: %s", { timeout: 120_000 }, async (name, _what, flags) => {
    const { code, output } = await runHarness(name, flags);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(new RegExp(`^${name}: (passed|not run)`, "m")),
    });
  });
});
