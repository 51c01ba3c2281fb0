import fc from "fast-check";
import { expect, test } from "vitest";
import { createCosine } from "./cosine.ts";
import { spreadVector } from "./spread-vector.ts";

const component = fc.float({ min: -4, max: 4, noNaN: true }).filter((value) => Math.abs(value) > 1e-3);
const pair = fc
  .constantFrom(1, 3, 8, 12, 96, 384)
  .chain((dimension) =>
    fc.array(fc.tuple(component, component), { minLength: dimension, maxLength: dimension }),
  );

test("spreadVector() gives length 1 and keeps the cosine of any two vectors", () => {
  fc.assert(
    fc.property(pair, (components) => {
      const first = Float32Array.from(components, ([value]) => value);
      const second = Float32Array.from(components, ([, value]) => value);
      const turned = spreadVector(second);
      const cosine = spreadVector(first).reduce((sum, value, index) => sum + value * turned[index]!, 0);
      expect(turned.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 12);
      expect(cosine).toBeCloseTo(createCosine(first)(second), 12);
    }),
  );
});

test("spreadVector() leaves no component of a block standing out", () => {
  const vector = new Float32Array(384);
  vector[200] = 7;
  expect(Math.max(...spreadVector(vector).map(Math.abs))).toBeCloseTo(1 / Math.sqrt(128), 12);
});
