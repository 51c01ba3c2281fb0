import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  analyseForIndex,
  analyseQuery,
  findIdentifierParts,
  findWords,
  findWordsBeginning,
  normalise,
} from "./analyse.ts";

const termsOf = (text: string): string[] =>
  analyseQuery(text).map(({ kind, text: term }) => `${kind} ${term}`);
const identifiersOf = (text: string): string => analyseForIndex(text).identifiers;

describe("analyseForIndex()", () => {
  it("leaves a text without CJK to FTS5 as it stands", () => {
    expect(analyseForIndex("Plain English, naïve café.")).toEqual({ words: null, cjk: "", identifiers: "" });
    expect(analyseForIndex("Ünïcödé — and an arrow →")).toEqual({ words: null, cjk: "", identifiers: "" });
  });

  it("makes overlapping pairs of Korean, Chinese and Japanese runs", () => {
    expect(analyseForIndex("한국어").cjk).toBe("한국 국어");
    expect(analyseForIndex("知識庫").cjk).toBe("知識 識庫");
    expect(analyseForIndex("データベース").cjk).toBe("デー ータ タベ ベー ース");
    expect(analyseForIndex("佐々木さん").cjk).toBe("佐々 々木 木さ さん");
  });

  it("does not pair characters across a space, a sign or a Latin word", () => {
    expect(analyseForIndex("배포 롤백, 검색git설치").cjk).toBe("배포 롤백 검색 설치");
  });

  it("keeps a lone syllable as itself", () => {
    expect(analyseForIndex("돈 a 물").cjk).toBe("돈 물");
  });

  it("cuts Latin letters and digits loose from the particles glued to them", () => {
    const { words, cjk } = analyseForIndex("useMemo는 Node20에서");
    expect(words?.split(/\s+/)).toEqual(["useMemo", "Node20", ""]);
    expect(cjk).toBe("는 에서");
  });

  it("gives decomposed Hangul and kana the pairs of composed ones", () => {
    expect(analyseForIndex("한국어".normalize("NFD"))).toEqual(analyseForIndex("한국어"));
    expect(analyseForIndex("がっこう".normalize("NFD"))).toEqual(analyseForIndex("がっこう"));
  });

  it("makes full-width Latin and half-width kana plain", () => {
    expect(analyseForIndex("ＡＰＩ設計")).toEqual(analyseForIndex("API設計"));
    expect(analyseForIndex("ﾃﾞｰﾀ").cjk).toBe("デー ータ");
    expect(identifiersOf("ｐａｒｓｅＵｒｌ")).toBe("parse url");
  });

  it("changes nothing else because of one full-width sign in the text", () => {
    expect(analyseForIndex("x² ① ㅋㅋ，").words).toBe("x² ①  ,");
    expect(analyseForIndex("x² ① ㅋㅋ，").cjk).toBe("ㅋㅋ");
  });

  it("pairs Han characters outside the basic plane whole", () => {
    expect(analyseForIndex("𠮷野家").cjk).toBe("𠮷野 野家");
    expect(analyseForIndex("𠮷").cjk).toBe("𠮷");
  });

  it("makes no pair of circled letters, which FTS5 would drop", () => {
    expect(analyseForIndex("㉠㉡ 가나").cjk).toBe("가나");
  });

  it("splits identifiers at case changes and acronyms, and drops single letters", () => {
    expect(identifiersOf("parseHttpHeader")).toBe("parse http header");
    expect(identifiersOf("HTTPServer XMLHttpRequest")).toBe("http server xml http request");
    expect(identifiersOf("utf8Decoder iPhone getX")).toBe("utf decoder phone get");
    expect(identifiersOf("plain snake_case HTTP Title lower9")).toBe("");
  });

  it("takes long runs of letters and of syllables in one go", () => {
    expect(identifiersOf("a".repeat(300_000))).toBe("");
    expect(identifiersOf("A".repeat(300_000))).toBe("");
    expect(analyseForIndex("가".repeat(300_000)).cjk).toHaveLength(299_999 * 3 - 1);
  });
});

describe("analyseQuery()", () => {
  it("keeps the order of the text and tells words, parts, pairs and lone characters apart", () => {
    expect(termsOf("useMemo는 검색한다 A")).toEqual([
      "word usememo",
      "part use",
      "part memo",
      "character 는",
      "pair 검색",
      "pair 색한",
      "pair 한다",
      "word a",
    ]);
  });

  it("finds nothing in signs, emoji and lone marks", () => {
    expect(termsOf('"*-() ❤️ 👍🏽 \u0301 \ufe0f')).toEqual([]);
    expect(termsOf("좋다❤️")).toEqual(["pair 좋다"]);
  });

  it("keeps accents and marks inside a word", () => {
    expect(termsOf("naïve हिन्दी")).toEqual(["word naïve", "word हिन्दी"]);
    expect(termsOf("cafe\u0301")).toEqual(["word cafe\u0301"]);
  });

  it("splits at underscores, as FTS5 does", () => {
    expect(termsOf("snake_case")).toEqual(["word snake", "word case"]);
  });
});

