import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toChunks, toPassages } from "../../test/support/answer-bench.ts";
import { estimateTokens } from "../core/tokens.ts";
import { packPassages } from "./pack.ts";
import { countFrameTokens, countTemplateTokens, toMessages } from "./prompt.ts";
import { toSourceUri } from "./source-place.ts";

const words = (count: number, word = "word"): string => Array.from({ length: count }, () => word).join(" ");
const costOf = (chunk: ReturnType<typeof toChunks>[number]): number =>
  chunk.tokens + countFrameTokens([chunk]);

describe("packPassages()", () => {
  it("takes whole chunks in the order of their rank and numbers them so", () => {
    const [a] = toChunks("a.md", ["배포를 롤백한다."]);
    const [b] = toChunks("b.md", ["Turn auto-sync off."]);
    const packing = packPassages(toPassages([b!, a!]), 1000);
    expect(packing.sources.map(({ number, text, rank }) => ({ number, text, rank }))).toEqual([
      { number: 1, text: "Turn auto-sync off.", rank: 1 },
      { number: 2, text: "배포를 롤백한다.", rank: 2 },
    ]);
    expect(packing).toMatchObject({ packed: 2, leftOut: 0, warnings: [], budgetTokens: 1000 });
    expect(packing.usedTokens).toBe(costOf(a!) + costOf(b!));
  });

  it("merges neighbours with the text between them, whatever their ranks, under the best of these", () => {
    const [one, two, three, , five] = toChunks("a.md", ["one", "two", "three", "four", "five"]);
    const [other] = toChunks("b.md", ["other"]);
    const { sources, packed } = packPassages(toPassages([three!, other!, one!, five!, two!]), 1000);
    expect(sources.map(({ number, text, rank }) => [number, rank, text])).toEqual([
      [1, 1, "one\n\ntwo\n\nthree"],
      [2, 2, "other"],
      [3, 4, "five"],
    ]);
    expect(sources.map(({ chunks }) => toSourceUri(chunks))).toEqual([
      "a.md#L1-L5",
      "b.md#L1-L1",
      "a.md#L9-L9",
    ]);
    expect(packed).toBe(5);
  });

  it("says what two chunks share once", () => {
    const [one, two] = toChunks("a.md", ["alpha beta", "gamma"]);
    const overlapping = { ...two!, start: 6, end: 16, lead: "", text: "beta gamma", tokens: 2 };
    expect(packPassages(toPassages([overlapping, one!]), 1000).sources[0]?.text).toBe("alpha beta gamma");
  });

  it("keeps long neighbours of two sections apart, so that a number says where", () => {
    const [one, two, three] = toChunks("a.md", [words(350), words(350), words(350)]);
    const under = (chunk: typeof one, heading: string) => ({ ...chunk!, headingPath: [heading] });
    const chunks = [under(one, "A"), under(two, "A"), under(three, "B")];
    const { sources } = packPassages(toPassages(chunks), 5000);
    expect(sources.map((source) => source.chunks.map(({ ordinal }) => ordinal))).toEqual([[0, 1], [2]]);
    const parts = toChunks("b.md", [words(350), words(350), words(350), words(350)]);
    const { sources: pieces } = packPassages(toPassages(parts), 5000);
    expect(pieces.map((source) => source.chunks.length)).toEqual([3, 1]);
  });

  it("does not merge chunks of two documents or over a gap", () => {
    const [a] = toChunks("a.md", ["a"]);
    const [, b] = toChunks("b.md", ["x", "b"]);
    const [c, , d] = toChunks("c.md", ["c", "gap", "d"]);
    expect(packPassages(toPassages([a!, b!, c!, d!]), 1000).sources).toHaveLength(4);
  });

  it("leaves out what does not fit and takes a smaller one after it", () => {
    const [small] = toChunks("a.md", [words(10)]);
    const [large] = toChunks("b.md", [words(500)]);
    const [last] = toChunks("c.md", [words(10)]);
    const budget = costOf(small!) + costOf(last!);
    const packing = packPassages(toPassages([small!, large!, last!]), budget);
    expect(packing.sources.map(({ rank }) => rank)).toEqual([1, 3]);
    expect(packing).toMatchObject({ packed: 2, leftOut: 1, usedTokens: budget });
    expect(packPassages(toPassages([small!, large!, last!]), budget - 1)).toMatchObject({ packed: 1 });
  });

  it("takes a chunk once, however often it was found", () => {
    const [a] = toChunks("a.md", ["a"]);
    const packing = packPassages([...toPassages([a!]), ...toPassages([a!])], 1000);
    expect(packing).toMatchObject({ packed: 1, leftOut: 0 });
    expect(packing.sources).toHaveLength(1);
  });

  it.each([
    ["a sentence", `${words(40)}. ${words(40)}. ${words(400)}`, /word\.$/],
    ["a line", `${words(40)}\n${words(40)}\n${words(400)}`, /word$/],
    ["a Korean sentence", `${words(40, "배포를")} 되돌린다. ${words(300, "배포를")}`, /되돌린다\.$/],
    ["a word", words(900), /word$/],
  ])("cuts a first chunk that is too long at the end of %s, and says so", (_, text, end) => {
    const [long] = toChunks("long.md", [text]);
    const [next] = toChunks("next.md", ["next"]);
    const budget = countFrameTokens([long!]) + 150;
    const packing = packPassages(toPassages([long!, next!]), budget);
    const cut = packing.sources[0]!.text;
    expect(text.startsWith(cut)).toBe(true);
    expect(cut).toMatch(end);
    expect(cut.length).toBeGreaterThan(0);
    expect(packing.usedTokens).toBeLessThanOrEqual(budget);
    expect(packing).toMatchObject({ packed: 1, leftOut: 1 });
    expect(packing.warnings).toEqual([expect.stringMatching(/long\.md.*cut.*answer\.context_tokens/)]);
  });

  it("never cuts through a character", () => {
    const [long] = toChunks("emoji.md", ["👍".repeat(3000)]);
    for (let extra = 60; extra < 64; extra++) {
      const { sources } = packPassages(toPassages([long!]), countFrameTokens([long!]) + extra);
      expect(sources[0]!.text).toMatch(/^(?:👍)+$/u);
    }
  });

  it("keeps within the budget, with the fences of the prompt, and takes no chunk twice", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "Z", "9", " ", ".", "\n", "배", "포", "<", "|") });
    const documents = fc.array(fc.array(text, { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        documents,
        fc.integer({ min: 120, max: 900 }),
        fc.infiniteStream(fc.nat()),
        (texts, budget, order) => {
          const chunks = texts.flatMap((each, index) => toChunks(`notes/${index}.md`, each));
          const shuffled = chunks.map((chunk) => ({ chunk, key: order.next().value as number }));
          shuffled.sort((one, other) => one.key - other.key);
          const packing = packPassages(toPassages(shuffled.map(({ chunk }) => chunk)), budget);
          const ids = packing.sources.flatMap((source) => source.chunks.map(({ id }) => id));
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toContain(shuffled[0]!.chunk.id);
          expect(ids.length + packing.leftOut).toBe(chunks.length);
          expect(packing.usedTokens).toBeLessThanOrEqual(budget);
          const question = "배포는 how?";
          const prompt = toMessages(question, packing.sources, "ko");
          const used = prompt.reduce((sum, { content }) => sum + estimateTokens(content), 0);
          expect(used).toBeLessThanOrEqual(countTemplateTokens(question, "ko") + budget);
        },
      ),
    );
  });

  it("has no sources where nothing was found", () => {
    expect(packPassages([], 100)).toMatchObject({ sources: [], packed: 0, leftOut: 0, usedTokens: 0 });
  });
});

describe("toSourceUri()", () => {
  it("names lines from the first to the last, with columns where a chunk is a part of its line", () => {
    const [one, two] = toChunks("a.md", ["one", "two"]);
    expect(toSourceUri([one!])).toBe("a.md#L1-L1");
    const ending = { ...two!, span: { ...two!.span, startColumn: 3, endColumn: 9 } };
    expect(toSourceUri([one!, ending])).toBe("a.md#L1-L3C9");
  });

  it("names every page once", () => {
    const chunks = toChunks("paper.pdf", ["one", "two", "three"]);
    const at = (page: number, from: number | null, to: number | null) => ({
      startLine: 1,
      endLine: 1,
      startColumn: from,
      endColumn: to,
      page,
    });
    const spans = [at(3, 1, 40), at(3, 42, 90), at(4, null, null)];
    const placed = chunks.map((chunk, index) => ({ ...chunk, span: spans[index]! }));
    expect(toSourceUri(placed)).toBe("paper.pdf#p=3&char=1-90, paper.pdf#p=4");
  });
});
