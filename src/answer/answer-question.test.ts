import { describe, expect, it } from "vitest";
import { ScriptedModel, toChunks, toPassages } from "../../test/support/answer-bench.ts";
import { KebabError } from "../core/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import {
  type AnswerDependencies,
  type AnswerOptions,
  type AnswerOutcome,
  type AnswerProgress,
  answerQuestion,
} from "./answer-question.ts";
import type { GateDecision } from "./gate.ts";
import type { RetrievedPassage } from "./retrieved.ts";

const SENTENCE = "배포를 롤백하려면 먼저 auto-sync를 끄고 argocd app rollback을 실행한다.";
const ENGLISH = "The rollback takes about 5 minutes on the staging cluster.";
const CHUNKS = [
  ...toChunks("ops/deploy.md", [SENTENCE], { title: "배포 런북" }),
  ...toChunks("ops/drill.md", [ENGLISH], { title: "Drill" }),
  ...toChunks("ops/other.md", ["Kafka consumer lag is watched on the board."]),
  ...toChunks("ops/more.md", ["The backup is restored every month."]),
];
const QUESTION = "배포 롤백은 어떻게 하지?";

const PASSED: GateDecision = {
  passed: true,
  evidence: 0.9,
  threshold: 0.5,
  coverage: 1,
  missingTerms: [],
  cosine: null,
  background: null,
};

interface Ended {
  readonly events: readonly AnswerProgress[];
  readonly text: string;
  readonly outcome: AnswerOutcome;
  readonly error: unknown;
}

/** All events to the end, and what was thrown behind them. Fails unless there is one final event, and it is the last. */
async function run(
  model: ScriptedModel,
  changes: Partial<AnswerDependencies> & Partial<AnswerOptions> & { question?: string } = {},
): Promise<Ended> {
  const { question = QUESTION, ...rest } = changes;
  const dependencies = { retrieve: async () => toPassages(CHUNKS), gate: async () => PASSED, embedder: null };
  const options = { contextTokens: 4096, maxTokens: 512 };
  const events: AnswerProgress[] = [];
  let error: unknown = null;
  try {
    for await (const event of answerQuestion(
      question,
      { ...dependencies, model, ...rest },
      { ...options, ...rest },
    )) {
      events.push(event);
    }
  } catch (thrown) {
    error = thrown;
  }
  const finals = events.flatMap((event) => (event.kind === "final" ? [event.outcome] : []));
  expect(finals).toHaveLength(1);
  expect(events.at(-1)?.kind).toBe("final");
  const text = events.map((event) => (event.kind === "text" ? event.text : "")).join("");
  return { events, text, outcome: finals[0]!, error };
}

