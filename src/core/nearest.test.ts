import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, nearest } from "./nearest.ts";

describe("nearest()", () => {
  it("finds a word with two letters swapped", () => {
    expect(nearest("defualt_top", ["default_mode", "default_top"])).toBe("default_top");
  });

  it("ignores case and a missing underscore", () => {
    expect(nearest("defaultTop", ["default_top"])).toBe("default_top");
  });

  it("says nothing when no candidate is close", () => {
    expect(nearest("colour", ["default_top", "workers"])).toBeNull();
    expect(nearest("x", [])).toBeNull();
  });

  it("takes the first of equally near candidates", () => {
    expect(nearest("cat", ["bat", "rat"])).toBe("bat");
  });
});

describe("editDistance()", () => {
  it("counts a swap of neighbours once", () => {
    expect(editDistance("hybird", "hybrid")).toBe(1);
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("", "abc")).toBe(3);
  });

  it("is symmetric, zero only for equal words, and at most the longer length", () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (left, right) => {
        const distance = editDistance(left, right);
        expect(distance).toBe(editDistance(right, left));
        expect(distance === 0).toBe(left === right);
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });
});
