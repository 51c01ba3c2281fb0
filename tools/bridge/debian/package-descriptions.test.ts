import { expect, test } from "vitest";

import { pairPackageDescriptions } from "./package-descriptions.ts";

const ENGLISH = `Package: chess
Description-md5: aaaa
Description-en: chess on three boards
 There are three boards,
 one above the other.
 .
 Features:
  * three boards
  * a clock that
    counts down

Package: other
Description-md5: bbbb
Description-en: something else
`;

test("pairPackageDescriptions() pairs first lines, paragraphs and items over the checksum", () => {
  const korean = `Package: chess
Description-md5: aaaa
Description-ko: 세 판의 체스
 판이 셋 있습니다,
 하나씩 위에.
 .
 특징:
  * 세 판
  * 거꾸로 세는 시계

Package: gone
Description-md5: cccc
Description-ko: 없어진 것
`;
  expect(pairPackageDescriptions(ENGLISH, korean, "ko")).toEqual([
    { english: "chess on three boards", foreign: "세 판의 체스" },
    { english: "There are three boards, one above the other.", foreign: "판이 셋 있습니다, 하나씩 위에." },
    { english: "Features:", foreign: "특징:" },
    { english: "* three boards", foreign: "* 세 판" },
    { english: "* a clock that counts down", foreign: "* 거꾸로 세는 시계" },
  ]);
});

test("pairPackageDescriptions() gives the first line alone where the paragraphs differ in number", () => {
  const korean = "Package: chess\nDescription-md5: aaaa\nDescription-ko: 세 판의 체스\n 하나로.\n";
  expect(pairPackageDescriptions(ENGLISH, korean, "ko")).toEqual([
    { english: "chess on three boards", foreign: "세 판의 체스" },
  ]);
});
