import fc from "fast-check";
import { expect, it } from "vitest";
import { niceRange, toTicks } from "./scale.ts";

it("the range holds every value, stays within shares, and has a handful of ticks", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
      const range = niceRange(values);
      expect(range.low).toBeGreaterThanOrEqual(0);
      expect(range.high).toBeLessThanOrEqual(1);
      expect(range.high).toBeGreaterThan(range.low);
      for (const value of values) {
        expect(value).toBeGreaterThanOrEqual(range.low - 1e-9);
        expect(value).toBeLessThanOrEqual(range.high + 1e-9);
      }
      const ticks = toTicks(range);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
    }),
  );
});
