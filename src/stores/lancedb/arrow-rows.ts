import type { Data, DataType, FixedSizeList, Float32, RecordBatch, Schema, Table } from "apache-arrow";
import type { VectorRow, VectorTable } from "../../ports/vector-store.ts";
import type { LanceLibrary } from "./load-lance-library.ts";

type Arrow = LanceLibrary["arrow"];

/** Written out: what LanceDB would guess from the first rows is another type for an empty list. */
export function toSchema(arrow: Arrow, dimension: number): Schema {
  const { Field, FixedSizeList, Float32, List, Schema, TimestampMillisecond, Utf8 } = arrow;
  const item = new Field("item", new Float32(), true);
  return new Schema([
    new Field("chunk_id", new Utf8(), false),
    new Field("doc_id", new Utf8(), false),
    new Field("embedding", new FixedSizeList(dimension, item), false),
    new Field("model_id", new Utf8(), false),
    new Field("embedding_version", new Utf8(), false),
    new Field("text", new Utf8(), false),
    new Field("heading_path", new List(new Field("item", new Utf8(), true)), false),
    new Field("created_at", new TimestampMillisecond(), false),
  ]);
}

/** `rows` must hold vectors of the table's dimension, and one at least. */
export function toArrowTable(
  arrow: Arrow,
  table: VectorTable,
  { rows, createdAt }: { rows: readonly VectorRow[]; createdAt: number },
): Table {
  const schema = toSchema(arrow, table.dimension);
  const columns: readonly unknown[][] = [
    rows.map(({ chunkId }) => chunkId),
    rows.map(({ documentId }) => documentId),
    [],
    rows.map(() => table.modelId),
    rows.map(() => table.version),
    rows.map(({ text }) => text),
    rows.map(({ headingPath }) => headingPath),
    rows.map(() => createdAt),
  ];
  const children = schema.fields.flatMap(({ type }: { type: DataType }, index): readonly Data[] =>
    arrow.DataType.isFixedSizeList(type)
      ? [toVectorColumn(arrow, type as FixedSizeList<Float32>, rows)]
      : arrow.vectorFromArray(columns[index] ?? [], type).data,
  );
  const data = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: rows.length,
    nullCount: 0,
    children,
  });
  return new arrow.Table(schema, [new arrow.RecordBatch(schema, data)]);
}

/** One block of memory; the builders of apache-arrow would take the numbers one by one. */
function toVectorColumn(arrow: Arrow, type: FixedSizeList<Float32>, rows: readonly VectorRow[]) {
  const values = new Float32Array(rows.length * type.listSize);
  for (const [index, { vector }] of rows.entries()) values.set(vector, index * type.listSize);
  const child = arrow.makeData({
    type: new arrow.Float32(),
    length: values.length,
    nullCount: 0,
    data: values,
  });
  return arrow.makeData({ type, length: rows.length, nullCount: 0, child });
}

/** The texts of a column. */
export function toTexts(batch: RecordBatch, column: string): string[] {
  return Array.from(batch.getChild(column) ?? [], String);
}

/** The vectors of a column: views of the batch's memory, not copies. */
export function toVectors(batch: RecordBatch, column: string): Float32Array[] {
  const data = batch.getChild(column)?.data[0];
  const values = data?.children[0]?.values as Float32Array | undefined;
  if (data === undefined || values === undefined) return [];
  const { listSize } = data.type as FixedSizeList<Float32>;
  return Array.from({ length: data.length }, (_, row) =>
    values.subarray(row * listSize, (row + 1) * listSize),
  );
}