describe("answerQuestion() with an answer", () => {
  it("streams it, checks it and gives the sources first", async () => {
    const model = new ScriptedModel([[SENTENCE.slice(0, 10), `${SENTENCE.slice(10)} [1]\n`]]);
    const { events, text, outcome, error } = await run(model);
    expect(events.map(({ kind }) => kind)).toEqual(["sources", "text", "text", "final"]);
    expect(text).toBe(`${SENTENCE} [1]\n`);
    expect(outcome).toMatchObject({
      text: `${SENTENCE} [1]`,
      grounded: true,
      refusal: null,
      message: null,
      lang: "ko",
      usage: { promptTokens: 7, answerTokens: 5 },
      warnings: [],
    });
    expect(outcome.sentences).toMatchObject([{ supported: true, isClaim: true, citations: [1] }]);
    expect(outcome.packing?.sources).toHaveLength(4);
    expect(error).toBeNull();
  });

  it("gives the model the prompt and its parts", async () => {
    const model = new ScriptedModel([[`${SENTENCE} [1]`]]);
    const { outcome } = await run(model);
    const request = model.requests[0]!;
    expect(request.messages).toEqual(outcome.prompt);
    expect(request.question).toBe(QUESTION);
    expect(request.sources.map(({ number, text }) => [number, text])).toEqual(
      CHUNKS.map(({ text }, index) => [index + 1, text]),
    );
  });

  it("marks a sentence that its source does not back, and is not grounded then", async () => {
    const model = new ScriptedModel([[`${SENTENCE} [1] The rollback takes 99 minutes on the moon. [2]`]]);
    const { outcome } = await run(model);
    expect(outcome).toMatchObject({ refusal: null, grounded: false });
    expect(outcome.text).toContain("99 minutes");
    expect(outcome.sentences.map(({ supported }) => supported)).toEqual([true, false]);
  });

  it("says when the model was cut at its longest answer", async () => {
    const model = new ScriptedModel([[`${SENTENCE} [1]`]], { reason: "length" });
    const { outcome } = await run(model);
    expect(outcome.warnings).toEqual([expect.stringMatching(/cut at 512 tokens.*answer\.max_tokens/)]);
  });

  it("checks by words, and says so, where the embedding model is gone", async () => {
    const gone = async (): Promise<never> => {
      throw new KebabError("model-unreachable", "Cannot embed: no server");
    };
    const embedder = { covers: () => true, embedQuery: gone, embedDocuments: gone } as unknown as Embedder;
    const model = new ScriptedModel([["We go back to the former release by hand. [1]"]]);
    const { outcome, error } = await run(model, { embedder });
    expect(error).toBeNull();
    expect(outcome.refusal).toBe("unsupported");
    expect(outcome.warnings).toEqual([expect.stringMatching(/words alone.*no server/)]);
  });

  it("ends the model's stream when the reader leaves", async () => {
    const model = new ScriptedModel([["one [1]. ", "two [1]."]]);
    const dependencies = {
      retrieve: async () => toPassages(CHUNKS),
      gate: async () => PASSED,
      embedder: null,
    };
    const events = answerQuestion(
      QUESTION,
      { ...dependencies, model },
      { contextTokens: 4096, maxTokens: 512 },
    );
    for await (const event of events) if (event.kind === "text") break;
    expect(model.isLeft).toBe(true);
  });
});

