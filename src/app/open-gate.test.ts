import { describe, expect, it } from "vitest";
import { toChunks } from "../../test/support/answer-bench.ts";
import type { GateDecision } from "../answer/gate.ts";
import type { Config } from "../config/keys.ts";
import type { Embedder } from "../ports/embedder.ts";
import { openGate } from "./open-gate.ts";
import type { OpenIndex } from "./open-index.ts";

const hasHangul = (text: string): boolean => /[가-힣]/.test(text);
const KOREAN = Float32Array.of(0.1, Math.sqrt(0.99));
const ENGLISH = Float32Array.of(0.4, Math.sqrt(0.84));
/** Every passage of the index: to Korean questions its cosine is .1, to English ones .4. */
const PASSAGE = Float32Array.of(1, 0);
const SAMPLE = ["1", "2", "3"];

function createEmbedder(isBridged: boolean): Embedder {
  return {
    modelId: "compass",
    version: "1",
    covers: () => true,
    ...(isBridged ? { bridgedLanguage: (text: string) => (hasHangul(text) ? "ko" : null) } : {}),
    embedQuery: async (text) => (hasHangul(text) ? KOREAN : ENGLISH),
    embedDocuments: async () => ({ vectors: [], split: 0 }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const config = {
  answer: { minEvidence: 0.5 },
  storage: { vectorStore: "sqlite-vec" },
} as Config;
const index = {
  lexicalIndex: {
    frequencies: async (terms: readonly unknown[]) => ({ chunks: 3, holding: terms.map(() => 0) }),
  },
  ledger: { find: async () => ({}), sample: async () => SAMPLE },
  vectorStore: async () => ({
    vectors: async (_table: unknown, ids: readonly string[]) => ids.map(() => PASSAGE),
  }),
} as unknown as OpenIndex;

async function judge(
  question: string,
  passage: string,
  cosine: number,
  bridged = true,
): Promise<GateDecision> {
  const gate = openGate({ config, index }, createEmbedder(bridged));
  return gate(
    question,
    toChunks("a.md", [passage]).map((chunk) => ({ chunk, rank: 1, score: 1, cosine })),
  );
}

const ENGLISH_NOTE = "Rolling back takes one command.";
const KOREAN_NOTE = "배포를 되돌리는 명령은 하나다.";

describe("openGate()", () => {
  it("passes a Korean question that lies near to an English passage, by the background of that passage", async () => {
    const decision = await judge("배포를 되돌리는 방법", ENGLISH_NOTE, 0.52);
    expect(decision).toMatchObject({ passed: true, background: { samples: 1 } });
    expect(decision.background?.mean).toBeCloseTo(0.1, 5);
  });

  it("passes an English question that lies near to a Korean passage", async () => {
    const decision = await judge("how do we undo a release?", KOREAN_NOTE, 0.7);
    expect(decision).toMatchObject({ passed: true, background: { samples: 1 } });
    expect(decision.background?.mean).toBeCloseTo(0.4, 5);
    expect((await judge("how do we undo a release?", KOREAN_NOTE, 0.6)).passed).toBe(false);
  });

  it("asks more of a Korean question with English words in it, which lift every cosine", async () => {
    const decision = await judge("Docker Compose 볼륨을 mount하려면", ENGLISH_NOTE, 0.52);
    expect(decision.passed).toBe(false);
    expect(decision.background?.mean).toBeGreaterThan(0.2);
    expect(decision.background?.mean).toBeLessThan(0.4);
  });

  it("leaves Korean in Korean to words", async () => {
    expect((await judge("고양이 사료를 고르는 기준", KOREAN_NOTE, 0.52)).passed).toBe(false);
  });

  it.each([
    ["a model without a bridge", "배포를 되돌리는 방법", ENGLISH_NOTE, false],
    ["English in English", "how do we undo a release?", "Certificates are renewed.", true],
    [
      "English with a Korean name in it",
      "how do we undo a release?",
      "Certificates are renewed by 나래.",
      true,
    ],
  ])(
    "judges %s by the background of the index, and misses the words",
    async (_, question, passage, bridged) => {
      const background = hasHangul(question) ? 0.1 : 0.4;
      // Half of what is left to 1: enough, were it not for the words.
      const decision = await judge(question, passage, (1 + background) / 2, bridged);
      expect(decision).toMatchObject({ passed: false, coverage: 0, background: { samples: SAMPLE.length } });
      expect(decision.background?.mean).toBeCloseTo(background, 5);
    },
  );
});
