import { describe, expect, it } from "vitest";
import type { SearchFilter } from "../../src/core/search.ts";
import type { VectorRow } from "../../src/ports/vector-store.ts";
import { LancedbVectorStore } from "../../src/stores/lancedb/lancedb-vector-store.ts";
import { SqliteVectorStore } from "../../src/stores/sqlite/sqlite-vector-store.ts";
import { createRandom } from "../support/lancedb-bench.ts";
import { toRow, VectorStoreBench } from "../support/vector-store-bench.ts";

const DIMENSION = 48;
const FILTERS: readonly SearchFilter[] = [
  {},
  { path: "ops/**" },
  { tagsAll: ["draft"] },
  { types: ["note"], path: "home/**" },
];

/** 500 unit vectors of 125 documents, every fifth one a copy of one before it. */
function toCorpus() {
  const random = createRandom(11);
  const vectors: number[][] = [];
  for (let index = 0; index < 500; index++) {
    const copied = index % 5 === 4 ? vectors[Math.floor((random() + 0.5) * index)] : undefined;
    vectors.push(copied ?? toUnit(Array.from({ length: DIMENSION }, random)));
  }
  const documents = Array.from({ length: 125 }, (_, index) => ({
    path: `${index % 2 === 0 ? "ops" : "home"}/${index}.md`,
    chunks: ["a", "b", "c", "d"],
    tags: index % 3 === 0 ? ["draft"] : [],
    type: index % 4 === 1 ? ("note" as const) : ("markdown" as const),
  }));
  const rows: VectorRow[] = vectors.map((vector, index) => {
    const document = documents[Math.floor(index / 4)];
    return toRow(document?.path ?? "", document?.chunks[index % 4] ?? "", vector);
  });
  const queries = Array.from({ length: 50 }, (_, index) =>
    // Some are vectors of the corpus, where copies tie at exactly one.
    Float32Array.from(
      index % 5 === 0 ? (vectors[index * 7] ?? []) : Array.from({ length: DIMENSION }, random),
    ),
  );
  return { documents, rows, queries };
}

function toUnit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

describe("both vector stores", () => {
  it("give the same chunks with the same scores in the same order", async () => {
    const { documents, rows, queries } = toCorpus();
    await using sqlite = await VectorStoreBench.open("sqlite-vec", async ({ database }) => {
      return new SqliteVectorStore(database);
    });
    await using lance = await VectorStoreBench.open("lancedb", async ({ folder, ledger }) => {
      return new LancedbVectorStore(folder, ledger);
    });
    const answers = await Promise.all(
      [sqlite, lance].map(async (bench) => {
        await bench.put(...documents);
        const table = await bench.table(DIMENSION);
        for (let start = 0; start < rows.length; start += 64) {
          await bench.embed(table, rows.slice(start, start + 64));
        }
        const asked = queries.flatMap((query) => FILTERS.map((filter) => ({ query, filter })));
        return Promise.all(
          asked.map(({ query, filter }, index) => {
            return bench.store.search(table, query, { limit: 1 + ((index * 7) % 60), filter });
          }),
        );
      }),
    );
    expect(answers[0]).toHaveLength(200);
    expect(answers[0]?.every((hits) => hits.length > 0)).toBe(true);
    // Not `toEqual` of numbers that are close: the very same ones.
    expect(answers[1]).toStrictEqual(answers[0]);
  });
});
