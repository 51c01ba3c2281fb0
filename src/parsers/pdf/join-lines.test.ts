import { describe, expect, it } from "vitest";
import { joinLines, toBreakHabits } from "./join-lines.ts";
import type { Paragraph } from "./paragraphs.ts";

/** Full lines; one that ends with a space was printed with it. */
function paragraph(...lines: readonly string[]): Paragraph {
  const first = { left: 0, right: 10, baseline: 0, size: 10, angle: 0 };
  return lines.map((line) => ({
    text: line.trimEnd(),
    spaced: line.endsWith(" "),
    size: 10,
    first,
    last: { ...first, left: 290, right: 300 },
    full: true,
  }));
}

function join(lines: readonly string[], ...others: readonly Paragraph[]): string {
  const own = paragraph(...lines);
  return joinLines(own, toBreakHabits([own, ...others]));
}

describe("joinLines()", () => {
  it("makes a hyphenated word whole on the first line", () => {
    expect(join(["for exam-", "ple this one"])).toBe("for example\nthis one");
    expect(join(["INFOR-", "MATION here"])).toBe("INFORMATION\nhere");
    expect(join(["exam-", "ple"])).toBe("example");
  });

  it("keeps the hyphen of a compound", () => {
    expect(join(["the state-of-the-", "art method"])).toBe("the state-of-the-art\nmethod");
    expect(join(["non-", "Euclidean"])).toBe("non-Euclidean");
    expect(join(["COVID-", "19 cases"])).toBe("COVID-19\ncases");
    expect(join(["a well-", "known fact"], paragraph("it is well-known"))).toBe("a well-known\nfact");
  });

  it("trusts the whole word when the document has both", () => {
    expect(join(["a re-", "turn"], paragraph("to return or to re-turn"))).toBe("a return");
  });

  it("leaves a dash that stands alone", () => {
    expect(join(["one -", "two"])).toBe("one -\ntwo");
  });

  it("joins a divided Korean word where the document writes the spaces of its other breaks", () => {
    const lines = [
      "보험금을 지급하는 ",
      "경우에 보장하는 금액과 보",
      "험금의 종류는 다음과 같으며 ",
      "그 밖의 사항은 법률에서 정",
      "한다.",
    ];
    expect(join(lines)).toBe(
      "보험금을 지급하는\n경우에 보장하는 금액과 보험금의\n종류는 다음과 같으며\n그 밖의 사항은 법률에서 정한다.",
    );
  });

  it("leaves Korean lines alone where the document writes no such spaces, or breaks between words only", () => {
    expect(join(["정의되지 않는", "한 다음과", "같습니다"])).toBe("정의되지 않는\n한 다음과\n같습니다");
    const words = ["하나 ", "둘 ", "셋 ", "넷 ", "다섯 ", "여섯", "일곱"];
    expect(join(words)).toBe("하나\n둘\n셋\n넷\n다섯\n여섯\n일곱");
  });

  it("takes time in proportion to the text", () => {
    const lines = Array.from({ length: 50_000 }, () => "ab-");
    const started = performance.now();
    join(lines);
    join(["가".repeat(2_000_000), `${"a".repeat(2_000_000)}-`, "b"]);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
