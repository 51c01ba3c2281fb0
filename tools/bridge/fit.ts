import type { BridgeData } from "../../src/embedders/bridge/table-file.ts";
import { Learner } from "./learner.ts";
import { quantise } from "./quantise.ts";
import { createRandom, shuffle } from "./random.ts";
import { createVocabulary, toMatrix, type VocabularyOptions } from "./vocabulary.ts";

/** Texts of the other language, each with the number of its English text. */
export interface Lessons {
  readonly texts: readonly string[];
  readonly labels: Uint32Array;
  /** The English texts' vectors by that number. */
  readonly targets: Float32Array;
  readonly dimension: number;
}

export interface FitReport {
  readonly features: number;
  /** Lessons left out because a first table found their two sides to say different things. */
  readonly doubtful: number;
}

export interface FitOptions {
  readonly vocabulary: VocabularyOptions;
  readonly epochs: number;
  /** Pairs a step; a multiple of four. */
  readonly batch: number;
  readonly temperature: number;
  readonly learningRate: number;
  readonly seed: number;
  /** After the first epoch, below this cosine, mean taken away, two sides are taken to say different things. */
  readonly doubtful: number;
}

/** Set on the held-out pairs and the development sets; docs/decisions/0019 has the figures. */
export const FIT: FitOptions = {
  vocabulary: { leastTexts: 3, most: 120_000 },
  epochs: 4,
  batch: 256,
  temperature: 0.07,
  learningRate: 0.003,
  seed: 1,
  doubtful: 0.1,
};

/** A table that leads each text near the English one it stands beside, and near no other. */
export function fitBridge(
  { texts, labels, targets, dimension }: Lessons,
  report: (line: string) => void,
  options: FitOptions = FIT,
): { table: Omit<BridgeData, "header">; report: FitReport } {
  const vocabulary = createVocabulary(texts, options.vocabulary);
  const features = vocabulary.first.length;
  report(`${features} features`);
  const x = toMatrix(texts, vocabulary);
  const mean = toMean(targets, dimension);
  const table = new Float32Array(features * dimension);
  const learner = new Learner(table, { x, labels, targets, mean }, options);
  const random = createRandom(options.seed);
  let rows = Uint32Array.from(texts.keys()).filter((row) => (x.starts[row] ?? 0) < (x.starts[row + 1] ?? 0));
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    const loss = runEpoch(learner, shuffle(rows, random), { ...options, epoch });
    report(`epoch ${epoch + 1} of ${options.epochs}: loss ${loss.toFixed(3)}`);
    if (epoch === 0) rows = rows.filter((row) => learner.compare(row) >= options.doubtful);
  }
  const { first, second, informativeness } = vocabulary;
  return {
    table: { first, second, informativeness, mean, ...quantise(table, dimension) },
    report: { features, doubtful: texts.length - rows.length },
  };
}

/** The mean loss. The rate falls from the first step of all to the last. */
function runEpoch(
  learner: Learner,
  order: Uint32Array,
  { epoch, epochs, batch: size, learningRate }: FitOptions & { epoch: number },
): number {
  const steps = Math.floor(order.length / size);
  let loss = 0;
  for (let step = 0; step < steps; step++) {
    const left = 1 - (epoch + step / steps) / epochs;
    const batch = order.subarray(step * size, (step + 1) * size);
    loss += learner.learn(batch, learningRate * left);
  }
  return loss / steps;
}

function toMean(targets: Float32Array, dimension: number): Float32Array {
  const sums = new Float64Array(dimension);
  for (let at = 0; at < targets.length; at++) {
    sums[at % dimension] = (sums[at % dimension] ?? 0) + (targets[at] ?? 0);
  }
  return Float32Array.from(sums, (sum) => sum / (targets.length / dimension));
}
