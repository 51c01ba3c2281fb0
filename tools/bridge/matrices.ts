/**
 * products[i][j] = row i of a · row j of b, for rows of `width` numbers; the counts of rows are multiples of four and
 * two. Four rows by two at once, so that a number read is used more than once.
 */
export function multiplyRows(a: Float32Array, b: Float32Array, width: number, products: Float32Array): void {
  const columns = b.length / width;
  for (let i = 0; i < a.length / width; i += 4) {
    for (let j = 0; j < columns; j += 2) multiplyBlock(a, b, width, products, i, j, columns);
  }
}

function multiplyBlock(
  a: Float32Array,
  b: Float32Array,
  width: number,
  products: Float32Array,
  i: number,
  j: number,
  columns: number,
): void {
  const a0 = i * width;
  const b0 = j * width;
  let s00 = 0;
  let s01 = 0;
  let s10 = 0;
  let s11 = 0;
  let s20 = 0;
  let s21 = 0;
  let s30 = 0;
  let s31 = 0;
  for (let k = 0; k < width; k++) {
    const y0 = b[b0 + k] as number;
    const y1 = b[b0 + width + k] as number;
    const x0 = a[a0 + k] as number;
    s00 += x0 * y0;
    s01 += x0 * y1;
    const x1 = a[a0 + width + k] as number;
    s10 += x1 * y0;
    s11 += x1 * y1;
    const x2 = a[a0 + 2 * width + k] as number;
    s20 += x2 * y0;
    s21 += x2 * y1;
    const x3 = a[a0 + 3 * width + k] as number;
    s30 += x3 * y0;
    s31 += x3 * y1;
  }
  const at = i * columns + j;
  products[at] = s00;
  products[at + 1] = s01;
  products[at + columns] = s10;
  products[at + columns + 1] = s11;
  products[at + 2 * columns] = s20;
  products[at + 2 * columns + 1] = s21;
  products[at + 3 * columns] = s30;
  products[at + 3 * columns + 1] = s31;
}

/** sums[i] = the rows of b, each times its factor in row i; the count of rows of b is a multiple of four. */
export function sumRows(factors: Float32Array, b: Float32Array, width: number, sums: Float32Array): void {
  const count = b.length / width;
  sums.fill(0);
  for (let i = 0; i < factors.length / count; i++) {
    const to = i * width;
    for (let j = 0; j < count; j += 4) {
      const f0 = factors[i * count + j] as number;
      const f1 = factors[i * count + j + 1] as number;
      const f2 = factors[i * count + j + 2] as number;
      const f3 = factors[i * count + j + 3] as number;
      const from = j * width;
      for (let k = 0; k < width; k++) {
        sums[to + k] =
          (sums[to + k] as number) +
          f0 * (b[from + k] as number) +
          f1 * (b[from + width + k] as number) +
          f2 * (b[from + 2 * width + k] as number) +
          f3 * (b[from + 3 * width + k] as number);
      }
    }
  }
}
