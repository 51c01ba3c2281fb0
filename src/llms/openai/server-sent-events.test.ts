import { describe, expect, it } from "vitest";
import type { StreamLine } from "../stream-lines.ts";
import { readServerSentEvents, type ServerSentEvent } from "./server-sent-events.ts";

async function* toLines(text: string): AsyncGenerator<StreamLine> {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  for (const line of lines) yield { text: line, isComplete: true };
  if (rest !== "") yield { text: rest, isComplete: false };
}

async function read(text: string): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(toLines(text))) events.push(event);
  return events;
}

const event = (data: string, name = "message") => ({ name, data, isComplete: true });

describe("readServerSentEvents()", () => {
  it("joins the data lines of an event", async () => {
    expect(await read("data: YHOO\ndata: +2\ndata:  10\n\n")).toEqual([event("YHOO\n+2\n 10")]);
  });

  it("ignores comments, unknown fields and events without data", async () => {
    expect(await read(": test\n\ndata: 첫째\nid: 1\n\nretry: 5\nid\n\nevent: ping\n\nDATA: x\n\n")).toEqual([
      event("첫째"),
    ]);
  });

  it("takes a field without a colon for an empty one", async () => {
    expect(await read("data\n\ndata\ndata\n\n")).toEqual([event(""), event("\n")]);
  });

  it("names an event, and only that one", async () => {
    expect(await read("event: error\ndata: a:b\n\ndata:c\n\n")).toEqual([event("a:b", "error"), event("c")]);
  });

  it("hands on what the end of the stream cut short, and says so", async () => {
    expect(await read("data: a\n\ndata: [DONE]\n")).toEqual([
      event("a"),
      { ...event("[DONE]"), isComplete: false },
    ]);
    expect(await read('data: a\n\ndata: {"cho')).toEqual([
      event("a"),
      { ...event('{"cho'), isComplete: false },
    ]);
    expect(await read("data: a\n\nda")).toEqual([event("a")]);
  });
});
