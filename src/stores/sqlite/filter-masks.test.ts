import { expect, it } from "vitest";
import { toRow, VectorStoreBench } from "../../../test/support/vector-store-bench.ts";
import { VectorScan } from "../vector-scan.ts";
import { FilterMasks } from "./filter-masks.ts";
import { toFilterSql } from "./filter-sql.ts";
import { readVectorCodes } from "./read-vector-codes.ts";
import { SqliteVectorStore } from "./sqlite-vector-store.ts";

it("keeps the masks of the filters used last, eight at most", async () => {
  await using bench = await VectorStoreBench.open(
    "sqlite-vec",
    async ({ database }) => new SqliteVectorStore(database),
  );
  await bench.put(
    { path: "a.md", chunks: ["deploy"] },
    { path: "b.md", chunks: ["배포", "복구"], lang: "ko" },
  );
  const table = await bench.table(4);
  await bench.embed(table, [
    toRow("a.md", "deploy", [1, 0, 0, 0]),
    toRow("b.md", "배포", [0, 1, 0, 0]),
    toRow("b.md", "복구", [0, 0, 1, 0]),
  ]);
  const scan = new VectorScan(4);
  for (const block of readVectorCodes(bench.database, table.name, new Set())) scan.add(block);
  const masks = new FilterMasks(bench.database, scan, 1);
  const langs = async (...wanted: readonly string[]): Promise<Uint8Array | undefined> =>
    masks.of(await toFilterSql({ langs: wanted }, bench.database));

  expect(masks.of(await toFilterSql({}, bench.database))).toBeUndefined();
  const korean = await langs("ko");
  expect(korean).toEqual(Uint8Array.of(0, 1, 1));
  const english = await langs("en");
  expect(english).toEqual(Uint8Array.of(1, 0, 0));
  for (let other = 0; other < 6; other++) await langs(`x${other}`);
  expect(await langs("ko")).toBe(korean);
  await langs("one more");
  expect(await langs("ko")).toBe(korean);
  const again = await langs("en");
  expect(again).not.toBe(english);
  expect(again).toEqual(english);
});
