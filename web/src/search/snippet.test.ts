import { expect, it } from "vitest";
import { toRuns } from "./snippet.tsx";

it("reads the marks of the wire and nothing else as markup", () => {
  expect(toRuns("a <mark>롤백</mark> <b>b</b> <MARK>")).toEqual([
    { text: "a ", isMatch: false },
    { text: "롤백", isMatch: true },
    { text: " <b>b</b> <MARK>", isMatch: false },
  ]);
});

it("is not confused by marks that do not close or never opened", () => {
  expect(toRuns("a</mark>b<mark>c")).toEqual([
    { text: "a", isMatch: false },
    { text: "b", isMatch: false },
    { text: "c", isMatch: true },
  ]);
});

it("leaves out blank lines and keeps the others", () => {
  expect(toRuns("# a\n\n \nb\nc")).toEqual([{ text: "# a\nb\nc", isMatch: false }]);
});
