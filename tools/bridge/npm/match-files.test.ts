import { describe, expect, it } from "vitest";

import { matchFiles } from "./match-files.ts";

const tags = { english: "en", foreign: "ko" };

describe("the files of a pattern", () => {
  it("pairs files by what the stars stand for", () => {
    const files = ["a/en/x.json", "a/en/y/z.json", "a/ko/x.json", "a/ko/y/z.json", "b/en/x.json"];
    expect(matchFiles(files, "*/{tag}/*.json", tags)).toEqual([
      { english: "a/en/x.json", foreign: "a/ko/x.json" },
    ]);
    expect(matchFiles(files, "a/{tag}/**.json", tags)).toHaveLength(2);
  });

  it("leaves out files that have no other side", () => {
    expect(matchFiles(["en.json", "ja.json"], "{tag}.json", tags)).toEqual([]);
  });

  it("takes English for the file without a tag", () => {
    const pairs = matchFiles(["nls.json", "nls.ko.json"], "nls{tag}.json", { english: "", foreign: ".ko" });
    expect(pairs).toEqual([{ english: "nls.json", foreign: "nls.ko.json" }]);
  });

  it("gives one file for both sides where the pattern has no tag", () => {
    expect(matchFiles(["all.json"], "all.json", tags)).toEqual([
      { english: "all.json", foreign: "all.json" },
    ]);
  });

  it("takes all other characters of a pattern as they are", () => {
    expect(matchFiles(["a+b(en).json", "a+b(ko).json"], "a+b({tag}).json", tags)).toHaveLength(1);
    expect(matchFiles(["aXjson"], "a.json", tags)).toEqual([]);
  });
});
