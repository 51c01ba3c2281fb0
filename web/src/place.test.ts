import fc from "fast-check";
import { expect, it } from "vitest";
import { HOME, LIBRARY_TABS, MODES, type Place, parsePlace, toQuery, toRequest, VIEWS } from "./place.ts";

const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const words = fc.uniqueArray(word, { maxLength: 3 });
const anyPlace: fc.Arbitrary<Place> = fc.record({
  view: fc.constantFrom(...VIEWS),
  q: fc.string({ unit: "grapheme" }),
  mode: fc.constantFrom(...MODES),
  type: words,
  tag: words,
  source: words,
  lang: words,
  after: word,
  before: fc.string(),
  lists: fc.boolean(),
  doc: word,
  at: fc.string(),
  tab: fc.constantFrom(...LIBRARY_TABS),
  a: fc.string(),
  b: fc.string(),
});

it("every place comes back from its URL", () => {
  fc.assert(
    fc.property(anyPlace, (place) => {
      expect(parsePlace(new URL(toQuery(place), "http://localhost").search)).toEqual(place);
    }),
  );
});

it("the start has the plain address", () => {
  expect(toQuery(HOME)).toBe("/");
  expect(parsePlace("")).toEqual(HOME);
});

it("an address that says nonsense leads to the start", () => {
  expect(parsePlace("?view=admin&mode=psychic&tab=%00&type=&lists=yes")).toEqual(HOME);
});

it("a request has the filters that were chosen and no others", () => {
  expect(toRequest({ ...HOME, q: "배포 rollback" })).toEqual({ query: "배포 rollback", mode: "hybrid" });
  expect(toRequest({ ...HOME, q: "a", type: ["pdf", "code"], tag: ["운영"], after: "2026-01-01" })).toEqual({
    ...{ query: "a", mode: "hybrid", type: "pdf,code", tags: "운영", after: "2026-01-01" },
  });
});
