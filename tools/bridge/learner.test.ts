import { describe, expect, it } from "vitest";
import { Learner, type LearnerData } from "./learner.ts";
import { createRandom } from "./random.ts";

const WIDTH = 6;
const FEATURES = 7;
const OPTIONS = { batch: 4, temperature: 0.5 };

/** Eight texts of two or three features; the third and the fourth stand beside the same English text. */
function makeProblem(): { data: LearnerData; table: Float32Array } {
  const random = createRandom(5);
  const draw = (): number => random() * 2 - 1;
  const rows = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 2 + (row % 2) }, (_each, at) => ({
      index: (row + at * 3) % FEATURES,
      value: 0.3 + random(),
    })),
  );
  const targets = new Float32Array(7 * WIDTH).map(draw);
  for (let row = 0; row < 7; row++) {
    const target = targets.subarray(row * WIDTH, (row + 1) * WIDTH);
    const length = Math.hypot(...target);
    target.set(target.map((value) => value / length));
  }
  const starts = [0];
  for (const row of rows) starts.push(starts.at(-1)! + row.length);
  return {
    table: new Float32Array(FEATURES * WIDTH).map(draw),
    data: {
      x: {
        rows: 8,
        columns: FEATURES,
        starts: Uint32Array.from(starts),
        indices: Uint32Array.from(rows.flat(), ({ index }) => index),
        values: Float32Array.from(rows.flat(), ({ value }) => value),
      },
      labels: Uint32Array.of(0, 1, 2, 2, 3, 4, 5, 6),
      targets,
      mean: new Float32Array(WIDTH).map(() => draw() / 4),
    },
  };
}

const ONE = Uint32Array.of(0, 1, 2, 3);
const OTHER = Uint32Array.of(4, 2, 6, 7);

/** By differences: what the loss of a batch gains for each number of the table. */
function toSlopes(data: LearnerData, table: Float32Array, batch: Uint32Array): number[] {
  const step = 1 / 128;
  const lossAt = (place: number, value: number): number => {
    const moved = table.with(place, value);
    return new Learner(moved, data, OPTIONS).learn(batch, 0);
  };
  return [...table].map(
    (value, place) => (lossAt(place, value + step) - lossAt(place, value - step)) / (2 * step),
  );
}

describe("Learner", () => {
  it("reports the loss of a batch, and leaves the table alone at a rate of 0", () => {
    const { data, table } = makeProblem();
    const before = table.slice();
    const learner = new Learner(table, data, OPTIONS);
    expect(learner.learn(ONE, 0)).toBe(learner.learn(ONE, 0));
    expect(table).toEqual(before);
  });

  it("goes down the slope that differences show: the first step by its sign", () => {
    const { data, table } = makeProblem();
    const slopes = toSlopes(data, table, ONE);
    const before = table.slice();
    new Learner(table, data, OPTIONS).learn(ONE, 1e-3);
    let compared = 0;
    for (const [place, slope] of slopes.entries()) {
      if (Math.abs(slope) < 1e-3) continue;
      compared++;
      expect(table[place]! - before[place]!).toBeCloseTo(-1e-3 * Math.sign(slope), 5);
    }
    expect(compared).toBeGreaterThan(20);
  });

  it("weighs the slopes of two batches as Adam does: their sizes are right too", () => {
    const { data, table } = makeProblem();
    const [first, second] = [toSlopes(data, table, ONE), toSlopes(data, table, OTHER)];
    const used = (batch: Uint32Array): Set<number> =>
      new Set(
        [...batch].flatMap((row) => [...data.x.indices.subarray(data.x.starts[row], data.x.starts[row + 1])]),
      );
    const inBoth = [...used(ONE)].filter((feature) => used(OTHER).has(feature));
    const before = table.slice();
    const learner = new Learner(table, data, OPTIONS);
    learner.learn(ONE, 0);
    learner.learn(OTHER, 1e-2);
    const rate = (1e-2 * Math.sqrt(1 - 0.99 ** 2)) / (1 - 0.9 ** 2);
    expect(inBoth.length).toBeGreaterThan(2);
    for (const place of inBoth.flatMap((feature) =>
      Array.from({ length: WIDTH }, (_, at) => feature * WIDTH + at),
    )) {
      const [one, other] = [first[place]!, second[place]!];
      if (Math.hypot(one, other) < 0.01) continue;
      const wanted = (-rate * (0.09 * one + 0.1 * other)) / Math.sqrt(0.0099 * one ** 2 + 0.01 * other ** 2);
      expect(table[place]! - before[place]!).toBeCloseTo(wanted, 3);
    }
  });

  it("brings the loss down, and the two sides of a text together", () => {
    const { data, table } = makeProblem();
    const learner = new Learner(table, data, OPTIONS);
    const before = learner.learn(ONE, 0);
    const agreed = learner.compare(0);
    for (let step = 0; step < 200; step++) learner.learn(ONE, 0.01);
    expect(learner.learn(ONE, 0)).toBeLessThan(before / 2);
    expect(learner.compare(0)).toBeGreaterThan(agreed);
  });

  it("does not take the same English text for a wrong answer", () => {
    const { data, table } = makeProblem();
    // Two texts beside the same English text, and two beside another.
    const same = { ...data, labels: Uint32Array.of(0, 0, 1, 1, 2, 3, 4, 5) };
    const learner = new Learner(table, same, OPTIONS);
    for (let step = 0; step < 400; step++) learner.learn(ONE, 0.01);
    // Were they wrong answers, each text had one beside it as likely as its own: log 2 by row and by column.
    expect(learner.learn(ONE, 0)).toBeLessThan(0.5);
  });
});
