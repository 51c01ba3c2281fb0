import type { BridgeTable } from "../../src/embedders/bridge/table.ts";

export interface Validation {
  readonly texts: number;
  /** How often a text's own English text is the nearest of all, and among the nearest ten. */
  readonly first: number;
  readonly firstTen: number;
  /** The same for an English text and the texts of the other language. */
  readonly firstBack: number;
}

export interface HeldOut {
  readonly texts: readonly string[];
  readonly labels: Uint32Array;
  readonly targets: Float32Array;
}

/** Finds each text kept from training among all of them, by the table as it will be read. */
export function validate(table: BridgeTable, { texts, labels, targets }: HeldOut): Validation {
  const width = table.mean.length;
  const vectors = texts.map((text) => table.embed(text) ?? table.mean);
  const english = [...new Set(labels)].map((label) => ({
    label,
    vector: targets.subarray(label * width, (label + 1) * width),
  }));
  let [first, firstTen, firstBack] = [0, 0, 0];
  for (const [row, vector] of vectors.entries()) {
    const own = targets.subarray((labels[row] ?? 0) * width, ((labels[row] ?? 0) + 1) * width);
    const score = dot(vector, own);
    const nearer = english.filter(
      (other) => other.label !== labels[row] && dot(vector, other.vector) > score,
    ).length;
    if (nearer === 0) first++;
    if (nearer < 10) firstTen++;
    if (!vectors.some((other, at) => labels[at] !== labels[row] && dot(other, own) > score)) firstBack++;
  }
  return {
    texts: texts.length,
    first: first / texts.length,
    firstTen: firstTen / texts.length,
    firstBack: firstBack / texts.length,
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
