import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ModelEvent } from "../../src/ports/language-model.ts";
import {
  languageModelContract,
  MODEL_REQUEST,
  readEvents,
  toAnswer,
} from "../contracts/language-model-contract.ts";
import { type ChatAdapter, LIMITS, listen, PATIENT_MS, unreachable } from "./chat-adapter.ts";
import { chatConnectionSuite } from "./chat-connection-suite.ts";
import { ANSWER, beginAnswer, type Respond, say, write } from "./chat-server.ts";
import { answerJson, LocalServer } from "./local-server.ts";

/** What holds for every adapter that has a server behind it, on top of the contract. */
export function chatModelSuite(adapter: ChatAdapter): void {
  const { protocol, openServer } = adapter;
  languageModelContract(adapter.name, async ({ hangs }) => {
    const server = await openServer(
      hangs ? (exchange) => beginAnswer(exchange, protocol, [ANSWER.join("")]) : say(protocol),
    );
    const model = adapter.create(server.url, PATIENT_MS);
    return {
      model,
      untilIdle: () => server.untilIdle(),
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  });
  describe("cut anywhere", () => cutTests(adapter));
  describe("an answer that goes wrong", () => brokenTests(adapter));
  chatConnectionSuite(adapter);
  describe("a hostile server", () => hostileTests(adapter));
  describe("reasoning", () => reasoningTests(adapter));
}

function cutTests({ protocol, openServer, create }: ChatAdapter): void {
  const bytes = Buffer.from(protocol.toFrames(ANSWER).join(""), "utf8");
  const sayIn =
    (parts: readonly Uint8Array[]): Respond =>
    async ({ response }) => {
      response.writeHead(200, { "content-type": protocol.contentType });
      response.socket?.setNoDelay();
      await write(response, parts);
      response.end();
    };
  const ask = async (parts: readonly Uint8Array[]): Promise<ModelEvent[]> => {
    await using server = await openServer(sayIn(parts));
    return await readEvents(create(server.url, PATIENT_MS).generate(MODEL_REQUEST, LIMITS));
  };

  it("says the same when every byte comes alone", async () => {
    const events = await ask(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    expect(toAnswer(events)).toBe(ANSWER.join(""));
    expect(events).toEqual(await ask([bytes]));
  });

  it("says the same however the bytes are cut", async () => {
    const whole = await ask([bytes]);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
        const parts = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        expect(await ask(parts)).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });
}

function brokenTests({ protocol, errorFrame, openServer, create }: ChatAdapter): void {
  const begin: Respond = (exchange) => beginAnswer(exchange, protocol, ANSWER.slice(0, 2));

  it("that ends before its end mark broke off, and what was said stays", async () => {
    await using server = await openServer(async (exchange) => {
      await begin(exchange);
      exchange.response.end();
    });
    const { texts, end, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts.join("")).toBe("배포 롤백은 ");
    expect(end).toBeNull();
    expect(error).toEqual(unreachable("the answer broke off in the middle"));
    expect(server.exchanges).toHaveLength(1);
  });

  it("that ends within a line broke off", async () => {
    await using server = await openServer(async (exchange) => {
      await begin(exchange);
      exchange.response.end(protocol.toFrames(["[1]"])[0]?.slice(0, 30));
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts.join("")).toBe("배포 롤백은 ");
    expect(error).toEqual(unreachable("the answer broke off in the middle"));
  });

  it("that is reset after its first byte is not asked for again", async () => {
    await using server = await openServer(async (exchange) => {
      await begin(exchange);
      // Long enough to be read: a reset throws away what is not.
      await wait(100);
      exchange.response.socket?.resetAndDestroy();
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts.join("")).toBe("배포 롤백은 ");
    expect(error).toEqual(unreachable("the answer broke off in the middle"));
    expect(server.exchanges).toHaveLength(1);
  });

  it("in the middle, by the server's own words, tells them", async () => {
    await using server = await openServer(async (exchange) => {
      await begin(exchange);
      exchange.response.end(errorFrame("CUDA out of memory\u001B[31m"));
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts.join("")).toBe("배포 롤백은 ");
    expect(error).toEqual(unreachable("CUDA out of memory"));
    expect(String(error)).not.toContain("\u001B");
  });

  it.each([500, 503, 429, 400])("with status %i is told, and not asked for again", async (status) => {
    await using server = await openServer(({ response }) =>
      answerJson(response, status, { error: "the runner has stopped" }),
    );
    const { error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toEqual(unreachable(`it answers ${status}: the runner has stopped`));
    expect(server.exchanges).toHaveLength(1);
  });

  it.each([
    ["text/html; charset=utf-8", "text/html"],
    ["", "no content type"],
  ])("of content type %j is refused by that name", async (contentType, named) => {
    await using server = await openServer(({ response }) => {
      response.writeHead(200, contentType === "" ? {} : { "content-type": contentType });
      response.end("<html>안녕하세요</html>");
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts).toEqual([]);
    expect(error).toEqual(unreachable(named));
  });

  it("tells the address of the server without what is secret in it", async () => {
    await using server = await openServer(({ response }) => answerJson(response, 500, {}));
    const { host } = new URL(server.url);
    const { error } = await listen(create(`http://user:hunter2@${host}`, PATIENT_MS));
    expect(error).toEqual(unreachable(`http://${host}: it answers 500`));
    expect(JSON.stringify(error) + String(error)).not.toContain("hunter2");
    expect(server.exchanges[0]?.headers.authorization).toBe("Basic dXNlcjpodW50ZXIy");
  });

  it.each(["nonsense", "file:///etc/passwd"])("is no answer when the address is %s", (endpoint) => {
    expect(() => create(endpoint, PATIENT_MS)).toThrow(/answer\.endpoint/);
  });
}

function hostileTests({ protocol, openServer, create }: ChatAdapter): void {
  it.each([301, 302, 307, 308])("that redirects with %i leads nowhere", async (status) => {
    let visits = 0;
    await using elsewhere = await LocalServer.open((_, response) => {
      visits++;
      response.end();
    });
    await using server = await openServer(({ response }) => {
      response.writeHead(status, { location: `${elsewhere.url}/collect` }).end();
    });
    const { error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toEqual(unreachable(`it redirects to ${elsewhere.url}/collect`));
    expect(visits).toBe(0);
  });

  it("that never ends a line is left", async () => {
    await using server = await openServer(async (exchange) => {
      await beginAnswer(exchange, protocol, ["안녕"]);
      for (let sent = 0; sent < 40; sent++) exchange.response.write(`data: ${"x".repeat(64 * 1024)}`);
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts).toEqual(["안녕"]);
    expect(error).toEqual(unreachable("a line of its answer is longer than"));
    await server.untilIdle();
  });

  it("that never ends its answer is left", async () => {
    const blank = `${" ".repeat(256 * 1024)}\n`;
    await using server = await openServer(async (exchange) => {
      await beginAnswer(exchange, protocol, ["안녕"]);
      const { response } = exchange;
      while (!response.destroyed) {
        if (!response.write(blank)) await Promise.race([once(response, "drain"), exchange.closed]);
      }
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts).toEqual(["안녕"]);
    expect(error).toEqual(unreachable("its answer is longer than"));
    await server.untilIdle();
  });

  it("that sends something that is no JSON is refused", async () => {
    await using server = await openServer(async (exchange) => {
      await beginAnswer(exchange, protocol, ["안녕"]);
      exchange.response.end("data: {oops}\n\n");
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(texts).toEqual(["안녕"]);
    expect(error).toEqual(unreachable("is no JSON object"));
  });

  it("that compresses unasked is refused", async () => {
    await using server = await openServer(({ response }) => {
      response.writeHead(200, { "content-type": protocol.contentType, "content-encoding": "gzip" });
      response.end(gzipSync(protocol.toFrames(ANSWER).join("")));
    });
    const { error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toEqual(unreachable("it compresses its answer (gzip)"));
  });

  it("that refuses without end is heard for a while only", async () => {
    await using server = await openServer(({ response }) => {
      response.writeHead(500, { "content-type": "text/plain" });
      const timer = setInterval(() => response.write("y".repeat(16 * 1024)), 1);
      response.once("close", () => clearInterval(timer));
    });
    const { error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toEqual(unreachable("it answers 500: no reason given"));
    await server.untilIdle();
  });
}

function reasoningTests({ protocol, openServer, create }: ChatAdapter): void {
  it("before the answer is left out, however its tags are cut", async () => {
    const pieces = ["\n<th", "ink>롤백을 <b>", "찾자</thi", "nk>\n\n", "답은 <think> ", "[1]이다."];
    await using server = await openServer(say(protocol, pieces));
    const { texts, end } = await listen(create(server.url, PATIENT_MS));
    expect(texts.join("")).toBe("답은 <think> [1]이다.");
    expect(end).toMatchObject({ reason: "stop" });
  });

  it("that took all the tokens is told as that", async () => {
    await using server = await openServer(async ({ response }) => {
      response.writeHead(200, { "content-type": protocol.contentType });
      const frames = protocol.toFrames(["<think>먼저 질문을"]).join("");
      response.end(frames.replace('reason":"stop"', 'reason":"length"'));
    });
    const { error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toEqual(unreachable("used all 512 tokens for its reasoning"));
    expect(error).toMatchObject({ hint: expect.stringContaining("answer.max_tokens") });
  });
}
