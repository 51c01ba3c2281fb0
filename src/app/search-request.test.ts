import { describe, expect, it } from "vitest";
import { KebabError } from "../core/errors.ts";
import { askRequest, listRequest, searchRequest } from "../wire/search-request.ts";
import { parseRequest, toAskOptions, toSearchFilter, toSearchOptions } from "./search-request.ts";

function failure(value: unknown): KebabError {
  try {
    parseRequest(searchRequest, value);
  } catch (error) {
    if (error instanceof KebabError) return error;
    throw error;
  }
  throw new Error("it was taken");
}

describe("parseRequest()", () => {
  it("reads lists, numbers and flags as JSON has them and as a query has them", () => {
    const asJson = { query: "롤백", top: 3, tags: ["ops", "배포"], min_score: 0.5, explain: true };
    const asText = { query: "롤백", top: "3", tags: "ops, #배포", min_score: "0.5", explain: "true" };
    expect(parseRequest(searchRequest, asText)).toEqual(asJson);
    expect(parseRequest(searchRequest, asJson)).toEqual(asJson);
    expect(parseRequest(listRequest, { offset: "0", type: "pdf,note" })).toEqual({
      offset: 0,
      type: ["pdf", "note"],
    });
  });

  it("keeps a name with a comma whole where it stands in a list", () => {
    expect(parseRequest(searchRequest, { query: "", repo: ["a,b"] }).repo).toEqual(["a,b"]);
  });

  it.each([
    [{ query: "x", topp: 1 }, 'it has an unknown key "topp"', "Did you mean top?"],
    [{ query: "x", tag: "a" }, 'it has an unknown key "tag"', "Did you mean tags?"],
    [{ query: "x", top: 0 }, '"top": Too small: expected number to be >=1', null],
    [{ query: "x", top: "many" }, '"top": Invalid input: expected number, received NaN', null],
    [{ query: "x", top: "" }, '"top": Invalid input: expected number, received string', null],
    [{ query: "x", top: 1.5 }, '"top": Invalid input: expected int, received number', null],
    [{ query: "x", mode: "fuzzy" }, '"mode": Invalid option', null],
    [{ query: "x", tags: " , " }, '"tags": it names nothing', null],
    [{ query: "x", tags: [1] }, '"tags.0": Invalid input: expected string', null],
    [{ query: "x", after: "yesterday" }, '"after": it is not a date', null],
    [{ query: 7 }, '"query": Invalid input: expected string', null],
    [{}, '"query": Invalid input: expected string', null],
    [[], "Invalid input: expected object", null],
    [null, "Invalid input: expected object", null],
  ])("refuses %j", (value, reason, hint) => {
    const error = failure(value);
    expect(error.code).toBe("usage");
    expect(error.message).toContain(`Cannot read the request: ${reason}`);
    expect(error.hint).toEqual(hint ?? expect.stringMatching(/^It takes query, /));
  });

  it("lists every problem, and shortens what is too long to read", () => {
    const error = failure({ query: "x", top: 0, mode: "x", ["k".repeat(10_000)]: 1 });
    expect(error.details["problems"]).toHaveLength(3);
    expect(JSON.stringify(error.details).length).toBeLessThan(1000);
  });

  it("asks for a question that says something", () => {
    expect(() => parseRequest(askRequest, { question: "  " })).toThrow('"question": there is no question');
  });
});

describe("toSearchFilter()", () => {
  it("takes a day as an end for all of it, as the command does", async () => {
    const filter = await toSearchFilter({
      after: "2026-03-01",
      before: "2026-03",
      code_lang: ["ts", "rust"],
    });
    expect(filter).toEqual({
      after: Date.UTC(2026, 2, 1),
      before: Date.UTC(2026, 3, 1) - 1,
      codeLangs: ["typescript", "rust"],
    });
  });

  it("refuses a language nobody knows", async () => {
    await expect(toSearchFilter({ code_lang: ["klingon"] })).rejects.toMatchObject({ code: "usage" });
  });
});

describe("toSearchOptions() and toAskOptions()", () => {
  it("give every name of the wire its name in the library, and leave out what is not said", async () => {
    const { query: _query, ...request } = parseRequest(searchRequest, {
      ...{
        query: "x",
        mode: "lexical",
        top: 3,
        threshold: 0.01,
        min_score: 0.2,
        explain: false,
        cursor: "c",
      },
      ...{
        max_tokens: 100,
        snippet_chars: 60,
        tags: "a",
        tags_any: "b",
        type: "pdf",
        path: "ops/**",
        source: "s",
      },
      ...{ lang: "ko", repo: "r", doc: "d", trust_min: "secondary" },
    });
    expect(await toSearchOptions(request)).toEqual({
      ...{ mode: "lexical", top: 3, threshold: 0.01, minScore: 0.2, explain: false, cursor: "c" },
      ...{ maxTokens: 100, snippetChars: 60 },
      filter: {
        ...{ tagsAll: ["a"], tagsAny: ["b"], types: ["pdf"], path: "ops/**", sources: ["s"], langs: ["ko"] },
        ...{ repos: ["r"], documents: ["d"], trustMin: "secondary" },
      },
    });
    expect(await toSearchOptions({})).toEqual({ filter: {} });
    expect(await toAskOptions({ multi_hop: true, provider: "ollama", model: "m", top: 2 })).toEqual({
      ...{ filter: {}, multiHop: true, provider: "ollama", model: "m", top: 2 },
    });
  });
});
