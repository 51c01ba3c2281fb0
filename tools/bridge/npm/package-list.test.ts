import { describe, expect, it } from "vitest";

import packageList from "../packages-npm.json" with { type: "json" };
import { parsePackageList } from "./package-list.ts";

const entry = {
  name: "a",
  version: "1.0.0",
  integrity: "sha512-x",
  licence: "MIT",
  tags: { en: "" },
  layouts: [],
};

describe("the list of packages", () => {
  it("is what the trainer reads, in the order of the names", () => {
    const names = parsePackageList(packageList).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names.length).toBeGreaterThan(30);
  });

  it("holds free licences only", () => {
    const free =
      /^(?:MIT|ISC|Apache[- ]2\.0|BSD-[23]-Clause|MPL-2\.0|EPL-2\.0|GPL-[23]\.0|Unicode-3\.0|CC0-1\.0)/;
    for (const { licence } of parsePackageList(packageList)) expect(licence).toMatch(free);
  });

  it("refuses a name that stands twice, an unknown field and a package that is missing", () => {
    expect(() => parsePackageList([entry, entry])).toThrow(/a stands twice/);
    expect(() => parsePackageList([{ ...entry, license: "MIT" }])).toThrow();
    expect(() => parsePackageList([{ ...entry, english: ["b"] }])).toThrow(/a needs b/);
    expect(() => parsePackageList([{ ...entry, integrity: "sha1-x" }])).toThrow();
  });
});
