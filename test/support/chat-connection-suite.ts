import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type ChatAdapter, interrupted, listen, PATIENT_MS, unreachable } from "./chat-adapter.ts";
import { ANSWER, beginAnswer, findFreePort, openRawServer, say } from "./chat-server.ts";

/** What holds for every adapter about the connection itself: none, silent, or ended by the one who asked. */
export function chatConnectionSuite(adapter: ChatAdapter): void {
  describe("a server that is not there", () => connectionTests(adapter));
  describe("silence", () => silenceTests(adapter));
  describe("stopped by its signal", () => abortTests(adapter));
}

function connectionTests({ protocol, openServer, create }: ChatAdapter): void {
  it("is told, with what to do", async () => {
    const { error } = await listen(create(`http://127.0.0.1:${await findFreePort()}`, PATIENT_MS));
    expect(error).toEqual(unreachable("nothing listens there (4 tries)"));
    expect(error).toMatchObject({ hint: expect.stringContaining("answer.endpoint") });
  });

  it("yet is asked once more a little later", async () => {
    const port = await findFreePort();
    const listening = listen(create(`http://127.0.0.1:${port}`, PATIENT_MS));
    await wait(100);
    const head = `HTTP/1.1 200 OK\r\ncontent-type: ${protocol.contentType}\r\nconnection: close\r\n\r\n`;
    await using server = await openRawServer((socket) => {
      socket.end(head + protocol.toFrames(ANSWER).join(""));
    }, port);
    const { texts, error } = await listening;
    expect(error).toBeNull();
    expect(texts.join("")).toBe(ANSWER.join(""));
    expect(server.connections).toBe(1);
  });

  it("or hangs up before a byte of an answer, is asked again", async () => {
    const answer = say(protocol);
    await using server = await openServer((exchange) => {
      if (exchange.count > 1) return answer(exchange);
      exchange.response.socket?.resetAndDestroy();
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toBeNull();
    expect(texts.join("")).toBe(ANSWER.join(""));
    expect(server.exchanges).toHaveLength(2);
  });

  it("any more after the first bytes, is not asked again", async () => {
    await using server = await openRawServer((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-ty", () => setTimeout(() => socket.resetAndDestroy(), 200));
    });
    const { error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toEqual(unreachable("the connection was reset"));
    expect(server.connections).toBe(1);
  });

  it("and something else is, is not asked again", async () => {
    await using server = await openRawServer((socket) => socket.end("220 mail.example ESMTP\r\n"));
    const { error } = await listen(create(server.url, PATIENT_MS));
    expect(error).toMatchObject({ code: "model-unreachable" });
    expect(server.connections).toBe(1);
  });
}

function silenceTests({ protocol, openServer, create }: ChatAdapter): void {
  it("before the first byte ends the wait", async () => {
    await using server = await openServer(() => undefined);
    const { error } = await listen(create(server.url, 100));
    expect(error).toEqual(unreachable("it was silent for 0.1 s"));
    expect(error).toMatchObject({ hint: expect.stringContaining("answer.timeout_ms") });
    await server.untilIdle();
    expect(server.exchanges).toHaveLength(1);
  });

  it("in the middle ends the wait, and what was said stays", async () => {
    await using server = await openServer((exchange) => beginAnswer(exchange, protocol, ANSWER.slice(0, 2)));
    const { texts, error } = await listen(create(server.url, 1000));
    expect(texts.join("")).toBe("배포 롤백은 ");
    expect(error).toEqual(unreachable("it was silent for 1 s"));
    await server.untilIdle();
  });

  it("is not what a slow answer is", async () => {
    await using server = await openServer(async (exchange) => {
      exchange.response.writeHead(200, { "content-type": protocol.contentType });
      for (const frame of protocol.toFrames(ANSWER)) {
        await wait(200);
        exchange.response.write(frame);
      }
      exchange.response.end();
    });
    const { texts, error } = await listen(create(server.url, 1000));
    expect(error).toBeNull();
    expect(texts.join("")).toBe(ANSWER.join(""));
  });

  it("is not what a slow reader hears", async () => {
    await using server = await openServer();
    let waits = 0;
    const onText = async (): Promise<void> => {
      if (waits++ === 0) await wait(1200);
    };
    const { texts, error } = await listen(create(server.url, 1000), { onText });
    expect(error).toBeNull();
    expect(texts.join("")).toBe(ANSWER.join(""));
  });
}

function abortTests({ protocol, openServer, create }: ChatAdapter): void {
  it("before the first byte, it hangs up", async () => {
    const controller = new AbortController();
    await using server = await openServer(() => void setTimeout(() => controller.abort(), 20));
    const { error } = await listen(create(server.url, PATIENT_MS), { signal: controller.signal });
    expect(error).toEqual(interrupted);
    await server.untilIdle();
    expect(server.exchanges).toHaveLength(1);
  });

  it("while it waits in the middle, it hangs up, and what was said stays", async () => {
    const controller = new AbortController();
    await using server = await openServer(async (exchange) => {
      await beginAnswer(exchange, protocol, ANSWER.slice(0, 2));
      setTimeout(() => controller.abort(), 200);
    });
    const { texts, error } = await listen(create(server.url, PATIENT_MS), { signal: controller.signal });
    expect(texts.join("")).toBe("배포 롤백은 ");
    expect(error).toEqual(interrupted);
    await server.untilIdle();
  });

  it("while it waits to try again, it gives up", async () => {
    const signal = AbortSignal.timeout(100);
    const model = create(`http://127.0.0.1:${await findFreePort()}`, PATIENT_MS);
    expect((await listen(model, { signal })).error).toEqual(interrupted);
  });
}
