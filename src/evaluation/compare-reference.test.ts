import { expect, test } from "vitest";
import { pairVariants, parseRunReference, type Side, toVariantLabel } from "./compare-reference.ts";
import type { Variant } from "./variants.ts";

test("parseRunReference() takes a run, and a variant after a colon", () => {
  expect(parseRunReference("last~1")).toEqual({ run: "last~1", variant: null });
  expect(parseRunReference("last:lexical")).toEqual({
    run: "last",
    variant: { mode: "lexical", fusion: null },
  });
  expect(parseRunReference("2026:hybrid/weighted_rrf")).toEqual({
    run: "2026",
    variant: { mode: "hybrid", fusion: "weighted_rrf" },
  });
});

test("parseRunReference() leaves the colon of a path alone", () => {
  expect(parseRunReference("C:\\runs\\first")).toEqual({ run: "C:\\runs\\first", variant: null });
  expect(parseRunReference("C:\\runs\\first:vector")).toEqual({
    run: "C:\\runs\\first",
    variant: { mode: "vector", fusion: null },
  });
});

test("parseRunReference() says what is wrong", () => {
  expect(() => parseRunReference("last:lexcal")).toThrow('"lexcal" is no mode');
  expect(() => parseRunReference("last:vector/rrf")).toThrow("only hybrid has a fusion");
  expect(() => parseRunReference("last:hybrid/")).toThrow("only hybrid has a fusion");
  expect(() => parseRunReference(":lexical")).toThrow("names no run");
  expect(() => parseRunReference("last:")).toThrow('"" is no mode');
});

const toSide = (run: string, labels: readonly string[], wanted: string | null = null): Side<Variant> => ({
  run,
  variants: labels.map(
    (label) => parseRunReference(`x:${label}`).variant ?? { mode: "lexical", fusion: null },
  ),
  wanted: wanted === null ? null : parseRunReference(`x:${wanted}`).variant,
});

const pair = (a: Side<Variant>, b: Side<Variant>): string[] =>
  pairVariants(a, b).pairs.map(([left, right]) => `${toVariantLabel(left)} ${toVariantLabel(right)}`);

test("pairVariants() pairs what both runs measured, and names what only one did", () => {
  const a = toSide("a", ["lexical", "vector", "hybrid/rrf", "hybrid/linear"]);
  const b = toSide("b", ["hybrid/rrf", "lexical"]);
  expect(pair(a, b)).toEqual(["lexical lexical", "hybrid/rrf hybrid/rrf"]);
  const { onlyA, onlyB } = pairVariants(a, b);
  expect([onlyA.map(toVariantLabel), onlyB]).toEqual([["vector", "hybrid/linear"], []]);
});

test("pairVariants() pairs the one hybrid variant of each run although the policy changed", () => {
  expect(pair(toSide("a", ["hybrid/rrf"]), toSide("b", ["hybrid/adaptive"]))).toEqual([
    "hybrid/rrf hybrid/adaptive",
  ]);
});

test("pairVariants() takes named variants, and the same one of the other run where only one is named", () => {
  const labels = ["lexical", "hybrid/rrf", "hybrid/linear"];
  expect(pair(toSide("a", labels, "lexical"), toSide("a", labels, "hybrid/linear"))).toEqual([
    "lexical hybrid/linear",
  ]);
  expect(pair(toSide("a", labels), toSide("b", labels, "hybrid/rrf"))).toEqual(["hybrid/rrf hybrid/rrf"]);
  expect(pair(toSide("a", ["lexical", "hybrid/rrf"], "hybrid"), toSide("b", labels))).toEqual([
    "hybrid/rrf hybrid/rrf",
  ]);
});

test("pairVariants() says what there is where the named variant is not, or not the only one", () => {
  const a = toSide("a", ["hybrid/rrf", "hybrid/linear"], "hybrid");
  expect(() => pairVariants(a, a)).toThrow("Cannot compare hybrid of run a: it measured more than one");
  const b = toSide("b", ["lexical"], "vector");
  expect(() => pairVariants(b, b)).toThrow("Cannot compare vector of run b: it did not measure that");
  expect(() => pairVariants(toSide("a", ["lexical"]), toSide("b", ["vector"]))).toThrow(
    "they measured nothing alike",
  );
});
