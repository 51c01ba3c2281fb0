import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuery } from "./analyse.ts";
import { cutSnippet, findMatches, type Snippet, toStem } from "./snippet.ts";

const snippetOf = (text: string, query: string, maxCharacters = 220): Snippet =>
  cutSnippet(text, findMatches(text, analyseQuery(query)), maxCharacters);

/** The snippet with its marks in brackets. */
function show(text: string, query: string, maxCharacters?: number): string {
  const snippet = snippetOf(text, query, maxCharacters);
  const inserts = snippet.marks.flatMap(({ start, end }) => [
    { at: start, sign: "[" },
    { at: end, sign: "]" },
  ]);
  return inserts.reduceRight(
    (shown, { at, sign }) => shown.slice(0, at) + sign + shown.slice(at),
    snippet.text,
  );
}

describe("findMatches()", () => {
  it("names the query's term with each place", () => {
    expect(findMatches("Installing kebab", analyseQuery("kebab install"))).toEqual([
      { start: 0, end: 10, term: "install" },
      { start: 11, end: 16, term: "kebab" },
    ]);
  });

  it("finds nothing for no terms", () => {
    expect(findMatches("text", [])).toEqual([]);
  });
});

describe("cutSnippet() over findMatches()", () => {
  it.each([
    [
      "install",
      "the installation, INSTALLED by installers",
      "the [installation], [INSTALLED] by [installers]",
    ],
    ["installation", "to install", "to [install]"],
    ["happy", "happiness and Happy", "[happiness] and [Happy]"],
    ["naive", "a naïve café, naïvely", "a [naïve] café, [naïvely]"],
    ["Größe", "groesse, GRÖßE, große", "groesse, [GRÖßE], [große]"],
    ["api", "ＡＰＩ設計", "[ＡＰＩ]設計"],
    ["hello", "Hello2 hello_2", "Hello2 [hello]_2"],
  ])("marks the stems of %j in %j", (query, text, shown) => {
    expect(show(text, query)).toBe(shown);
  });

  it("marks the parts of identifiers that the index knows, and whole identifiers", () => {
    expect(show("call parseHttpHeader()", "http header")).toBe("call parse[HttpHeader]()");
    expect(show("call parseHTTPHeader()", "http")).toBe("call parse[HTTP]Header()");
    expect(show("call parseHttpHeader()", "parseHttpHeader")).toBe("call [parseHttpHeader]()");
    expect(show("getX of x", "x")).toBe("getX of [x]");
  });

  it("marks Latin words without the particle glued to them", () => {
    expect(show("useMemo는 값을", "usememo")).toBe("[useMemo]는 값을");
  });

  it("merges the overlapping pairs of one Korean word into one mark", () => {
    expect(show("이 데이터베이스를 쓴다", "데이터베이스")).toBe("이 [데이터베이스]를 쓴다");
    expect(show("데이터와 베이스", "데이터베이스")).toBe("[데이터]와 [베이스]");
  });

  it("marks decomposed Hangul by composed terms, and only whole syllables", () => {
    const [text, other] = ["설치를", "설칙"].map((word) => word.normalize("NFD"));
    expect(snippetOf(text!, "설치").marks).toEqual([{ start: 0, end: "설치".normalize("NFD").length }]);
    expect(snippetOf(other!, "설치").marks).toEqual([]);
  });

  it("gives the beginning of a text without matches", () => {
    expect(snippetOf("  one two three four five six seven", "zzz", 20)).toEqual({
      text: "one two three four",
      marks: [],
    });
  });

  it("shows the stretch with most of the distinct terms", () => {
    const filler = "lorem ipsum dolor sit amet ".repeat(10);
    const text = `rank rank rank ${filler}rank fusion here ${filler}fusion`;
    expect(show(text, "rank fusion", 40)).toBe("sit amet [rank] [fusion] here lorem ipsum");
  });

  it("shows some words before the first match", () => {
    const text = `${"alpha beta gamma ".repeat(20)}the needle here${" delta epsilon".repeat(20)}`;
    expect(show(text, "needle", 50)).toBe("alpha beta gamma the [needle] here delta epsilon");
  });

  it("keeps emoji of several characters and flags whole", () => {
    const family = "👩‍👩‍👧‍👦";
    const signs = [
      "👍🏽",
      "🇰🇷",
      "❤️",
      family,
      "e\u0301",
      "한".normalize("NFD"),
      "🏴\u{e0067}\u{e0062}\u{e007f}",
      "1️⃣",
    ];
    for (const sign of signs) {
      for (let max = 40; max < 40 + 2 * sign.length; max++) {
        const { text } = snippetOf(sign.repeat(60), "none", max);
        expect(text).toBe(sign.repeat(Math.floor(max / sign.length)));
      }
    }
  });
});

