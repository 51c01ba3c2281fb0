import { expect, test } from "vitest";

import { parseCharacterVariants } from "./character-variants.ts";

const KANJIDIC = `# KANJIDIC JIS X 0208 Kanji Information File
学 3358 U5b66 B39 G1 S8 XJ0555C F63 ガク まな.ぶ {study} {learning}
學 555C U5b78 B39 S16 XJ03358 ガク まな.ぶ {study} {XJ03358}
巖 562F U5dd6 G10 S23 XJ03460 ガン いわ {rock}
巌 3460 U5dcc G9 S20 XJ0562F ガン いわ {rock}
乖 506A U4e56 B4 S8 XJ0FFFF XJ13021 カイ {oppose}
亂 5032 U4e82 S13 XJ0506A ラン {disorder}
`;

test("parseCharacterVariants() leads from the old form to the one that is taught", () => {
  const variants = parseCharacterVariants(KANJIDIC);
  expect(variants.get("學")).toBe("学");
  expect(variants.has("学")).toBe(false);
});

test("parseCharacterVariants() takes forms for names, and none that is not taught or not there", () => {
  const variants = parseCharacterVariants(KANJIDIC);
  expect(variants.get("巌")).toBe("巖");
  expect(variants.has("亂")).toBe(false);
  expect(variants.has("乖")).toBe(false);
});

test("parseCharacterVariants() skips lines that are no characters", () => {
  expect(parseCharacterVariants("\n学\n学 XYZ\n学校 3358 G1\n").size).toBe(0);
});
