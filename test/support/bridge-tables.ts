import { cutFeatures, FEATURE_SPEC } from "../../src/embedders/bridge/features.ts";
import { type BridgeData, type BridgeHeader, toBridgeFile } from "../../src/embedders/bridge/table-file.ts";

/** What a word's features lead to: whole steps from -7 to 7, one for each dimension. */
export type Steps = readonly number[];

export interface MadeBridge {
  readonly header?: Partial<BridgeHeader>;
  readonly mean?: readonly number[];
}

/** A table that knows every feature of these words; one that two words share belongs to the first. */
export function makeBridgeData(
  words: Readonly<Record<string, Steps>>,
  { header, mean }: MadeBridge = {},
): BridgeData {
  const features = new Map<string, { first: number; second: number; steps: Steps }>();
  for (const [word, steps] of Object.entries(words)) {
    cutFeatures(word, (first, second) => {
      const name = `${first},${second}`;
      if (!features.has(name)) features.set(name, { first, second, steps });
    });
  }
  const rows = [...features.values()];
  const dimension = rows[0]?.steps.length ?? 0;
  return {
    header: { ...HEADER, dimension, features: rows.length, ...header },
    first: Uint32Array.from(rows, ({ first }) => first),
    second: Uint32Array.from(rows, ({ second }) => second),
    informativeness: new Float32Array(rows.length).fill(1),
    scales: new Float32Array(rows.length).fill(1 / 7),
    mean: mean === undefined ? new Float32Array(dimension) : Float32Array.from(mean),
    rows: Uint8Array.from(rows.flatMap(({ steps }) => packSteps(steps))),
  };
}

export function makeBridgeFile(words: Readonly<Record<string, Steps>>, made: MadeBridge = {}): Uint8Array {
  return toBridgeFile(makeBridgeData(words, made));
}

const HEADER = {
  format: 1,
  language: "ko",
  teacher: "teacher",
  teacherSha256: "",
  featureSpec: FEATURE_SPEC,
  pairs: 0,
  licence: "",
  sources: "",
};

function packSteps(steps: Steps): number[] {
  return steps.flatMap((step, at) => (at % 2 === 0 ? [(step + 8) | (((steps[at + 1] ?? 0) + 8) << 4)] : []));
}
