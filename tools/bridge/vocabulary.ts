import { cutFeatures, forEachWord } from "../../src/embedders/bridge/features.ts";
import type { SparseMatrix } from "./sparse.ts";

/** The features a table will know, in the order of their hashes. */
export interface Vocabulary {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
  /** What a feature tells: the rarer, the more. */
  readonly informativeness: Float32Array;
  find(first: number, second: number): number | undefined;
}

export interface VocabularyOptions {
  /** Features seen in fewer texts are left out. */
  readonly leastTexts: number;
  /** Of those that remain, the ones seen most often. */
  readonly most: number;
}

const toKey = (first: number, second: number): number => first * 2 ** 21 + (second >>> 11);

export function createVocabulary(texts: readonly string[], options: VocabularyOptions): Vocabulary {
  const counts = new Map<number, { first: number; second: number; texts: number }>();
  for (const text of texts) {
    const inText = new Set<number>();
    forEachWord(text, (word) => {
      cutFeatures(word, (first, second) => {
        const key = toKey(first, second);
        if (inText.has(key)) return;
        inText.add(key);
        const entry = counts.get(key);
        if (entry === undefined) counts.set(key, { first, second, texts: 1 });
        else entry.texts++;
      });
    });
  }
  const chosen = [...counts.values()]
    .filter((entry) => entry.texts >= options.leastTexts)
    .sort((a, b) => b.texts - a.texts || a.first - b.first || a.second - b.second)
    .slice(0, options.most)
    .sort((a, b) => a.first - b.first || a.second - b.second);
  const places = new Map(chosen.map(({ first, second }, place) => [toKey(first, second), place]));
  return {
    first: Uint32Array.from(chosen, ({ first }) => first),
    second: Uint32Array.from(chosen, ({ second }) => second),
    informativeness: Float32Array.from(chosen, (entry) => Math.log(texts.length / entry.texts)),
    find: (first, second) => places.get(toKey(first, second)),
  };
}

/** A row for each text: what its features tell, divided by the root of the sum of their squares, as a table is read. */
export function toMatrix(texts: readonly string[], vocabulary: Vocabulary): SparseMatrix {
  const starts = new Uint32Array(texts.length + 1);
  const indices: number[] = [];
  const values: number[] = [];
  for (const [row, text] of texts.entries()) {
    const { shares, squares } = readText(text, vocabulary);
    const length = Math.sqrt(squares);
    for (const [feature, share] of shares) {
      indices.push(feature);
      values.push(share / length);
    }
    starts[row + 1] = indices.length;
  }
  return {
    rows: texts.length,
    columns: vocabulary.first.length,
    starts,
    indices: Uint32Array.from(indices),
    values: Float32Array.from(values),
  };
}

function readText(text: string, vocabulary: Vocabulary): { shares: Map<number, number>; squares: number } {
  const shares = new Map<number, number>();
  let squares = 0;
  forEachWord(text, (word) => {
    cutFeatures(word, (first, second, weight) => {
      const feature = vocabulary.find(first, second);
      if (feature === undefined) return;
      const share = weight * (vocabulary.informativeness[feature] ?? 0);
      squares += share ** 2;
      shares.set(feature, (shares.get(feature) ?? 0) + share);
    });
  });
  return { shares, squares };
}
