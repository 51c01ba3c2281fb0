import { describe, expect, it } from "vitest";
import { openMemoryIndex } from "../../test/support/memory-index.ts";
import { createLexicalRetriever } from "./lexical-retriever.ts";

const open = async (...texts: readonly string[]) => createLexicalRetriever(await openMemoryIndex(texts));

describe("createLexicalRetriever()", () => {
  it("gives the index's list with its version and the terms to mark", async () => {
    const retriever = await open("kafka lag", "other", "third");
    const list = await retriever.retrieve({ query: 'the "kafka" lag', limit: 5, filter: {} });
    expect(list).toMatchObject({
      indexVersion: expect.stringMatching(/^lex:/),
      abstained: null,
      warnings: [],
    });
    expect(list.ranked).toHaveLength(1);
    expect(list.terms.map(({ text }) => text)).toEqual(["kafka", "lag"]);
  });

  it.each(["", "  ", "?!", "-kafka", "🙂"])("abstains with a reason from %j", async (query) => {
    const retriever = await open("kafka");
    const list = await retriever.retrieve({ query, limit: 5, filter: {} });
    expect(list).toMatchObject({ ranked: [], abstained: expect.stringMatching(/./) });
  });

  it("does not abstain only because nothing was found", async () => {
    const retriever = await open("kafka");
    expect(await retriever.retrieve({ query: "absent", limit: 5, filter: {} })).toMatchObject({
      ranked: [],
      abstained: null,
    });
  });

  it("says how many terms of a very long query were left out", async () => {
    const retriever = await open("kafka");
    const query = Array.from({ length: 230 }, (_, index) => `word${index}`).join(" ");
    const { warnings } = await retriever.retrieve({ query, limit: 5, filter: {} });
    expect(warnings).toEqual([expect.stringContaining("its last 30 terms")]);
  });
});
