import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { expectGolden, GOLDEN } from "../support/golden.ts";
import { TemporaryFolder } from "../support/temporary-folder.ts";
import { EMBEDDING_TIMEOUT_MS, openEmbeddedNotes } from "./embedded-notes.ts";
import { listCommands } from "./every-command.ts";
import type { KebabCommand, Wire } from "./kebab-command.ts";

type Response = Wire<"search_response.v1">;

/** A Korean one, an English one, a mixed one and one over code. */
const QUERIES = {
  korean: "배포를 롤백하는 방법",
  english: "how to set up version control",
  mixed: "useMemo는 언제 쓰나",
  code: "http header",
};
const SEARCHES = Object.entries(QUERIES).flatMap(([name, query]) =>
  (["lexical", "vector", "hybrid"] as const).map((mode) => ({
    file: `search-${name}-${mode}.json`,
    query,
    mode,
  })),
);

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openEmbeddedNotes();
}, EMBEDDING_TIMEOUT_MS);
afterAll(() => kebab[Symbol.dispose]());

it("--help of the program and of every command", async () => {
  const pages = await Promise.all(
    ["", "eval", "models", ...listCommands()].map(async (command) => {
      const args = [...command.split(" ").filter((word) => word !== ""), "--help"];
      const { stdout } = await kebab.runHere(args);
      return `$ kebab ${args.join(" ")}\n\n${stdout}`;
    }),
  );
  expectGolden("help.txt", pages.join("\n"));
});

it.each(SEARCHES)("search_response.v1: $file", async ({ file, query, mode }) => {
  const response = await kebab.ask("search_response.v1", ["search", query, "--mode", mode, "--top", "3"]);
  expectGolden(file, `${JSON.stringify(toGoldenForm(response), null, 2)}\n`);
});

/** Clocks away. Cosines differ in their far digits between processors, which have other kernels for int8. */
function toGoldenForm(response: Response): Response {
  const hits = response.hits.map((hit) => {
    const isCosine = response.mode === "vector";
    const { retrieval } = hit;
    return {
      ...hit,
      score: isCosine ? round(hit.score) : hit.score,
      retrieval: {
        ...retrieval,
        vector_score: retrieval.vector_score === null ? null : round(retrieval.vector_score),
        fusion_score: isCosine ? round(retrieval.fusion_score) : retrieval.fusion_score,
      },
      indexed_at: "…",
    };
  });
  return { ...response, hits };
}

function round(value: number): number {
  return Number(value.toFixed(3));
}

it("every golden file has its test", () => {
  // The schema is held by the migrations' own test.
  const expected = ["help.txt", "schema.sql", ...SEARCHES.map(({ file }) => file)];
  expect(readdirSync(GOLDEN).sort()).toEqual(expected.sort());
});

describe("expectGolden()", () => {
  it("takes the text of the file and no other, and never a file that is not there", () => {
    using folder = new TemporaryFolder();
    folder.write("a.txt", "text\n");
    vi.stubEnv("KEBAB_UPDATE_GOLDEN", undefined);
    expectGolden("a.txt", "text\n", folder.path);
    expect(() => expectGolden("a.txt", "text", folder.path)).toThrow(/differs from/);
    expect(() => expectGolden("b.txt", "text", folder.path)).toThrow(/no golden file b\.txt/);
    expect(readdirSync(folder.path)).toEqual(["a.txt"]);
  });

  it("writes when it is told to, and fails all the same", () => {
    using folder = new TemporaryFolder();
    mkdirSync(folder.at("deep"));
    vi.stubEnv("KEBAB_UPDATE_GOLDEN", "1");
    for (const text of ["old\n", "new\n", "new\n"]) {
      expect(() => expectGolden("deep/a.txt", text, folder.path)).toThrow(
        /golden files were written: read the diff, then run again without KEBAB_UPDATE_GOLDEN/,
      );
      expect(readFileSync(join(folder.path, "deep/a.txt"), "utf8")).toBe(text);
    }
  });
});
