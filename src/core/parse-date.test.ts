import { describe, expect, it } from "vitest";
import { parseDate } from "./parse-date.ts";

const iso = (value: unknown): string | null => {
  const time = parseDate(value);
  return time === null ? null : new Date(time).toISOString();
};

describe("parseDate()", () => {
  it.each([
    ["2024-01-05", "2024-01-05T00:00:00.000Z"],
    ["2024-02", "2024-02-01T00:00:00.000Z"],
    [" 2024-01-05 ", "2024-01-05T00:00:00.000Z"],
    ["2024-01-05 10:30", "2024-01-05T10:30:00.000Z"],
    ["2024-01-05T10:30:15", "2024-01-05T10:30:15.000Z"],
    ["2024-01-05T10:30:15.25Z", "2024-01-05T10:30:15.250Z"],
    ["2024-01-05t10:30:15z", "2024-01-05T10:30:15.000Z"],
    ["2024-01-05T10:30+09:00", "2024-01-05T01:30:00.000Z"],
    ["2024-01-05 10:30:15 +0900", "2024-01-05T01:30:15.000Z"],
    ["2024-01-05T00:00:00-05", "2024-01-05T05:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
  ])("reads %j as %s", (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  // Date.parse reads some of these, in the machine's own time zone.
  it.each([
    "",
    "soon",
    "2024",
    "20240105",
    "2024-1-5",
    "2024-01-5",
    "2024-13-01",
    "2024-02-30",
    "2023-02-29",
    "2024-00-10",
    "2024-01-00",
    "2024-01-05 (draft)",
    "2024-01-05T25:00",
    "2024-01-05T10:30+25:00",
    "2024-01-05 10:30 PM",
    "05.01.2024",
  ])("takes %j for no date", (text) => {
    expect(parseDate(text)).toBeNull();
  });

  it("takes a Date that is one, and nothing that is neither text nor Date", () => {
    expect(parseDate(new Date(5))).toBe(5);
    expect(parseDate(new Date(Number.NaN))).toBeNull();
    for (const value of [null, undefined, 20_240_105, true, {}, ["2024-01-05"]])
      expect(parseDate(value)).toBeNull();
  });
});
