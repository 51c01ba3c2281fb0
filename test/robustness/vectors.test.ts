import { describe, expect, test } from "vitest";
import { runHarness } from "./support/run-harness.ts";

/** A few for each store; all of them are in the full run. */
const FAULTS = "^(sqlite-vec, (server vanishes|second writer)|lancedb, (ctrl-c|index moved))$";

/** Short runs of the harnesses about vectors; the full ones are commands of their own, see README.md here. */
const HARNESSES: readonly [name: string, what: string, flags: readonly string[]][] = [
  [
    "vector-kill-test",
    "vectors that a kill kept from being made are made by the next run",
    ["--count", "2", "--files", "8", "--scenario", "first"],
  ],
  ["vector-full-disk", "a disk full of vectors is told and lost nothing", ["--files", "12", "--room", "160"]],
  [
    "vector-fault-test",
    "servers that vanish and second writers do no harm",
    ["--files", "8", "--only", FAULTS],
  ],
];

describe.concurrent("robustness of vectors, in short", () => {
  test.each(HARNESSES)("%s: %s", { timeout: 180_000 }, async (name, _what, flags) => {
    const { code, output } = await runHarness(name, flags);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(new RegExp(`^${name}: (passed|not run)`, "m")),
    });
  });
});
