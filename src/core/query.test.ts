import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "./query.ts";

const texts = (terms: readonly { text: string }[]): string[] => terms.map((term) => term.text);
const shape = (query: string): unknown => {
  const { terms, phrases, excluded } = parseQuery(query);
  return { terms: texts(terms), phrases: texts(phrases), excluded: texts(excluded) };
};

describe("parseQuery()", () => {
  it("takes words in the order typed, in lower case, and one said twice counts twice", () => {
    expect(shape("Install Docker install Debian")).toEqual({
      terms: ["install", "docker", "install", "debian"],
      phrases: [],
      excluded: [],
    });
  });

  it("sets stop words aside while other words say more", () => {
    const query = parseQuery("how do I install this");
    expect(texts(query.terms)).toEqual(["install"]);
    expect(query.stopWords).toEqual(["how", "do", "I", "this"]);
  });

  it("searches a query of stop words alone as it stands", () => {
    const query = parseQuery("what is this");
    expect(texts(query.terms)).toEqual(["what", "is", "this"]);
    expect(query.stopWords).toEqual([]);
  });

  it("sets Korean question words aside whole, with the sign that stands at them", () => {
    const query = parseQuery("벡터 검색은 무엇입니까?");
    expect(texts(query.terms)).toEqual(["벡터", "검색"]);
    expect(query.stopWords).toEqual(["무엇입니까?"]);
    expect(texts(parseQuery("무엇입니까?").terms)).toEqual(["무엇", "엇입", "입니", "니까"]);
  });

  it("does not fall back on stop words beside a phrase", () => {
    const query = parseQuery('"rank fusion" what is it');
    expect(texts(query.terms)).toEqual([]);
    expect(query.stopWords).toEqual(["what", "is", "it"]);
  });

  it("takes the particle off a Korean word and off a Latin one, and keeps words that only end like one", () => {
    expect(texts(parseQuery("롤백은 useMemo는").terms)).toEqual(["롤백", "usememo", "use", "memo"]);
    expect(texts(parseQuery("회의 나이").terms)).toEqual(["회의", "나이"]);
  });

  it("requires quoted phrases and excludes words and phrases behind a minus", () => {
    expect(shape('search "rank fusion" -draft -"old style"')).toEqual({
      terms: ["search"],
      phrases: ["rank fusion"],
      excluded: ["draft", "old style"],
    });
  });

  it("gives a phrase its words and pairs, without the parts of identifiers", () => {
    expect(parseQuery('"useMemo 검색어"').phrases).toEqual([
      {
        text: "useMemo 검색어",
        terms: [
          { kind: "word", text: "usememo" },
          { kind: "pair", text: "검색" },
          { kind: "pair", text: "색어" },
        ],
      },
    ]);
  });

  it("excludes a word of several parts as one phrase", () => {
    expect(parseQuery("a1 -read-only").excluded).toEqual([
      {
        text: "read-only",
        terms: [
          { kind: "word", text: "read" },
          { kind: "word", text: "only" },
        ],
      },
    ]);
  });

  it("takes a lone quote, a quote inside a word and an empty phrase for nothing", () => {
    expect(shape('"lonely')).toEqual({ terms: ["lonely"], phrases: [], excluded: [] });
    expect(shape('5"disk bay"')).toEqual({ terms: ["5", "disk", "bay"], phrases: [], excluded: [] });
    expect(shape('"" -"" " " word')).toEqual({ terms: ["word"], phrases: [], excluded: [] });
  });

  it("reads a flag as a word, and a minus alone as nothing", () => {
    expect(shape("--force - dry-run")).toEqual({ terms: ["force", "dry", "run"], phrases: [], excluded: [] });
  });

  it("finds no syntax in what FTS5 would take for some", () => {
    expect(shape("near(cat and dog*) title:x ^b")).toEqual({
      terms: ["near", "cat", "dog", "title", "x", "b"],
      phrases: [],
      excluded: [],
    });
  });

  it("holds nothing for signs and emoji", () => {
    expect(shape(' ( * ) ❤️ 👍🏽 -❤️ "❤️" ')).toEqual({ terms: [], phrases: [], excluded: [] });
  });

  it("keeps 200 terms and says how many it dropped", () => {
    const query = parseQuery(Array.from({ length: 250 }, (_, index) => `w${index}`).join(" "));
    expect(query.terms).toHaveLength(200);
    expect(query.terms.at(-1)).toEqual({ kind: "word", text: "w199" });
    expect(query.droppedTerms).toBe(50);
  });

  it("takes a long row of signs inside a word", () => {
    expect(texts(parseQuery(`a은${"!".repeat(19_990)}b`).terms)).toEqual(["은", "b"]);
  });

  it("keeps 200 terms of a phrase and 200 phrases", () => {
    const words = Array.from({ length: 300 }, (_, index) => `w${index}`);
    expect(parseQuery(`"${words.join(" ")}"`).phrases[0]?.terms).toHaveLength(200);
    expect(parseQuery(words.map((word) => `"${word}"`).join(" ")).phrases).toHaveLength(200);
    expect(parseQuery(words.map((word) => `-${word}`).join(" ")).excluded).toHaveLength(200);
  });

  it.each(["word ", "한국어 ", '"', ' "a', "-", "aB", "가", "a".repeat(50)])(
    "takes 100 kB of %j",
    (piece) => {
      expect(parseQuery(piece.repeat(100_000 / piece.length)).terms.length).toBeLessThanOrEqual(200);
    },
  );

  it("never throws, and gives no term that is empty or holds white space, a quote or a sign", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom('"', ' "', '" ', "-", ' -"', "--", " ", "\n", "word", "한국어", "naïve"),
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join("")),
        (text) => {
          const { terms, phrases, excluded } = parseQuery(text);
          for (const phrase of [...phrases, ...excluded]) expect(phrase.terms).not.toEqual([]);
          for (const term of [...terms, ...[...phrases, ...excluded].flatMap((phrase) => phrase.terms)]) {
            expect(term.text).toMatch(/^[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*$/u);
          }
        },
      ),
    );
  });
});
