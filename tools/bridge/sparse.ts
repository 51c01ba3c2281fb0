/** Rows of a sparse matrix, one after another: row r holds the entries from starts[r] to starts[r + 1]. */
export interface SparseMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
  readonly values: Float32Array;
}
