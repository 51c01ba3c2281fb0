import { describe, expect, it } from "vitest";
import { toChunks } from "../../test/support/answer-bench.ts";
import type { QueryTerm } from "../core/analyse.ts";
import { findMatches } from "../core/snippet.ts";
import type { Background } from "./background.ts";
import { createGate, type GateDecision, type Reading } from "./gate.ts";
import type { RetrievedPassage } from "./retrieved.ts";

const NOTES = [
  "Rolling back a deployment takes one command: argocd app rollback narae-orders.",
  "백업은 35일 동안 보관한다. 복구 훈련은 분기마다 한다.",
  "Certificates are renewed thirty days before they expire.",
  "주문 테이블은 virtualization으로 렌더링을 줄였다.",
];

interface Asking {
  readonly texts?: readonly string[];
  readonly cosines?: readonly (number | null)[];
  readonly mean?: number | null;
  readonly threshold?: number;
  /** What speaks for a passage; by default words alone for Korean. */
  readonly reads?: (text: string) => Reading;
  /** Of each passage across a bridge; null where its vector is gone. */
  readonly means?: readonly (number | null)[];
}

/** Every note is found, in the order given; what is rare is counted over all of them. */
async function judge(question: string, asking: Asking = {}): Promise<GateDecision> {
  const { texts = NOTES, cosines = [], mean = 0.4, threshold = 0.5, means = [] } = asking;
  const passages: RetrievedPassage[] = texts.flatMap((text, at) =>
    toChunks(`${at}.txt`, [text]).map((chunk) => ({
      chunk,
      rank: at + 1,
      score: 1,
      cosine: cosines[at] ?? null,
    })),
  );
  const holds = (text: string, term: QueryTerm): boolean => findMatches(text, [term]).length > 0;
  const gate = createGate({
    threshold,
    frequencies: async (terms) => ({
      chunks: texts.length,
      holding: terms.map((term) => texts.filter((text) => holds(text, term)).length),
    }),
    reads: asking.reads ?? ((text) => (/[가-힣]/.test(text) ? "words" : "whole")),
    background: async () => toBackground(mean, 256),
    backgroundAcross: async (_question, chunkId) =>
      toBackground(means[passages.findIndex(({ chunk }) => chunk.id === chunkId)] ?? null, 1),
  });
  return gate(question, passages);
}

function toBackground(mean: number | null, samples: number): Background | null {
  return mean === null ? null : { mean, deviation: 0.05, samples };
}

describe("createGate()", () => {
  it("passes a question whose telling words one passage holds", async () => {
    expect(await judge("백업은 35일 동안 보관하나?")).toMatchObject({
      passed: true,
      cosine: null,
      background: null,
    });
  });

  it("refuses a question about something no passage names, and says which words are missing", async () => {
    const decision = await judge("강아지 예방접종 시기");
    expect(decision).toMatchObject({
      passed: false,
      coverage: 0,
      missingTerms: ["강아지", "예방접종", "시기"],
    });
    expect(decision.evidence).toBeLessThan(0.2);
  });

  it("fires although the best of a bad list is always first", async () => {
    const best = { cosines: [0.5, 0.49, 0.48, 0.47] };
    expect((await judge("What is the capital of Mongolia?", best)).passed).toBe(false);
  });

  it("counts a rare word for more than a frequent one", async () => {
    const texts = ["the server reads rows", "the server writes rows", "the server keeps zebras"];
    const rare = await judge("zebras leaflets", { texts });
    const frequent = await judge("server leaflets", { texts });
    expect(rare.coverage).toBeGreaterThan(frequent.coverage ?? 1);
  });

  it("counts every word alike while a base is too small to know what is rare", async () => {
    const texts = [
      "the gateway is restarted by its unit",
      "the gateway listens on 8443",
      "the gateway's log",
    ];
    const decision = await judge("how is the restart of the gateway done?", { texts });
    expect(decision).toMatchObject({ passed: true, missingTerms: ["done"] });
    expect(decision.coverage).toBeCloseTo(2 / 3, 1);
  });

  it("asks for all words of one passage, not one word of each", async () => {
    const apart = await judge("certificates rollback backup", {
      texts: ["certificates", "rollback", "backup"],
    });
    const together = await judge("certificates rollback backup", {
      texts: ["certificates, rollback, backup", "other", "words"],
    });
    expect(apart.coverage).toBeCloseTo(1 / 3, 5);
    expect(together.coverage).toBe(1);
  });

  it("takes other words for the same when the meaning is near", async () => {
    const question = "undo a release that went wrong";
    expect((await judge(question, { cosines: [0.82] })).passed).toBe(true);
    expect((await judge(question, { cosines: [0.55] })).passed).toBe(false);
  });

  it("measures the cosine by what this index has in common with any question", async () => {
    const question = "undo a release that went wrong";
    const [low, high] = await Promise.all([
      judge(question, { cosines: [0.82], mean: 0.4 }),
      judge(question, { cosines: [0.82], mean: 0.78 }),
    ]);
    expect(low.passed).toBe(true);
    expect(high.passed).toBe(false);
    expect(high.background).toEqual({ mean: 0.78, deviation: 0.05, samples: 256 });
  });

  it("goes by words alone where there is nothing to measure a cosine by", async () => {
    const words = await judge("백업은 35일 동안 보관하나?");
    const both = await judge("백업은 35일 동안 보관하나?", { cosines: [0.9], mean: null });
    expect(both.evidence).toBe(words.evidence);
  });

  it("lets words alone speak for a passage that the model cannot read", async () => {
    const question = "virtualization of orders";
    const texts = ["주문 테이블은 virtualization으로 렌더링을 줄였다. orders", "notes about tea", "a walk"];
    const far = { texts, cosines: [null, 0.41, 0.4] };
    expect(await judge(question, far)).toMatchObject({ passed: true, cosine: 0.41 });
    const readable = texts.map((text) => text.replace(/[가-힣]+/g, "tables"));
    expect((await judge(question, { ...far, texts: readable })).evidence).toBeLessThan(0.5);
  });

  it("refuses nothing at a threshold of 0, and all but the certain at 1", async () => {
    expect((await judge("강아지 예방접종", { threshold: 0 })).passed).toBe(true);
    expect((await judge("undo a release", { cosines: [0.7], threshold: 1 })).passed).toBe(false);
  });

  it("refuses a question of stop words alone", async () => {
    expect(await judge("the of and is", { texts: ["the of and is", "is it the"] })).toMatchObject({
      passed: false,
      coverage: null,
    });
  });

  it("keeps its evidence between 0 and 1", async () => {
    const decisions = await Promise.all([
      judge(NOTES.join(" "), { cosines: [1] }),
      judge("nothing of that sort", { cosines: [-0.3] }),
      judge("🫖"),
      judge(""),
    ]);
    for (const { evidence } of decisions) {
      expect(evidence).toBeGreaterThanOrEqual(0);
      expect(evidence).toBeLessThanOrEqual(1);
    }
  });

  it("counts quoted words, and an identifier once", async () => {
    expect(await judge('"argocd app rollback"')).toMatchObject({ coverage: 1, missingTerms: [] });
    const texts = ["parseHttpHeader splits the line", "other"];
    expect(await judge("parseHttpHeader", { texts })).toMatchObject({ coverage: 1, missingTerms: [] });
  });
});

