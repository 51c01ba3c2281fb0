import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SOURCES = fileURLToPath(new URL("../../src/", import.meta.url));

/** How the adapters of a port are named, and the suite that each of them must run in the test beside it. */
const CONTRACTS: readonly [port: string, adapters: RegExp, suite: RegExp][] = [
  ["LexicalIndex", /^stores\/[^/]+\/[^/]+-lexical-index\.ts$/, /lexicalIndexContract\(/],
  ["VectorStore", /^stores\/[^/]+\/[^/]+-vector-store\.ts$/, /(?:v|durableV)ectorStoreContract\(/],
  // The suite for adapters with a server begins with the contract.
  ["LanguageModel", /^llms\/[^/]+\/[^/]+-model\.ts$/, /(?:languageModelContract|chatModelSuite)\(/],
];

describe.each(CONTRACTS)("the adapters of %s", (_, adapters, suite) => {
  const files = readdirSync(SOURCES, { recursive: true })
    .map((path) => String(path).replaceAll("\\", "/"))
    .filter((path) => adapters.test(path));

  it("are more than one, else it needs no port", () => {
    expect(files.length).toBeGreaterThan(1);
  });

  it.each(files)("include %s, which runs the contract", (path) => {
    const test = `${SOURCES}${path.replace(/\.ts$/, ".test.ts")}`;
    expect(existsSync(test) ? readFileSync(test, "utf8") : "no test").toMatch(suite);
  });
});
