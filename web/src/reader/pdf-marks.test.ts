import { expect, it } from "vitest";
import { findCitedItems } from "./pdf-marks.ts";

it("finds the items of the cited text, however the two programs put spaces and breaks", () => {
  const items = ["Title", "결제 지연", " 이", "시작된", " 시각", "Footer"];
  expect(findCitedItems(items, "결제 지연이\n시작된 시각")).toEqual([1, 2, 3, 4]);
});

it("marks line by line where the order differs, and nothing where the text is not there", () => {
  expect(findCitedItems(["second line", "first line", "other"], "first line\nsecond line")).toEqual([0, 1]);
  expect(findCitedItems(["something else"], "first line\nsecond line")).toEqual([]);
  expect(findCitedItems(["a"], " \n ")).toEqual([]);
});
