import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { projectToPlane } from "./project.ts";

const vectors = fc.integer({ min: 2, max: 6 }).chain((size) =>
  fc.array(
    fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size, maxLength: size })
      .map((row) => Float32Array.from(row)),
    { maxLength: 12 },
  ),
);

describe("projectToPlane()", () => {
  it("lays what differs most along x, and what differs next along y", () => {
    const corners = [
      [3, 1, 0],
      [3, -1, 0],
      [-3, 1, 0],
      [-3, -1, 0],
    ].map((row) => Float32Array.from(row));
    const { points, explained } = projectToPlane(corners);
    expect(points.map(([x]) => Math.round(x))).toEqual([1, 1, -1, -1]);
    expect(points.map(([, y]) => Math.round(y * 3))).toEqual([1, -1, 1, -1]);
    expect(explained[0]).toBeCloseTo(0.9);
    expect(explained[1]).toBeCloseTo(0.1);
  });

  it("keeps two heaps apart", () => {
    const heap = (middle: number): Float32Array[] =>
      Array.from({ length: 20 }, (_, at) =>
        Float32Array.from(
          { length: 16 },
          (_each, place) => (place < 8 ? middle : 0) + Math.sin(at * place) / 9,
        ),
      );
    const xs = projectToPlane([...heap(-1), ...heap(1)]).points.map(([x]) => x);
    const [left, right] = [xs.slice(0, 20), xs.slice(20)];
    expect(Math.max(...left) < Math.min(...right) || Math.min(...left) > Math.max(...right)).toBe(true);
  });

  it.each([
    ["no vectors", []],
    ["one vector", [Float32Array.of(1, 2)]],
    ["equal vectors", [Float32Array.of(1, 2), Float32Array.of(1, 2)]],
  ])("puts %s in the middle", (_name, given) => {
    expect(projectToPlane(given)).toEqual({ points: given.map(() => [0, 0]), explained: [0, 0] });
  });

  it("gives vectors that differ in one direction alone no height", () => {
    const { points } = projectToPlane([1, 2, 3].map((x) => Float32Array.of(x, 2 * x)));
    expect(points.map(([, y]) => y)).toEqual([0, 0, 0]);
    expect(points[1]?.[0]).toBeCloseTo(0);
  });

  it("stays within its bounds and gives the same for the same", () => {
    fc.assert(
      fc.property(vectors, (given) => {
        const { points, explained } = projectToPlane(given);
        expect(points).toHaveLength(given.length);
        for (const number of points.flat()) expect(Math.abs(number)).toBeLessThanOrEqual(1);
        expect(explained[0] + explained[1]).toBeLessThanOrEqual(1 + 1e-6);
        expect(projectToPlane(given)).toEqual({ points, explained });
      }),
    );
  });
});
