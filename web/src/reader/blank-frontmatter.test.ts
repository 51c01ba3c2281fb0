import { expect, it } from "vitest";
import { blankFrontmatter } from "./frontmatter.ts";

it("leaves out frontmatter and keeps the number of every line after it", () => {
  expect(blankFrontmatter("---\ntitle: 배포\n---\n# A")).toBe("\n\n\n# A");
  expect(blankFrontmatter('+++\ntitle = "a"\n+++\nb')).toBe("\n\n\nb");
});

it("takes a rule, or a fence that never closes, for what it is", () => {
  for (const text of ["# A\n---\nb", "---\nnever closed", "", "----\na\n----"]) {
    expect(blankFrontmatter(text)).toBe(text);
  }
});
