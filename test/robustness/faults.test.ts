import { describe, expect, test } from "vitest";
import { runHarness } from "./support/run-harness.ts";

describe("faults, in short", () => {
  // Those of kills, full disks and a vanishing Ollama are in the two files beside this one.
  test("after each fault the index is that of an undisturbed run", { timeout: 400_000 }, async () => {
    const { code, output } = await runHarness("faults", ["--short"]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^(\d+) of \1 held, in/m) });
  });
});
