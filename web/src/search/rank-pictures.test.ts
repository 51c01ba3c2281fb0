import { expect, it } from "vitest";
import type { Hit } from "../wire.ts";
import { toLines } from "./rank-lists.tsx";
import { toHeight } from "./rank-picture.tsx";

it("a better rank stands higher, and the worst ones share the floor", () => {
  const heights = [1, 2, 5, 20, 60].map(toHeight);
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(new Set(heights).size).toBe(heights.length);
  expect(toHeight(1000)).toBe(toHeight(60));
});

it("lines join the places of the chunks that both lists have", () => {
  const list = (...ids: string[]): Hit[] => ids.map((chunk_id) => ({ chunk_id }) as Hit);
  expect(toLines(list("a", "b", "c"), list("c", "x", "a"))).toEqual([
    { chunk: "a", from: 0, to: 2 },
    { chunk: "c", from: 2, to: 0 },
  ]);
});
