import { describe, expect, it } from "vitest";
import { flagsOf, isWarmCommand } from "./warm-command.ts";

describe("isWarmCommand()", () => {
  it.each([
    ["search", "롤백", "rollback"],
    ["ask", "how do we roll back?"],
    ["--json", "search", "x"],
    ["--data-dir", "ingest", "search", "x"],
    ["--config", "a.toml", "--data-dir=/b", "-q", "ask", "x"],
    ["search", "--", "--bulk", "-h", "--help"],
    ["search"],
    ["search", "--tpo", "3"],
  ])("lets a server run %j %j %j", (...argv) => {
    expect(isWarmCommand(argv)).toBe(true);
  });

  it.each([
    [],
    ["ingest", "search"],
    ["reset", "--yes"],
    ["note", "search"],
    ["--data-dir", "search"],
    ["--config", "search", "ingest"],
    ["search", "--bulk"],
    ["search", "--help"],
    ["ask", "-h"],
    ["search", "-qh"],
    ["help", "search"],
    ["--", "search"],
    ["--json"],
  ])("leaves %j %j %j alone", (...argv) => {
    expect(isWarmCommand(argv)).toBe(false);
  });
});

describe("flagsOf()", () => {
  it("ends at a lone --", () => {
    expect(flagsOf(["search", "--json", "--", "--verbose", "--"])).toEqual(["search", "--json"]);
    expect(flagsOf(["search", "--json"])).toEqual(["search", "--json"]);
  });
});
