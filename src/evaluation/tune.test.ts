import { expect, test } from "vitest";
import { METRIC_NAMES } from "../core/metric-names.ts";
import type { MetricValues } from "./run-record.ts";
import { splitHalves, type TunedQuery, type TuneOptions, tuneSettings } from "./tune.ts";
import type { SearchSettings } from "./tune-space.ts";

const CURRENT: SearchSettings = {
  policy: "rrf",
  rrfK: 60,
  candidateMultiplier: 3,
  weights: [1, 1],
  columns: { heading: 2, text: 1, cjk: 1, identifiers: 1 },
};

const QUERIES: readonly TunedQuery[] = Array.from({ length: 60 }, (_, index) => ({
  id: `q${index}`,
  kind: index % 3 === 0 ? "ko" : "en",
  group: null,
}));

function toValues(value: number): MetricValues {
  return Object.fromEntries(METRIC_NAMES.map((name) => [name, value])) as MetricValues;
}

/** Highest for linear with twice the vector weight and heading weight 4; a little different by query. */
function toGoodness({ policy, weights, columns }: SearchSettings, query: TunedQuery): number {
  const [lexical, vector] = weights;
  const isLinear = policy === "linear";
  const share = isLinear ? 0.1 - 0.2 * Math.abs(vector / (lexical + vector) - 2 / 3) : 0;
  return 0.4 + share - 0.01 * Math.abs(columns.heading - 4) + (Number(query.id.slice(1)) % 5) / 100;
}

function toOptions(more: Partial<TuneOptions<TunedQuery>> = {}): TuneOptions<TunedQuery> {
  return {
    set: "notes",
    queries: QUERIES,
    current: CURRENT,
    sides: "both",
    metric: "ndcg@10",
    seed: 1,
    measure: async (query, settings) => toValues(toGoodness(settings, query)),
    ...more,
  };
}

test("tuneSettings() finds the best policy, weights and columns, and names nothing that does not count", async () => {
  const { best, adopt, heldOut, searched, tried } = await tuneSettings(toOptions());
  expect(best).toEqual({
    ...CURRENT,
    policy: "linear",
    weights: [1, 2],
    columns: { ...CURRENT.columns, heading: 4 },
  });
  expect(adopt).toBe(true);
  // 0.1 for the weights, 0.02 for the headings.
  expect(heldOut.metrics["ndcg@10"].difference).toBeCloseTo(0.12, 10);
  expect(heldOut.queries + searched.queries).toBe(60);
  expect(tried).toBeGreaterThan(40);
});

test("tuneSettings() gives the same for the same seed, and never measures one setting twice in the search", async () => {
  const seen = new Map<string, number>();
  const measure = async (query: TunedQuery, settings: SearchSettings): Promise<MetricValues> => {
    const key = JSON.stringify([query.id, settings]);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return toValues(toGoodness(settings, query));
  };
  const first = await tuneSettings(toOptions({ measure }));
  // Once in the search, and once more for the report.
  expect(Math.max(...seen.values())).toBeLessThanOrEqual(2);
  expect(await tuneSettings(toOptions())).toEqual(first);
});

test("tuneSettings() does not adopt what only helped the queries it was chosen on", async () => {
  const [chosenOn] = splitHalves(QUERIES, 1);
  const ids = new Set(chosenOn.map(({ id }) => id));
  const measure = async (query: TunedQuery, { policy }: SearchSettings): Promise<MetricValues> =>
    toValues(policy === "adaptive" && ids.has(query.id) ? 0.9 : 0.5);
  const { best, adopt, searched, heldOut } = await tuneSettings(toOptions({ measure }));
  expect(best.policy).toBe("adaptive");
  expect(searched.metrics["ndcg@10"]).toMatchObject({ significant: true, wins: 30 });
  expect(heldOut.metrics["ndcg@10"]).toMatchObject({ difference: 0, significant: false });
  expect(adopt).toBe(false);
});

test("tuneSettings() keeps the settings where nothing gains, and where the gain is noise", async () => {
  const measure = async (_: TunedQuery, { rrfK }: SearchSettings): Promise<MetricValues> =>
    toValues(0.5 + (rrfK === 20 ? 0.0001 : 0));
  const { best, adopt } = await tuneSettings(toOptions({ measure }));
  expect(best).toEqual(CURRENT);
  expect(adopt).toBe(false);
});

test("tuneSettings() touches only the columns where there is one retriever", async () => {
  const settings: SearchSettings[] = [];
  const measure = async (query: TunedQuery, own: SearchSettings): Promise<MetricValues> => {
    settings.push(own);
    return toValues(toGoodness(own, query));
  };
  const { best } = await tuneSettings(toOptions({ measure, sides: "lexical" }));
  expect(best).toEqual({ ...CURRENT, columns: { ...CURRENT.columns, heading: 4 } });
  for (const own of settings) expect({ ...own, columns: CURRENT.columns }).toEqual(CURRENT);
});

test("tuneSettings() refuses a set too small to prove anything, and stops when told to", async () => {
  await expect(tuneSettings(toOptions({ queries: QUERIES.slice(0, 11) }))).rejects.toThrow(
    "Cannot tune on 11 queries",
  );
  await expect(tuneSettings(toOptions({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
    code: "interrupted",
  });
});

test("splitHalves() is even in number and kind, and blind to the order of the file", () => {
  const [first, second] = splitHalves(QUERIES, 7);
  expect([first.length, second.length]).toEqual([30, 30]);
  const korean = (half: readonly TunedQuery[]): number => half.filter(({ kind }) => kind === "ko").length;
  expect([korean(first), korean(second)]).toEqual([10, 10]);
  expect(splitHalves([...QUERIES].reverse(), 7)[0].map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  expect(splitHalves(QUERIES, 8)[0].map(({ id }) => id)).not.toEqual(first.map(({ id }) => id));
});

test("splitHalves() keeps the paraphrases of one need in one half", () => {
  const grouped = QUERIES.map((query, index) => ({ ...query, group: index < 40 ? `g${index % 10}` : null }));
  const [first, second] = splitHalves(grouped, 3);
  const groups = (half: readonly TunedQuery[]) => new Set(half.flatMap(({ group }) => group ?? []));
  expect([...groups(first)].filter((group) => groups(second).has(group))).toEqual([]);
  expect(first.length + second.length).toBe(60);
  expect(Math.abs(first.length - second.length)).toBeLessThanOrEqual(4);
});