describe("answerQuestion() refuses", () => {
  const silent = (): ScriptedModel => new ScriptedModel([]);

  it("no_index where nothing was ingested", async () => {
    const { outcome, events } = await run(silent(), { retrieve: async () => null });
    expect(outcome).toMatchObject({
      refusal: "no_index",
      text: null,
      grounded: false,
      gate: null,
      packing: null,
    });
    expect(outcome.message).toContain("kebab ingest");
    expect(events).toHaveLength(1);
  });

  it("no_chunks where nothing was found", async () => {
    const { outcome } = await run(silent(), { retrieve: async () => [], question: "What is love?" });
    expect(outcome).toMatchObject({ refusal: "no_chunks", lang: "en", passages: [] });
    expect(outcome.message).toMatch(/^No passage/);
  });

  it("score_gate where the gate shuts, and asks no model", async () => {
    const gate = async () => ({ ...PASSED, passed: false, evidence: 0.1, missingTerms: ["몽골"] });
    const { outcome } = await run(silent(), { gate });
    expect(outcome).toMatchObject({ refusal: "score_gate", gate: { evidence: 0.1 }, packing: null });
    expect(outcome.message).toContain("몽골");
    expect(outcome.passages).toHaveLength(4);
  });

  it.each([
    ["the agreed line", ["NO_", "ANSWER"]],
    ["the agreed line in dress", ["  **NO", "_ANSWER**", "\n"]],
    ["the agreed line and more", ["NO_ANSWER", "\nThe sources are about cats [1]."]],
  ])("model_refused for %s, of which nothing is shown", async (_, script) => {
    const { outcome, events } = await run(new ScriptedModel([script]));
    expect(outcome).toMatchObject({ refusal: "model_refused", text: null, sentences: [] });
    expect(events.map(({ kind }) => kind)).toEqual(["sources", "final"]);
  });

  it("model_refused for a refusal in the model's own words", async () => {
    const { outcome } = await run(new ScriptedModel([["제공된 자료에는 ", "그 내용이 없습니다."]]));
    expect(outcome).toMatchObject({ refusal: "model_refused", text: null });
  });

  it("model_refused, with a warning, where the model says nothing at all", async () => {
    const { outcome } = await run(new ScriptedModel([[" \n"]]));
    expect(outcome).toMatchObject({ refusal: "model_refused", text: null });
    expect(outcome.warnings).toEqual(["scripted gave an empty answer"]);
  });

  it("none where the gate opens, with a word about what nobody wrote", async () => {
    const gate = async () => ({ ...PASSED, missingTerms: ["redis"] });
    const { outcome } = await run(new ScriptedModel([["배포를 롤백한다. [1]"]]), { gate });
    expect(outcome).toMatchObject({ refusal: null, warnings: ["nowhere in the index: redis"] });
  });

  it("score_gate where a model that only chooses found no sentence", async () => {
    const { outcome } = await run(new ScriptedModel([[]], { followsInstructions: false }));
    expect(outcome).toMatchObject({
      refusal: "score_gate",
      text: null,
      gate: { passed: true },
      warnings: [],
    });
  });

  it("does not take a sentence of the sources for a refusal", async () => {
    const script = [
      "NO_ANSWER is what ops/deploy.md says when auto-sync를 끄고 argocd app rollback을 실행한다. [1]",
    ];
    const { outcome, text } = await run(new ScriptedModel([script], { followsInstructions: false }));
    expect(outcome.refusal).not.toBe("model_refused");
    expect(text).toBe(script[0]);
  });

  it("unsupported where nothing that was said is backed", async () => {
    const { outcome } = await run(new ScriptedModel([["Ulaanbaatar is the capital of Mongolia. [1]"]]));
    expect(outcome).toMatchObject({ refusal: "unsupported", text: null, grounded: false });
    expect(outcome.sentences).toMatchObject([{ supported: false }]);
  });

  it("unsupported where citations are made up or left out", async () => {
    const { outcome } = await run(new ScriptedModel([[`${SENTENCE} [9] ${ENGLISH}`]]));
    expect(outcome.refusal).toBe("unsupported");
    expect(outcome.sentences.map(({ problems }) => problems)).toEqual([["unknown_citation"], ["uncited"]]);
  });

  it("shows what could have become the agreed line and did not, from its first sign on", async () => {
    const { text, outcome, events } = await run(new ScriptedModel([[" **", "", `${SENTENCE}** [1]`]]));
    expect(text).toBe(`**${SENTENCE}** [1]`);
    expect(events.map(({ kind }) => kind)).toEqual(["sources", "text", "final"]);
    expect(outcome).toMatchObject({ refusal: null, text });
    const { text: short } = await run(new ScriptedModel([["N", "O"]]));
    expect(short).toBe("NO");
  });
});

describe("answerQuestion() broken off", () => {
  const broken = new KebabError("model-unreachable", "Cannot answer: the server closed the connection");

  it("by the model in the middle: what was said is checked and given, then the error", async () => {
    const { text, outcome, error } = await run(new ScriptedModel([[`${SENTENCE} [1] `, "And th", broken]]));
    expect(text).toBe(`${SENTENCE} [1] And th`);
    expect(outcome).toMatchObject({ refusal: "stream_aborted", text, grounded: false });
    expect(outcome.sentences[0]).toMatchObject({ supported: true });
    expect(error).toBe(broken);
  });

  it("by the model before a word: a final event without an answer, then the error", async () => {
    const { outcome, error } = await run(new ScriptedModel([[broken]]));
    expect(outcome).toMatchObject({ refusal: "stream_aborted", text: null, sentences: [] });
    expect(outcome.passages).toHaveLength(4);
    expect(error).toBe(broken);
  });

  it("in the middle of the agreed line: no answer", async () => {
    const { outcome, text } = await run(new ScriptedModel([["NO_AN", broken]]));
    expect({ text, answer: outcome.text }).toEqual({ text: "", answer: null });
  });

  it("by whoever asked: what was said so far, and no error", async () => {
    const controller = new AbortController();
    const model = new ScriptedModel([[`${SENTENCE} [1]`, () => controller.abort(), " never"]]);
    const { outcome, error } = await run(model, { signal: controller.signal });
    expect(outcome).toMatchObject({ refusal: "stream_aborted", sentences: [{ supported: true }, {}] });
    expect(outcome.text).toBe(`${SENTENCE} [1] never`);
    expect(error).toBeNull();
    expect(model.isLeft).toBe(true);
  });

  it("by whoever asked before the model: nothing said, and no error", async () => {
    const model = new ScriptedModel([]);
    const { outcome, error } = await run(model, { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ refusal: "stream_aborted", text: null, passages: [] });
    expect({ error, asked: model.requests.length }).toEqual({ error: null, asked: 0 });
  });

  it.each(["retrieve", "gate"] as const)(
    "by a failure of %s: a final event, then the error",
    async (part) => {
      const failing = {
        [part]: async (): Promise<never> => {
          throw broken;
        },
      };
      const { outcome, error } = await run(new ScriptedModel([]), failing);
      expect(outcome).toMatchObject({ refusal: "stream_aborted", text: null });
      expect(error).toBe(broken);
    },
  );
});