describe("createGate() across languages", () => {
  const question = "배포를 되돌리는 방법";
  const reads = (text: string): Reading => (/[가-힣]/.test(text) ? "words" : "across");
  const texts = [NOTES[0] ?? "", NOTES[2] ?? ""];

  it("does not hold it against a question that its words are not in a passage of another language", async () => {
    const decision = await judge(question, { texts, reads, cosines: [0.53], means: [0.1] });
    expect(decision).toMatchObject({ passed: true, coverage: 0, cosine: 0.53 });
    // The same question, the same nearness, in one language: there the words are missed.
    const within = await judge(question, { texts, reads: () => "whole", cosines: [0.53], mean: 0.1 });
    expect(within.passed).toBe(false);
  });

  it("counts no more for a long question than for a short one that is as near", async () => {
    const near = { texts, reads, cosines: [0.53], means: [0.1] };
    const short = await judge("롤백", near);
    const long = await judge("지난주에 나간 배포를 아무 문제 없이 예전 상태로 되돌리려면 어떻게 하나", near);
    expect(short.evidence).toBe(long.evidence);
  });

  it("refuses what is not near, however little the words are asked for", async () => {
    expect((await judge(question, { texts, reads, cosines: [0.48], means: [0.1] })).passed).toBe(false);
    expect((await judge(question, { texts, reads, cosines: [0.1], means: [0.1] })).evidence).toBe(0.05);
  });

  it("measures each passage by itself: one that is near to everything is no evidence", async () => {
    const hub = await judge(question, { texts, reads, cosines: [0.6, 0.5], means: [0.4, 0.1] });
    expect(hub.passed).toBe(false);
    const other = await judge(question, { texts, reads, cosines: [0.6, 0.58], means: [0.4, 0.1] });
    expect(other).toMatchObject({ passed: true, cosine: 0.6, background: { mean: 0.1, samples: 1 } });
  });

  it("counts the words that both languages share", async () => {
    const asked = "argocd rollback 하는 command";
    const decision = await judge(asked, { texts, reads, cosines: [0.45], means: [0.1] });
    expect(decision.passed).toBe(true);
    expect((await judge(question, { texts, reads, cosines: [0.45], means: [0.1] })).passed).toBe(false);
  });

  it("does not let a passage across a bridge speak for the index's background", async () => {
    // By the index's .1 it would be near; by its own .4 it is not.
    const decision = await judge(question, { texts, reads, cosines: [0.6], means: [0.4], mean: 0.1 });
    expect(decision).toMatchObject({ passed: false, background: { mean: 0.4 } });
  });

  it("goes by words alone where meaning search abstained", async () => {
    const across = await judge("argocd rollback narae-orders", { texts, reads });
    const whole = await judge("argocd rollback narae-orders", { texts, reads: () => "whole" });
    expect(across).toMatchObject({ passed: true, evidence: whole.evidence, background: null });
  });

  it("does not go by words alone where another passage has a cosine", async () => {
    const asked = "argocd rollback narae-orders";
    const mixed = { texts: [...texts, "백업은 35일 동안 보관한다."], reads };
    expect((await judge(asked, mixed)).passed).toBe(true);
    expect((await judge(asked, { ...mixed, cosines: [null, null, 0.12], mean: 0.1 })).passed).toBe(false);
  });

  it("judges a question as before where a passage is read as a whole", async () => {
    const asked = "undo a release that went wrong";
    const all = { cosines: [0.6, 0.7], mean: 0.4, means: [null, null] };
    const before = await judge(asked, { ...all, texts, reads: () => "whole" });
    const mixed = await judge(asked, {
      ...all,
      texts,
      reads: (text) => (text.startsWith("Cert") ? "across" : "whole"),
    });
    expect(mixed).toEqual(before);
  });
});