describe("cutSnippet() of any text", () => {
  const unit = fc.oneof(
    fc.constantFrom(
      "install",
      "Installation ",
      "useMemo는",
      "데이터베이스",
      "검색 ",
      " ",
      "\n",
      "👍🏽",
      "🇰🇷",
      "한".normalize("NFD"),
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
  );
  const anyText = fc.array(unit, { maxLength: 40 }).map((parts) => parts.join(""));
  const query = fc.oneof(fc.constantFrom("install", "usememo 검색", "데이터베이스", ""), anyText);

  it("is a stretch of it, no longer than asked, cut between characters", () => {
    fc.assert(
      fc.property(anyText, query, fc.integer({ min: 40, max: 120 }), (text, asked, max) => {
        const snippet = snippetOf(text, asked, max);
        const start = text.indexOf(snippet.text);
        expect(start).not.toBe(-1);
        expect(snippet.text.length).toBeLessThanOrEqual(max);
        expect(snippet.text).toBe(snippet.text.trim());
        // A half of a pair may stand in the text itself; the cut must not make one.
        if (text.isWellFormed()) expect(snippet.text.isWellFormed()).toBe(true);
      }),
    );
  });

  it("has marks in order, apart, inside it and not empty, which begin and end with a match", () => {
    fc.assert(
      fc.property(anyText, query, fc.integer({ min: 40, max: 120 }), (text, asked, max) => {
        const { text: cut, marks } = snippetOf(text, asked, max);
        const matched = findMatches(text, analyseQuery(asked)).map(({ start, end }) =>
          text.slice(start, end),
        );
        for (const [index, { start, end }] of marks.entries()) {
          expect(start).toBeGreaterThan(marks[index - 1]?.end ?? -1);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(cut.length);
          expect(matched.some((match) => cut.startsWith(match, start))).toBe(true);
          expect(matched.some((match) => cut.slice(0, end).endsWith(match))).toBe(true);
        }
      }),
    );
  });

  it("marks all words of the query's stems in it, and no others", () => {
    const family = ["instal", "install", "installs", "installed", "installing", "Installation", "INSTALLER"];
    const others = ["insta", "instance", "in", "stall", "reinstall", "stallion"];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...family, ...others), { minLength: 1, maxLength: 60 }),
        (words) => {
          const { text, marks } = snippetOf(words.join(" "), "install", 80);
          const shown = [...text.matchAll(/\w+/g)];
          const whole = shown.filter(({ 0: word }) => family.includes(word));
          const expected = whole.map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
          expect(marks.filter(({ end }) => end < text.length)).toEqual(
            expected.filter(({ end }) => end < text.length),
          );
        },
      ),
    );
  });

  it("marks all pairs of the query in it, and no others", () => {
    const korean = fc
      .array(fc.constantFrom("데", "이", "터", " ", "를"), { maxLength: 90 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(korean, (text) => {
        const { text: cut, marks } = snippetOf(text, "데이터", 60);
        const marked = [...cut].map((_, at) => marks.some(({ start, end }) => start <= at && at < end));
        const expected = [...cut].map(
          (_, at) => /^(?:데이|이터)/.test(cut.slice(at)) || /(?:데이|이터)$/.test(cut.slice(0, at + 1)),
        );
        expect(marked).toEqual(expected);
      }),
    );
  });
});

describe("toStem()", () => {
  // What FTS5's porter makes of the same words (fts5vocab of SQLite 3.53).
  it.each([
    ["installation", "instal"],
    ["relational", "relat"],
    ["Happy", "happi"],
    ["usability", "usabl"],
    ["running", "run"],
    ["naïvely", "naiv"],
    ["Größe", "groß"],
    ["URLs", "url"],
    ["utf8", "utf8"],
    ["is", "is"],
    ["Слияний", "слияний"],
  ])("makes of %s what FTS5 indexes: %s", (word, stem) => {
    expect(toStem(word)).toBe(stem);
  });
});