describe("answerQuestion() with several hops", () => {
  const hops = { multiHop: true } as const;

  it("searches for each part, reads the best of each, and answers the question itself", async () => {
    const lists: Record<string, readonly RetrievedPassage[]> = {
      [QUESTION]: toPassages([CHUNKS[2]!]),
      "롤백은 누가 하나요?": toPassages([CHUNKS[0]!]),
      "How long does it take?": toPassages([CHUNKS[1]!, CHUNKS[2]!]),
    };
    const asked: string[] = [];
    const model = new ScriptedModel([
      ["1. 롤백은 누가 하나요?\n2. How long does it take?\n"],
      [`${SENTENCE} [2] ${ENGLISH} [3]`],
    ]);
    const { outcome } = await run(model, {
      ...hops,
      retrieve: async (question) => {
        asked.push(question);
        return lists[question] ?? [];
      },
    });
    expect(asked).toEqual(Object.keys(lists));
    expect(outcome.parts.map(({ question }) => question)).toEqual(asked.slice(1));
    expect(outcome.passages.map(({ chunk }) => chunk.document.path)).toEqual([
      "ops/other.md",
      "ops/deploy.md",
      "ops/drill.md",
    ]);
    expect(model.requests[1]!.question).toBe(QUESTION);
    expect(outcome).toMatchObject({ refusal: null, grounded: true, warnings: [] });
  });

  it("goes on with the question as it stands, and says so, where the model makes no list", async () => {
    const { outcome } = await run(new ScriptedModel([["I would rather not."], [`${SENTENCE} [1]`]]), hops);
    expect(outcome).toMatchObject({ refusal: null, parts: [] });
    expect(outcome.warnings).toEqual([expect.stringContaining("did not take the question apart")]);
  });

  it("lets the gate judge the question before the model is asked", async () => {
    const model = new ScriptedModel([]);
    const { outcome } = await run(model, { ...hops, gate: async () => ({ ...PASSED, passed: false }) });
    expect(outcome.refusal).toBe("score_gate");
    expect(model.requests).toEqual([]);
  });
});

describe("answerQuestion() cannot be asked", () => {
  const first = async (question: string, options: Partial<AnswerOptions>, model = new ScriptedModel([])) => {
    const dependencies = { retrieve: async () => null, gate: async () => PASSED, model, embedder: null };
    return answerQuestion(question, dependencies, { contextTokens: 4096, maxTokens: 512, ...options }).next();
  };

  it("without words", async () => {
    await expect(first(" \n", {})).rejects.toMatchObject({ code: "usage" });
  });

  it("without room for sources", async () => {
    await expect(first("q", { contextTokens: 1024, maxTokens: 1024 })).rejects.toMatchObject({
      code: "usage",
      hint: expect.stringContaining("answer.context_tokens"),
    });
    await expect(first("긴 질문 ".repeat(3000), {})).rejects.toMatchObject({ code: "usage" });
  });

  it("in several hops by a model that follows no instructions", async () => {
    const extractive = new ScriptedModel([], { followsInstructions: false });
    await expect(first("q", { multiHop: true }, extractive)).rejects.toMatchObject({ code: "usage" });
  });
});
