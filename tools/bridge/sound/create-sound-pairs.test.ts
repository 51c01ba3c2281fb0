import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { createSoundPairs, toSpellings } from "./create-sound-pairs.ts";

const PRONUNCIATIONS = {
  agent: "EY1 JH AH0 N T",
  back: "B AE1 K",
  book: "B UH1 K",
  bug: "B AH1 G",
  button: "B AH1 T AH0 N",
  cake: "K EY1 K",
  cash: "K AE1 SH",
  cat: "K AE1 T",
  clipping: "K L IH1 P IH0 NG",
  cloud: "K L AW1 D",
  commit: "K AH0 M IH1 T",
  computer: "K AH0 M P Y UW1 T ER0",
  container: "K AH0 N T EY1 N ER0",
  core: "K AO1 R",
  debug: "D IY0 B AH1 G",
  digital: "D IH1 JH AH0 T AH0 L",
  factory: "F AE1 K T ER0 IY0",
  film: "F IH1 L M",
  in: "IH1 N",
  language: "L AE1 NG G W AH0 JH",
  lock: "L AA1 K",
  log: "L AO1 G",
  login: "L AO1 G IH2 N",
  market: "M AA1 R K AH0 T",
  million: "M IH1 L Y AH0 N",
  model: "M AA1 D AH0 L",
  option: "AA1 P SH AH0 N",
  pack: "P AE1 K",
  person: "P ER1 S AH0 N",
  per: "P ER1",
  son: "S AH1 N",
  platform: "P L AE1 T F AO2 R M",
  port: "P AO1 R T",
  protocol: "P R OW1 T AH0 K AO2 L",
  roll: "R OW1 L",
  rollback: "R OW1 L B AE2 K",
  script: "S K R IH1 P T",
  share: "SH EH1 R",
  shrimp: "SH R IH1 M P",
  singer: "S IH1 NG ER0",
  table: "T EY1 B AH0 L",
  terminal: "T ER1 M AH0 N AH0 L",
  the: "DH AH0",
  token: "T OW1 K AH0 N",
  tube: "T UW1 B",
  twist: "T W IH1 S T",
  version: "V ER1 ZH AH0 N",
  window: "W IH1 N D OW0",
};

const spell = (word: string): string | undefined => toSpellings(word, PRONUNCIATIONS)[0];

describe("the spelling of English words in Hangul", () => {
  it.each([
    ["book", "북", "a voiceless stop after a short vowel is a final"],
    ["cat", "캣", "a voiceless stop after a short vowel is a final"],
    ["cake", "케이크", "but not after a long one"],
    ["bug", "버그", "a voiced stop has a 으 of its own"],
    ["script", "스크립트", "a stop before a stop is a final"],
    ["cash", "캐시", "sh at the end"],
    ["shrimp", "슈림프", "sh before a consonant"],
    ["share", "셰어", "sh before a vowel, r after it"],
    ["clipping", "클리핑", "l after a stop is doubled"],
    ["film", "필름", "l before m"],
    ["twist", "트위스트", "w after most consonants is a syllable of its own"],
    ["language", "랭귀지", "w after g is not"],
    ["computer", "컴퓨터", "y after a consonant"],
    ["million", "밀리언", "y before a weak vowel"],
    ["tube", "튜브", "the British u"],
    ["singer", "싱어", "ng begins no syllable"],
    ["platform", "플랫폼", "a silent r before m"],
    ["port", "포트", "a silent r before t"],
    ["core", "코어", "an r that is heard"],
    ["container", "컨테이너", "con-"],
    ["commit", "커밋", "com-"],
    ["terminal", "터미널", "-al"],
    ["digital", "디지털", "-al"],
    ["model", "모델", "-el"],
    ["table", "테이블", "-le"],
    ["token", "토큰", "-en"],
    ["button", "버튼", "-ton"],
    ["agent", "에이전트", "-ent"],
    ["market", "마켓", "-et"],
    ["option", "옵션", "-tion"],
    ["version", "버전", "-sion"],
    ["factory", "팩토리", "-ory"],
    ["protocol", "프로토콜", "an open weak o"],
    ["cloud", "클라우드", "a diphthong"],
  ])("writes %s as %s: %s", (word, hangul) => {
    expect(spell(word)).toBe(hangul);
  });

  it("spells a compound as its parts", () => {
    expect(spell("login")).toBe("로그인");
    expect(spell("rollback")).toBe("롤백");
  });

  it("does not take a word for a compound whose second part is weakened", () => {
    expect(spell("person")).toBe("퍼슨");
  });

  it("spells an unlisted word by its parts, by its stem, or letter by letter", () => {
    expect(spell("webpack")).toBe("웹팩");
    expect(spell("debugger")).toBe("디버거");
    expect(spell("zorina")).toBe("조리나");
  });

  it("knows the settled spellings of software", () => {
    expect(spell("kubernetes")).toBe("쿠버네티스");
    expect(spell("nginx")).toBe("엔진엑스");
  });

  it("gives nothing for what cannot be said", () => {
    for (const word of ["xkcd", "nfs", "pcl", "mplx", "", "42", "한글"])
      expect(toSpellings(word, {})).toEqual([]);
  });

  it("adds the second habit where writers differ", () => {
    expect(toSpellings("window", PRONUNCIATIONS)).toEqual(["윈도", "윈도우"]);
    expect(toSpellings("lock", PRONUNCIATIONS)).toEqual(["록", "락"]);
  });

  it("is not fooled by words that objects have of their own", () => {
    for (const word of ["constructor", "valueof", "toString", "__proto__"]) {
      for (const spelling of toSpellings(word, {})) expect(spelling).toMatch(/^[가-힣]+$/);
    }
  });

  it("gives only Hangul for any word", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,30}$/), (word) => {
        for (const spelling of toSpellings(word, PRONUNCIATIONS)) expect(spelling).toMatch(/^[가-힣]+$/);
      }),
    );
  });
});

describe("createSoundPairs", () => {
  it("names its source and keeps the order of the words", () => {
    expect(createSoundPairs(["container", "queue", "commit"], PRONUNCIATIONS)).toEqual([
      { english: "container", foreign: "컨테이너", source: "sound:cmudict" },
      { english: "queue", foreign: "큐", source: "sound:cmudict" },
      { english: "commit", foreign: "커밋", source: "sound:cmudict" },
    ]);
  });

  it("leaves out single syllables that are no settled loans", () => {
    expect(createSoundPairs(["the", "cat"], PRONUNCIATIONS)).toEqual([]);
  });
});