describe("analyseQuery(), where it does without the Unicode classes,", () => {
  it("takes every character as it does with them", () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const isTakenAlike = (character: string): boolean => {
      const withRareLetter = analyseQuery(`${character} é`).slice(0, -1);
      return isDeepStrictEqual(analyseQuery(character), withRareLetter);
    };
    expect(characters.filter((character) => !isTakenAlike(character))).toEqual([]);
  });

  it("cuts a text as it does with them", () => {
    const common = fc.constantFrom(..."aB9_ -.한글을ー漢字かなカナ々〇、。「→—".split(""));
    fc.assert(
      fc.property(
        fc.array(common).map((characters) => characters.join("")),
        (text) => {
          expect(analyseQuery(text)).toEqual(analyseQuery(`${text} é`).slice(0, -1));
        },
      ),
    );
  });
});

describe("analyseForIndex() and analyseQuery()", () => {
  it("agree: what a query takes from a document's own text is in its columns", () => {
    fc.assert(
      fc.property(documentText, (text) => {
        const { words, cjk, identifiers } = analyseForIndex(text);
        const columns = {
          word: ` ${tokenise(words ?? text).join(" ")} `,
          part: ` ${tokenise(identifiers).join(" ")} `,
          pair: ` ${tokenise(cjk).join(" ")} `,
          character: ` ${tokenise(cjk).join(" ")} `,
        };
        // Whole, and by its words alone: no part of a text may be read differently beside another.
        for (const query of [text, ...text.split(/\s+/)]) {
          for (const { kind, text: term } of analyseQuery(query)) {
            expect(tokenise(term)).not.toEqual([]);
            expect(columns[kind]).toContain(` ${tokenise(term).join(" ")} `);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

const fragment = fc.oneof(
  fc.constantFrom(..."parseHttpHeader useMemo HTTPServer snake_case x² ① ﬁsh İstanbul ΣΑΣ naïve".split(" ")),
  fc.constantFrom(..."한국어 를 데이터 検索 データ 𠮷野 ㉠ ㅋㅋ 豈".split(" ")),
  fc.constantFrom(..."ＡＰＩ ﾃﾞ ， ： ❤️ 👍🏽 🤖 \u0301 \u3099 हिन्दी".split(" ")),
  fc.constantFrom("한국어".normalize("NFD"), "が".normalize("NFD"), "\ud7b0", "\uac00\u11a8"),
  fc.constantFrom(" ", " ", "\n", "-", "_", ".", "9"),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);
const documentText = fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join(""));

/** As FTS5's unicode61 does: letters, digits and private use; Latin accents go with their letter. */
function tokenise(text: string): string[] {
  const plain = (token: string): string => token.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  const tokens = text.match(/[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])*/gu) ?? [];
  return tokens.map((token) => plain(token.toLowerCase()).replaceAll("ς", "σ").normalize("NFC"));
}

describe("findWords()", () => {
  it("gives words with their places, without the CJK between them", () => {
    expect(findWords("useMemo는 naïve 검색 x")).toMatchObject([
      { text: "useMemo", start: 0 },
      { text: "naïve", start: 9 },
      { text: "x", start: 18 },
    ]);
  });
});

describe("findWordsBeginning()", () => {
  it("gives every word that begins so, whatever stands around it", () => {
    const beginning = fc.stringMatching(/^[a-cé검]{1,2}$/);
    const word = fc.stringMatching(/^[a-cA-C0é검색_.-]{1,5}$/);
    fc.assert(
      fc.property(
        fc.array(word),
        fc.array(beginning, { minLength: 1, maxLength: 3 }),
        (words, beginnings) => {
          const text = words.join(" ");
          const beginsSo = (part: { text: string }): boolean =>
            beginnings.some((each) => part.text.toLowerCase().startsWith(each));
          const places = (parts: readonly { start: number; text: string }[]): unknown =>
            parts.filter(beginsSo).map(({ start, text: each }) => [start, each]);
          expect(places(findWordsBeginning(text, beginnings))).toEqual(places(findWords(text)));
        },
      ),
    );
  });
});

describe("findIdentifierParts()", () => {
  it("gives the parts with their places and their case", () => {
    expect(findIdentifierParts("a parseHTTPHeader")).toEqual([
      { text: "parse", start: 2 },
      { text: "HTTP", start: 7 },
      { text: "Header", start: 11 },
    ]);
  });
});

describe("normalise()", () => {
  it("gives a normalised text back as it is", () => {
    fc.assert(
      fc.property(documentText, (text) => {
        expect(normalise(normalise(text))).toBe(normalise(text));
      }),
    );
  });
});
