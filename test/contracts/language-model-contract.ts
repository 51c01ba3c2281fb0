import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type {
  GenerateOptions,
  LanguageModel,
  ModelEvent,
  ModelRequest,
} from "../../src/ports/language-model.ts";

export interface LanguageModelUnderTest extends AsyncDisposable {
  /** Answers `MODEL_REQUEST` with at least one text. Disposed of by the contract. */
  readonly model: LanguageModel;
  /** Resolves once nothing is under way behind the model; absent for one that has no server. */
  readonly untilIdle?: () => Promise<void>;
}

/**
 * With `hangs` a model with a server says one text and then nothing, without an end: only its adapter can end that.
 * A model without a server need not look at it.
 */
export type OpenLanguageModel = (how: { readonly hangs: boolean }) => Promise<LanguageModelUnderTest>;

function freeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) freeze(part);
  return Object.freeze(value);
}

/** Two sources, of which the first answers the question. An adapter that wrote to it would throw. */
export const MODEL_REQUEST: ModelRequest = freeze({
  question: "배포 롤백은 어떻게 하지?",
  sources: [
    {
      number: 1,
      title: "배포 절차",
      headingPath: ["운영", "롤백"],
      text: "배포 롤백은 kubectl rollout undo 명령으로 한다. 롤백 뒤에는 /healthz 응답을 확인한다. 배포 알림은 #ops 채널에 남긴다.",
    },
    {
      number: 2,
      title: "Lunch",
      headingPath: [],
      text: "The cafeteria opens at noon. Soup is served on Fridays.",
    },
  ],
  messages: [
    { role: "system", content: "Answer from the sources. Cite them as [1]." },
    {
      role: "user",
      content: "[1] 배포 롤백은 kubectl rollout undo 명령으로 한다.\n\n배포 롤백은 어떻게 하지? 🚀",
    },
  ],
});

const LIMITS: GenerateOptions = { maxTokens: 256, contextTokens: 4096 };

export async function readEvents(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

export function toAnswer(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.kind === "text" ? event.text : "")).join("");
}

/** What every LanguageModel must hold to, with a server behind it or without. */
export function languageModelContract(name: string, open: OpenLanguageModel): void {
  describe(`${name} as a LanguageModel`, () => {
    describe("answers", () => answerTests(open));
    describe("stopping", () => stopTests(open));
  });
}

function answerTests(open: OpenLanguageModel): void {
  it("says who it is", async () => {
    await using tested = await open({ hangs: false });
    expect(tested.model.modelId).toMatch(/^[a-z]+(\/.+)?$/);
    expect(typeof tested.model.followsInstructions).toBe("boolean");
  });

  it("gives text, then one end, and nothing after it", async () => {
    await using tested = await open({ hangs: false });
    const events = await readEvents(tested.model.generate(MODEL_REQUEST, LIMITS));
    expect(events.length).toBeGreaterThan(1);
    expect(events.slice(0, -1).every((event) => event.kind === "text" && event.text !== "")).toBe(true);
    const end = events.at(-1);
    expect(end).toMatchObject({ kind: "end", reason: expect.stringMatching(/^(stop|length)$/) });
    if (end?.kind !== "end" || end.usage === null) return;
    expect(Number.isInteger(end.usage.promptTokens) && end.usage.promptTokens >= 0).toBe(true);
    expect(Number.isInteger(end.usage.answerTokens) && end.usage.answerTokens >= 0).toBe(true);
  });

  it("never cuts a character in two", async () => {
    await using tested = await open({ hangs: false });
    for await (const event of tested.model.generate(MODEL_REQUEST, LIMITS)) {
      if (event.kind === "text") expect(event.text.isWellFormed()).toBe(true);
    }
  });

  it("says the same to the same request, one after the other and both at once", async () => {
    await using tested = await open({ hangs: false });
    const ask = async (): Promise<string> =>
      toAnswer(await readEvents(tested.model.generate(MODEL_REQUEST, LIMITS)));
    const first = await ask();
    expect(first.trim()).not.toBe("");
    expect(await Promise.all([ask(), ask()])).toEqual([first, first]);
  });

  it("may be closed twice", async () => {
    await using tested = await open({ hangs: false });
    await tested.model[Symbol.asyncDispose]();
    await tested.model[Symbol.asyncDispose]();
  });
}

function stopTests(open: OpenLanguageModel): void {
  it("says nothing when it was stopped before it began", async () => {
    await using tested = await open({ hangs: false });
    const signal = AbortSignal.abort();
    const events: ModelEvent[] = [];
    const reading = (async () => {
      for await (const event of tested.model.generate(MODEL_REQUEST, { ...LIMITS, signal }))
        events.push(event);
    })();
    await expect(reading).rejects.toMatchObject({ name: "KebabError", code: "interrupted" });
    expect(events).toEqual([]);
  });

  it("says no more once it is stopped, not even that it is at the end", async () => {
    await using tested = await open({ hangs: true });
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    const reading = (async () => {
      const stream = tested.model.generate(MODEL_REQUEST, { ...LIMITS, signal: controller.signal });
      for await (const event of stream) {
        events.push(event);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: "KebabError", code: "interrupted" });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ kind: "text" });
    await tested.untilIdle?.();
  });

  it("ends what is behind it when its reader turns away", async () => {
    await using tested = await open({ hangs: true });
    const stream = tested.model.generate(MODEL_REQUEST, LIMITS)[Symbol.asyncIterator]();
    expect(await stream.next()).toMatchObject({ done: false, value: { kind: "text" } });
    await stream.return?.();
    expect(await stream.next()).toMatchObject({ done: true });
    await tested.untilIdle?.();
  });

  it("leaves no listener on the signal", async () => {
    await using tested = await open({ hangs: false });
    const controller = new AbortController();
    let listeners = 0;
    const { signal } = controller;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...parts: Parameters<typeof add>) => {
      listeners++;
      add(...parts);
    };
    signal.removeEventListener = (...parts: Parameters<typeof remove>) => {
      listeners--;
      remove(...parts);
    };
    await readEvents(tested.model.generate(MODEL_REQUEST, { ...LIMITS, signal }));
    await turn();
    expect(listeners).toBe(0);
  });

  it("answers again after it was stopped", async () => {
    await using tested = await open({ hangs: false });
    for await (const _ of tested.model.generate(MODEL_REQUEST, LIMITS)) break;
    const events = await readEvents(tested.model.generate(MODEL_REQUEST, LIMITS));
    expect(events.at(-1)).toMatchObject({ kind: "end" });
  });
}
