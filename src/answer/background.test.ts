import { describe, expect, it } from "vitest";
import type { Embedder } from "../ports/embedder.ts";
import { measureBackground, measureBackgroundAcross } from "./background.ts";

/** Every English question points along x, every Korean one along y. */
function createEmbedder(covers = true): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    modelId: "compass",
    version: "1",
    covers: () => covers,
    embedQuery: async (text) => {
      asked.push(text);
      return /[가-힣]/.test(text) ? Float32Array.of(0, 1) : Float32Array.of(1, 0);
    },
    embedDocuments: async () => ({ vectors: [], split: 0 }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const PASSAGES = [Float32Array.of(1, 0), Float32Array.of(0.6, 0.8), Float32Array.of(0, 1)];

describe("measureBackground()", () => {
  it("is the mean and the deviation of what questions have in common with the passages", async () => {
    const background = await measureBackground("how do we roll back?", createEmbedder(), PASSAGES);
    // 1, 0.6 and 0 for each probe: mean 1.6 / 3, variance (0.2178 + 0.0044 + 0.2844) / 3
    expect(background).toEqual({
      mean: expect.closeTo(0.53333, 4),
      deviation: expect.closeTo(0.41096, 4),
      samples: 3,
    });
  });

  it("asks in the question's language", async () => {
    const embedder = createEmbedder();
    const background = await measureBackground("배포 롤백은 어떻게 하지?", embedder, PASSAGES);
    expect(background?.mean).toBeCloseTo(1.8 / 3, 5);
    expect(embedder.asked.every((probe) => /[가-힣]/.test(probe))).toBe(true);
  });

  it("is nothing without a passage, or for a script the model does not know", async () => {
    const embedder = createEmbedder(false);
    expect(await measureBackground("how?", createEmbedder(), [])).toBeNull();
    expect(await measureBackground("어떻게?", embedder, PASSAGES)).toBeNull();
    expect(embedder.asked).toEqual([]);
  });
});

describe("measureBackgroundAcross()", () => {
  const passage = Float32Array.of(0.6, 0.8);

  it("asks in Korean where the question has no Latin words, and in English where it has no others", async () => {
    const [korean, english] = [createEmbedder(), createEmbedder()];
    expect((await measureBackgroundAcross(0, korean, passage)).mean).toBeCloseTo(0.8, 5);
    expect(korean.asked.every((probe) => /[가-힣]/.test(probe))).toBe(true);
    expect((await measureBackgroundAcross(1, english, passage)).mean).toBeCloseTo(0.6, 5);
    expect(english.asked.some((probe) => /[가-힣]/.test(probe))).toBe(false);
  });

  it("asks in both where the question is in both, each by its share", async () => {
    // (0.25, 0.75) at length 1, against (0.6, 0.8)
    const { mean, deviation, samples } = await measureBackgroundAcross(0.25, createEmbedder(), passage);
    expect(mean).toBeCloseTo((0.25 * 0.6 + 0.75 * 0.8) / Math.hypot(0.25, 0.75), 5);
    expect(deviation).toBeCloseTo(0, 5);
    expect(samples).toBe(1);
  });
});
