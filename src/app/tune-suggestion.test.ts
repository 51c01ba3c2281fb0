import { expect, test } from "vitest";
import { parseToml } from "../config/parse-toml.ts";
import { METRIC_NAMES } from "../core/metric-names.ts";
import type { Tuned } from "../evaluation/tune.ts";
import type { SearchSettings } from "../evaluation/tune-space.ts";
import { toSuggestedBlock } from "./tune-suggestion.ts";

const DEFAULTS: SearchSettings = {
  policy: "rrf",
  rrfK: 60,
  candidateMultiplier: 3,
  weights: [1, 1],
  columns: { heading: 2, text: 1, cjk: 1, identifiers: 1 },
};

function toTuned(best: SearchSettings, adopt: boolean): Tuned {
  const compared = { a: 0.5, b: 0.6, difference: 0.1, low: 0.02, high: 0.18, wins: 9, losses: 1, ties: 2 };
  const metrics = Object.fromEntries(
    METRIC_NAMES.map((name) => [name, { ...compared, significant: adopt }]),
  ) as Tuned["heldOut"]["metrics"];
  const half = { queries: 12, metrics };
  return { best, tried: 80, searched: half, heldOut: half, adopt };
}

const suggest = (best: SearchSettings, { adopt = true, set = "notes", current = DEFAULTS } = {}): string =>
  toSuggestedBlock({ set, metric: "ndcg@10", current, tuned: toTuned(best, adopt) });

const BETTER: SearchSettings = { ...DEFAULTS, policy: "linear", weights: [2, 3], candidateMultiplier: 5 };

test("toSuggestedBlock() writes the keys that differ from the defaults, as a config file can hold them", () => {
  const block = suggest(BETTER);
  expect(block.split("\n").slice(2)).toEqual([
    "[search]",
    'hybrid_fusion = "linear"',
    "candidate_multiplier = 5",
    "lexical_weight = 2.0",
    "vector_weight = 3.0",
    "",
  ]);
  expect(block).toContain("# ndcg@10 0.5000 -> 0.6000, difference +0.1000 [+0.0200, +0.1800], on 12 queries");
});

test("toSuggestedBlock() names a default again where the config now says something else", () => {
  const current = { ...DEFAULTS, rrfK: 10 };
  expect(suggest({ ...DEFAULTS, columns: { ...DEFAULTS.columns, cjk: 0.5 } }, { current })).toMatch(
    /\[search\]\nrrf_k = 60\ncjk_weight = 0\.5\n$/,
  );
});

test("toSuggestedBlock() leaves what is not proven as comments", () => {
  const block = suggest(BETTER, { adopt: false });
  expect(block).toContain("# Not proven: keep the settings you have\n#[search]\n");
  for (const line of block.trimEnd().split("\n")) expect(line).toMatch(/^#/);
  expect(suggest(DEFAULTS, { adopt: false })).toBe(
    "# kebab eval tune on notes, 80 settings tried: none is better than what holds now\n",
  );
});

test("toSuggestedBlock() keeps a set's name inside its comment", () => {
  const block = suggest(BETTER, {
    set: "x\n[answer]\nendpoint = 'http://evil.example'\r\u2028",
    adopt: true,
  });
  expect(block.split("\n").filter((line) => !line.startsWith("#"))[0]).toBe("[search]");
  expect(block).not.toMatch(/^\[answer\]/m);
  expect(Object.keys(parseToml(block, "x") as object)).toEqual(["search"]);
});
