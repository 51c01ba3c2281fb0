import { multiplyRows, sumRows } from "./matrices.ts";
import type { SparseMatrix } from "./sparse.ts";

export interface LearnerData {
  /** A text of the other language a row. */
  readonly x: SparseMatrix;
  /** For each row of x the number of its English text. */
  readonly labels: Uint32Array;
  /** The vectors of English texts by that number, of length 1. */
  readonly targets: Float32Array;
  readonly mean: Float32Array;
}

export interface LearnerOptions {
  readonly batch: number;
  /** How sharply the right text must stand out among the others of the batch. */
  readonly temperature: number;
}

/** Adam's usual memory of the gradient and of its square; the second shorter, because a feature comes by rarely. */
const FIRST_DECAY = 0.9;
const SECOND_DECAY = 0.99;

/**
 * Moves a table so that each text is nearer to its own English text than to the others of a batch, and each English
 * text nearer to its own. Least squares only ask for a small distance: found by them alone, as a start or as the end,
 * the right text stands first less often.
 */
export class Learner {
  readonly #table: Float32Array;
  readonly #data: LearnerData;
  readonly #temperature: number;
  readonly #width: number;
  readonly #vectors: Float32Array;
  readonly #lengths: Float64Array;
  readonly #english: Float32Array;
  readonly #scores: Float32Array;
  readonly #slopes: Float32Array;
  readonly #gradients: Float32Array;
  readonly #firstMoments: Float32Array;
  readonly #secondMoments: Float32Array;
  #steps = 0;

  constructor(table: Float32Array, data: LearnerData, { batch, temperature }: LearnerOptions) {
    this.#table = table;
    this.#data = data;
    this.#temperature = temperature;
    this.#width = data.mean.length;
    this.#vectors = new Float32Array(batch * this.#width);
    this.#english = new Float32Array(batch * this.#width);
    this.#gradients = new Float32Array(batch * this.#width);
    this.#lengths = new Float64Array(batch);
    this.#scores = new Float32Array(batch * batch);
    this.#slopes = new Float32Array(batch * batch);
    this.#firstMoments = new Float32Array(table.length);
    this.#secondMoments = new Float32Array(table.length);
  }

