import { describe, expect, it } from "vitest";
import { BridgeTable } from "../../src/embedders/bridge/table.ts";
import { parseBridgeFile, toBridgeFile } from "../../src/embedders/bridge/table-file.ts";
import { makeBridgeData } from "../../test/support/bridge-tables.ts";
import { FIT, type FitOptions, fitBridge, type Lessons } from "./fit.ts";
import { createRandom } from "./random.ts";

const DIMENSION = 32;
const OPTIONS: FitOptions = {
  ...FIT,
  vocabulary: { leastTexts: 3, most: 1000 },
  epochs: 16,
  batch: 32,
  learningRate: 0.02,
  doubtful: -1,
};
const WORDS = [
  ..."나무 바다 하늘 구름 기차 도시 학교 친구 음식 시장 병원 의자 책상 연필 전화 편지 사진 영화 노래 운동".split(
    " ",
  ),
  ..."겨울 여름 새벽 저녁 고양이 강아지 토끼 호랑이 사자 거북 문서 검색 배포 복구 설정 오류 서버 회의 예산 계약".split(
    " ",
  ),
];

interface Toy {
  readonly lessons: Lessons;
  /** Combinations of two words that no lesson has. */
  readonly unseen: readonly { readonly text: string; readonly target: Float32Array }[];
}

/** A language in which a text means the sum of its words, and a word means a direction of its own. */
function makeToy(wrong = 0): Toy {
  const random = createRandom(11);
  const meanings = WORDS.map(() => toUnit(new Float32Array(DIMENSION).map(() => random() + random() - 1)));
  const texts: string[] = [];
  const targets: Float32Array[] = [];
  const unseen: { text: string; target: Float32Array }[] = [];
  for (const [i, one] of WORDS.entries())
    for (const [j, other] of WORDS.entries()) {
      if (j <= i) continue;
      const target = toUnit(meanings[i]!.map((value, at) => value + meanings[j]![at]!));
      if ((i * 40 + j) % 13 === 0) unseen.push({ text: `${other} ${one}`, target });
      else {
        texts.push(`${one} ${other}`);
        targets.push(target);
      }
    }
  for (let at = 0; at < wrong; at++) targets[at * 7] = targets[at * 7]!.map((value) => -value);
  const all = new Float32Array(targets.length * DIMENSION);
  for (const [row, target] of targets.entries()) all.set(target, row * DIMENSION);
  const labels = Uint32Array.from(texts.keys());
  return { lessons: { texts, labels, targets: all, dimension: DIMENSION }, unseen };
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

function toFile(lessons: Lessons, options: FitOptions): Uint8Array {
  const { table, report } = fitBridge(lessons, () => undefined, options);
  const { header } = makeBridgeData({ 가: [0, 0] });
  return toBridgeFile({ header: { ...header, dimension: DIMENSION, features: report.features }, ...table });
}

describe("fitBridge()", () => {
  it("leads combinations of words it never saw nearest to what they mean", () => {
    const { lessons, unseen } = makeToy();
    const table = new BridgeTable(parseBridgeFile(toFile(lessons, OPTIONS), "toy"));
    expect(unseen.length).toBeGreaterThan(50);
    for (const { text, target } of unseen) {
      const vector = table.embed(text)!;
      const nearest = unseen.toSorted((a, b) => dot(vector, b.target) - dot(vector, a.target))[0]!;
      expect(nearest.text).toBe(text);
      expect(dot(vector, target)).toBeGreaterThan(0.8);
    }
  });

  it("gives the same bytes for the same lessons, and others for another seed", () => {
    const { lessons } = makeToy();
    const short = { ...OPTIONS, epochs: 2 };
    const file = toFile(lessons, short);
    expect(Buffer.compare(toFile(lessons, short), file)).toBe(0);
    expect(Buffer.compare(toFile(lessons, { ...short, seed: 2 }), file)).not.toBe(0);
  });

  it("leaves out lessons whose two sides say different things, and says how many", () => {
    const wrong = 30;
    const { lessons } = makeToy(wrong);
    const lines: string[] = [];
    const { report } = fitBridge(lessons, (line) => lines.push(line), {
      ...OPTIONS,
      batch: 8,
      epochs: 2,
      doubtful: 0.1,
    });
    expect(report.doubtful).toBeGreaterThan(wrong * 0.8);
    expect(report.doubtful).toBeLessThan(wrong * 1.5);
    expect(lines[0]).toBe(`${report.features} features`);
    const losses = lines.slice(1).map((line) => Number(line.match(/^epoch \d of 2: loss (.*)$/)?.[1]));
    expect(losses[1]).toBeLessThan(losses[0]!);
  });
});
