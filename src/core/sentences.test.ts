import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSentences } from "./sentences.ts";

const texts = (text: string): string[] => splitSentences(text).map((sentence) => sentence.text);
const kinds = (text: string): string[] =>
  splitSentences(text).map((sentence) => `${sentence.kind}: ${sentence.text}`);

describe("splitSentences()", () => {
  it.each([
    ["", []],
    [" \n\t\n", []],
    ["한 문장", ["한 문장"]],
    ["첫째다. 둘째요! 셋째인가? 넷째… 끝.", ["첫째다.", "둘째요!", "셋째인가?", "넷째…", "끝."]],
    ["First one. Second one! Third one? done", ["First one.", "Second one!", "Third one?", "done"]],
    ["붙여 썼다.그리고 이었다.", ["붙여 썼다.", "그리고 이었다."]],
    ["これは一つ。二つ目！次は？", ["これは一つ。", "二つ目！", "次は？"]],
    ["배포가 끝났다. npm test를 돌린다.", ["배포가 끝났다.", "npm test를 돌린다."]],
    ["Use it. kubectl waits.", ["Use it.", "kubectl waits."]],
  ])("cuts %j", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it.each([
    "Use a queue, e.g. Kafka, i.e. a log.",
    "It is v1.2.3 and 3.5 times faster, not 0.9초.",
    "Dr. Kim and Mr. J. R. Lee met J. Smith.",
    "At 6 a.m. the job starts, at 7 p.m. it ends.",
    "See No. 5, Fig. 2, pp. 3 and Sec. 4.",
    "Open src/core/query.ts and config.toml at 10.0.0.12 now.",
    "Go to https://example.com/a.b?c=d. it has no end",
    "Kim et al. (2020) say so vs. Lee.",
    "The U.S. Army and the U.K. Treasury agree.",
    "2026. 5. 21. 회의에서 정했다.",
    "On Sept. 3 and Dec. 24 nothing ships.",
    "순서는 다음과 같다: 1. 끈다",
    "“Really?” he asked.",
    "Wait... it works.",
    "명령은 `a. B c. D`로 끝난다.",
    "괄호 안은 (첫째다. 둘째다.) 그대로다.",
    "A wrapped line goes on\nover the break and\nends here.",
    "목적격 조사 앞의 줄바꿈은\n문장을 끝내지 않는다.",
  ])("keeps %j whole", (text) => {
    const [first, ...rest] = texts(text);
    if (text.includes("https:")) expect(first).toBe("Go to https://example.com/a.b?c=d.");
    else expect([first, ...rest]).toEqual([text]);
  });

  it.each([
    ["It runs in the U.S. The rest is in Seoul.", ["It runs in the U.S.", "The rest is in Seoul."]],
    ["It ends at 5 p.m. Deploys wait.", ["It ends at 5 p.m.", "Deploys wait."]],
    ["Copy a, b, etc. Then stop.", ["Copy a, b, etc.", "Then stop."]],
    ["Did you say no. Say it again.", ["Did you say no.", "Say it again."]],
    ["So do I. Then we go.", ["So do I.", "Then we go."]],
    ["포트는 4310. 그 밖은 닫는다.", ["포트는 4310.", "그 밖은 닫는다."]],
  ])("ends a sentence at an abbreviation or a number that closes it: %j", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it.each([
    ["He said “stop.” Then left.", ["He said “stop.”", "Then left."]],
    ["(전부 끈다.) 다시 켠다.", ["(전부 끈다.)", "다시 켠다."]],
    ["**굵게 쓴다.** 이어진다.", ["**굵게 쓴다.**", "이어진다."]],
    ["끈다.[1] 켠다. [2][3] 끝낸다 [4].", ["끈다.[1]", "켠다. [2][3]", "끝낸다 [4]."]],
    ["Stop it. [1, 2] Start it.[3]Then wait.", ["Stop it. [1, 2]", "Start it.[3]", "Then wait."]],
    ["Stop it.\n[1]\nStart it.", ["Stop it.\n[1]", "Start it."]],
    [
      "See the page. [1](https://example.com) is a link.",
      ["See the page.", "[1](https://example.com) is a link."],
    ],
    ["여기서 끝. [[other-note]]를 본다.", ["여기서 끝.", "[[other-note]]를 본다."]],
  ])("leaves what closes a sentence with it: %j", (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it("makes units of headings, items, rows and code, and leaves out what only draws them", () => {
    const text = [
      "# 제목. 둘째 말",
      "",
      "앞말이다. 뒷말이다.",
      "- 첫 항목. 둘째 문장",
      "  이어진 줄이다.",
      "- [x] second item",
      "1. one",
      "2) two",
      "",
      "| a | b |",
      "| --- | ---: |",
      "| 1.5 | x. Y |",
      "",
      "---",
      "Title of a note",
      "===============",
      "> quoted text goes",
      "> on. And ends.",
      "",
      "```ts",
      "const a = 1. + 2;",
      "",
      "- not an item",
      "```",
      "after",
      "",
      "    indented code",
      "",
      "    more of it",
      "#tag #태그",
    ].join("\n");
    expect(kinds(text)).toEqual([
      "heading: 제목. 둘째 말",
      "prose: 앞말이다.",
      "prose: 뒷말이다.",
      "item: 첫 항목.",
      "item: 둘째 문장\n  이어진 줄이다.",
      "item: [x] second item",
      "item: one",
      "item: two",
      "row: | a | b |",
      "row: | 1.5 | x. Y |",
      "heading: Title of a note",
      "prose: quoted text goes\n> on.",
      "prose: And ends.",
      "code: ```ts\nconst a = 1. + 2;\n\n- not an item\n```",
      "prose: after",
      "code: indented code\n\n    more of it",
      "heading: #tag #태그",
    ]);
  });

  it("takes the keys of a front matter for rows, and a rule with a text behind it for a rule", () => {
    expect(kinds("---\ntitle: 배포. 롤백\ntags: [a]\n---\n본문이다.")).toEqual([
      "row: title: 배포. 롤백",
      "row: tags: [a]",
      "prose: 본문이다.",
    ]);
    expect(kinds("---\n첫 문단이다.\n\n---\n둘째다.")).toEqual(["prose: 첫 문단이다.", "prose: 둘째다."]);
  });

  it("begins a new unit at a dated line of a plain note", () => {
    expect(texts("2026-10-02 keyboard\n2026-10-05 postgres 18 #db\n10:30 stand-up")).toEqual([
      "2026-10-02 keyboard",
      "2026-10-05 postgres 18 #db",
      "10:30 stand-up",
    ]);
  });

  it("wraps a paragraph at a number without making a list of it", () => {
    expect(texts("The port moved in\n2026. Then it stayed.")).toEqual([
      "The port moved in\n2026.",
      "Then it stayed.",
    ]);
    expect(texts("We waited for all\n12. replicas")).toHaveLength(2);
    expect(kinds("할 일\n1. 끈다\n2. 켠다")).toEqual(["prose: 할 일", "item: 끈다", "item: 켠다"]);
  });

  it("takes a fence that nothing closes for code to the end, and reads Windows line ends", () => {
    expect(kinds("a\r\n\r\n```\r\nb. C\r\nd.")).toEqual(["prose: a", "code: ```\r\nb. C\r\nd."]);
  });

  it("reads a table without outer bars", () => {
    expect(kinds("a | b\n--- | ---\n1 | 2\n\nc | d")).toEqual(["row: a | b", "row: 1 | 2", "prose: c | d"]);
  });

  const piece = fc.constantFrom(
    ..."a B 가. 다.\n \n\n # - * > | ` ``` ~~~ [1] [2]( ( ) ! ? … 。 12. 3) --- === | - | : \t e.g. Dr. #t 🙂 \r\n 0.5 “ ” 2026-01-02".split(
      " ",
    ),
    " ",
    "    ",
    "\n",
    "\n\n",
  );

  it("gives parts in order that do not overlap, stand in the text, and hold every letter of it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        let behind = 0;
        for (const part of splitSentences(text)) {
          expect(part.start).toBeGreaterThanOrEqual(behind);
          expect(text.slice(behind, part.start)).toMatch(LEFT_OUT);
          expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text);
          expect(part.text.trim()).toBe(part.text);
          expect(part.text).not.toBe("");
          behind = part.start + part.text.length;
        }
        expect(text.slice(behind)).toMatch(LEFT_OUT);
      }),
      { numRuns: 3000 },
    );
  });

  it("needs no more than a moment for hostile input", () => {
    const length = 50_000;
    const hostile = [
      "`",
      "``` ",
      "(",
      ")",
      ". ",
      ".(",
      "a.b.",
      "[1]",
      ".[1]",
      "> ",
      "- ",
      "#",
      "#a",
      "| ",
      "1. ",
      "\n",
      "-\n",
      "- a\n",
      "    a\n",
      "\t",
      "*",
      "“. ",
      "- - ",
      "\r",
      "A. ",
      "[!",
      "`a``",
    ];
    for (const unit of hostile) {
      const text = unit.repeat(Math.ceil(length / unit.length));
      const parts = splitSentences(`${text}x`);
      expect(parts.length).toBeGreaterThan(0);
    }
    let rising = "";
    for (let run = 1; rising.length < length; run++) rising += `${"`".repeat(run)} `;
    expect(splitSentences(rising)).toHaveLength(1);
  });
});

/** White space, rules, underlines, and the marks that begin a line. */
const LEFT_OUT = /^(?:\s|[>#|:=•_*+-]|\d{1,3}[.)](?=\s))*$/;