  /** One step over a batch; its loss before the step. */
  learn(batch: Uint32Array, learningRate: number): number {
    this.#embed(batch);
    multiplyRows(this.#vectors, this.#english, this.#width, this.#scores);
    const loss = this.#toSlopes(batch);
    sumRows(this.#slopes, this.#english, this.#width, this.#gradients);
    this.#project(batch.length);
    this.#update(batch, learningRate);
    return loss;
  }

  /** How well the two sides of a row agree: their cosine, the mean of all texts taken away. */
  compare(row: number): number {
    const { x, mean, targets, labels } = this.#data;
    const width = this.#width;
    const own = new Float32Array(width);
    for (let at = x.starts[row] ?? 0; at < (x.starts[row + 1] ?? 0); at++) {
      addRow(own, this.#table, (x.indices[at] ?? 0) * width, x.values[at] ?? 0);
    }
    let [product, ours, theirs] = [0, 0, 0];
    for (let at = 0; at < width; at++) {
      const other = (targets[(labels[row] ?? 0) * width + at] ?? 0) - (mean[at] ?? 0);
      product += (own[at] ?? 0) * other;
      ours += (own[at] ?? 0) ** 2;
      theirs += other ** 2;
    }
    return product / Math.sqrt(ours * theirs);
  }

  #embed(batch: Uint32Array): void {
    const { x, mean, targets, labels } = this.#data;
    const width = this.#width;
    for (const [place, row] of batch.entries()) {
      const vector = this.#vectors.subarray(place * width, (place + 1) * width);
      vector.set(mean);
      for (let at = x.starts[row] ?? 0; at < (x.starts[row + 1] ?? 0); at++) {
        addRow(vector, this.#table, (x.indices[at] ?? 0) * width, x.values[at] ?? 0);
      }
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
      this.#lengths[place] = length;
      for (let at = 0; at < width; at++) vector[at] = (vector[at] ?? 0) / length;
      const label = (labels[row] ?? 0) * width;
      this.#english.set(targets.subarray(label, label + width), place * width);
    }
  }

  /** Turns scores into the loss's slopes by score: softmax by row and by column, less what should be. */
  #toSlopes(batch: Uint32Array): number {
    const size = batch.length;
    const slopes = this.#slopes;
    const rowSums = new Float64Array(size);
    const columnSums = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        // Scores are cosines: at most 1, so the powers stay small.
        const power = this.#isSame(batch, i, j)
          ? 0
          : Math.exp(((this.#scores[i * size + j] ?? 0) - 1) / this.#temperature);
        slopes[i * size + j] = power;
        rowSums[i] = (rowSums[i] ?? 0) + power;
        columnSums[j] = (columnSums[j] ?? 0) + power;
      }
    }
    const scale = 1 / (size * this.#temperature);
    let loss = 0;
    for (let i = 0; i < size; i++) {
      const own = slopes[i * size + i] ?? 0;
      loss -= Math.log(own / (rowSums[i] ?? 1)) + Math.log(own / (columnSums[i] ?? 1));
      for (let j = 0; j < size; j++) {
        const power = slopes[i * size + j] ?? 0;
        slopes[i * size + j] = scale * (power / (rowSums[i] ?? 1) + power / (columnSums[j] ?? 1));
      }
      slopes[i * size + i] = (slopes[i * size + i] ?? 0) - 2 * scale;
    }
    return loss / size;
  }

  /** Another pair of the batch with the very same English text is no wrong answer. */
  #isSame(batch: Uint32Array, i: number, j: number): boolean {
    const { labels } = this.#data;
    return i !== j && labels[batch[i] ?? 0] === labels[batch[j] ?? 0];
  }

  /** From slopes by the unit vector to slopes by the sum before it was brought to length 1. */
  #project(size: number): void {
    const width = this.#width;
    for (let row = 0; row < size; row++) {
      const start = row * width;
      let along = 0;
      for (let at = start; at < start + width; at++) {
        along += (this.#gradients[at] ?? 0) * (this.#vectors[at] ?? 0);
      }
      const length = this.#lengths[row] ?? 1;
      for (let at = start; at < start + width; at++) {
        this.#gradients[at] = ((this.#gradients[at] ?? 0) - along * (this.#vectors[at] ?? 0)) / length;
      }
    }
  }

  #update(batch: Uint32Array, learningRate: number): void {
    this.#steps++;
    const rate =
      (learningRate * Math.sqrt(1 - SECOND_DECAY ** this.#steps)) / (1 - FIRST_DECAY ** this.#steps);
    for (const [feature, slope] of this.#collect(batch)) this.#move(feature * this.#width, slope, rate);
  }

  /** The slope of every feature of the batch. */
  #collect(batch: Uint32Array): Map<number, Float32Array> {
    const { x } = this.#data;
    const slopes = new Map<number, Float32Array>();
    for (const [place, row] of batch.entries()) {
      for (let at = x.starts[row] ?? 0; at < (x.starts[row + 1] ?? 0); at++) {
        const feature = x.indices[at] ?? 0;
        let slope = slopes.get(feature);
        if (slope === undefined) {
          slope = new Float32Array(this.#width);
          slopes.set(feature, slope);
        }
        addRow(slope, this.#gradients, place * this.#width, x.values[at] ?? 0);
      }
    }
    return slopes;
  }

  #move(start: number, slope: Float32Array, rate: number): void {
    const [table, first, second] = [this.#table, this.#firstMoments, this.#secondMoments];
    for (let at = 0; at < slope.length; at++) {
      const value = slope[at] as number;
      const place = start + at;
      const one = FIRST_DECAY * (first[place] as number) + (1 - FIRST_DECAY) * value;
      const two = SECOND_DECAY * (second[place] as number) + (1 - SECOND_DECAY) * value * value;
      first[place] = one;
      second[place] = two;
      table[place] = (table[place] as number) - (rate * one) / (Math.sqrt(two) + 1e-8);
    }
  }
}

function addRow(target: Float32Array, source: Float32Array, start: number, factor: number): void {
  for (let at = 0; at < target.length; at++) {
    target[at] = (target[at] as number) + factor * (source[start + at] as number);
  }
}
