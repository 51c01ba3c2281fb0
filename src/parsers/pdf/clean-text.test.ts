import { describe, expect, it } from "vitest";
import { cleanLine } from "./clean-text.ts";

describe("cleanLine()", () => {
  it.each([
    ["composes jamo", "\u1112\u1161\u11ab\u1100\u116e\u11a8 글", "한국 글"],
    ["expands ligatures", "e\ufb03cient \ufb02ow", "efficient flow"],
    ["removes what cannot be seen", "a\u0000b\u0007c\u200bd\u00ade\ufeff\ufffe", "abcde"],
    ["removes half of a surrogate pair, not a whole one", "a\udb62b 😀", "ab 😀"],
    ["makes every space a plain one and keeps how many there are", "가\u00a0나\u3000\t다", "가 나  다"],
    ["makes every hyphen a plain one", "non\u2011breaking", "non-breaking"],
    ["makes a symbol font's bullet a bullet", "\uf0b7 item", "• item"],
    ["leaves superscripts and full-width letters", "m² Ａ", "m² Ａ"],
  ])("%s", (_what, raw, clean) => {
    expect(cleanLine(raw)).toBe(clean);
  });
});
