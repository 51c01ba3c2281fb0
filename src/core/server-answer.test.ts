import { describe, expect, it } from "vitest";
import { parseJsonOrNull, toConnectionError, toServerMessage, toSystemCode } from "./server-answer.ts";

describe("toServerMessage()", () => {
  it.each<[unknown, string | null]>([
    [{ error: "model 'x' not found" }, "model 'x' not found"],
    [{ error: { message: "키가 틀렸다" } }, "키가 틀렸다"],
    [{ message: "overloaded" }, "overloaded"],
    [{ detail: "Not Found" }, "Not Found"],
    [{ detail: [{ loc: ["body", "stream_options"], msg: "Extra" }] }, "body.stream_options: Extra"],
    [{ detail: [{ msg: "Extra" }] }, "Extra"],
    [{ error: { code: 7 } }, null],
    [{ error: 7 }, null],
    [{ detail: [] }, null],
    [[], null],
    ["text", null],
    [null, null],
  ])("finds the words in %j", (body, words) => {
    expect(toServerMessage({ body })).toBe(words);
  });

  it("keeps them short, on one line, and quiet on a terminal", () => {
    const words = toServerMessage({
      body: { error: `\u001B[2J\u202Ebad\r\n\u2028line ${"x".repeat(1000)}` },
    });
    expect(words).toMatch(/^\[2J bad line x+$/);
    expect(words?.length).toBeLessThanOrEqual(300);
  });
});

describe("toConnectionError()", () => {
  const failure = (code: string, message = "") => Object.assign(new Error(message), { code });

  it.each([
    ["ECONNREFUSED", "nothing listens there"],
    ["ENOTFOUND", "there is no such host"],
    ["EAI_AGAIN", "there is no such host"],
    ["ECONNRESET", "the connection was reset"],
    ["EHOSTUNREACH", "EHOSTUNREACH"],
  ])("says what %s means, from node:http and out of fetch", (code, words) => {
    expect(toConnectionError(failure(code)).message).toBe(words);
    const fetched = new TypeError("fetch failed", { cause: failure(code) });
    expect(toConnectionError(fetched)).toMatchObject({ message: words, cause: fetched });
  });

  it("has the words of anything else", () => {
    expect(toConnectionError(failure("E", "self-signed certificate")).message).toBe(
      "self-signed certificate",
    );
    expect(toConnectionError(new TypeError("fetch failed")).message).toBe("fetch failed");
    expect(toConnectionError("odd").message).toBe("odd");
  });
});

describe("toSystemCode() and parseJsonOrNull()", () => {
  it("give null for what they do not know", () => {
    expect(toSystemCode(new Error("x"))).toBeNull();
    expect(toSystemCode(Object.assign(new Error("x"), { code: 7 }))).toBeNull();
    expect(parseJsonOrNull("{")).toBeNull();
    expect(parseJsonOrNull('{"가":1}')).toEqual({ 가: 1 });
  });
});
