import { describe, expect, it } from "vitest";
import { formatReport } from "./report.ts";

const REPORT = {
  language: "ko",
  pairs: ["debian:b", "npm:z", "debian:a", "npm:z"].map((source) => ({
    english: "e",
    foreign: "가",
    source,
  })),
  lessons: 3,
  doubtful: 1,
  features: 42,
  validation: { texts: 8, first: 0.5, firstTen: 0.875, firstBack: 1 / 3 },
  output: "bridge-ko-en.bin",
  bytes: 1234,
  sha256: "0".repeat(64),
} as const;

describe("formatReport()", () => {
  it("tells what was learned from and how well, the largest source first and equal ones by name", () => {
    const text = formatReport(REPORT);
    expect(text).toMatch(/^# Bridge from Korean\n/);
    expect(text).toContain("| file | bridge-ko-en.bin, 1234 bytes |");
    expect(text).toContain("4 from 3 sources, 3 to learn from, 1 of those left out as doubtful");
    expect(text).toContain("first 50.0 %, in the first ten 87.5 %; English to Korean first 33.3 % |");
    expect(text.slice(text.indexOf("| source"))).toBe(
      "| source | pairs |\n|---|---|\n| npm:z | 2 |\n| debian:a | 1 |\n| debian:b | 1 |\n",
    );
    expect(formatReport({ ...REPORT, pairs: REPORT.pairs.toReversed() })).toBe(text);
  });

  it("names twenty-five sources at most", () => {
    const pairs = Array.from({ length: 60 }, (_, at) => ({
      english: "e",
      foreign: "か",
      source: `npm:${at}`,
    }));
    const text = formatReport({ ...REPORT, language: "ja", pairs });
    expect(text.match(/^\| npm:/gm)).toHaveLength(25);
    expect(text).toContain("# Bridge from Japanese");
  });
});
