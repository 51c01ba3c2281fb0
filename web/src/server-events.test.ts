import fc from "fast-check";
import { expect, it } from "vitest";
import { readEvents, type ServerEvent } from "./server-events.ts";

async function read(bytes: Uint8Array, cuts: readonly number[]): Promise<ServerEvent[]> {
  const borders = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const [index, end] of borders.slice(1).entries())
        controller.enqueue(bytes.slice(borders[index], end));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

it("events come whole wherever the network cuts them, also inside a Korean character", async () => {
  const bytes = encode(
    'event: text\ndata: {"text":"배포 롤백"}\n\n: still here\n\nevent: final\r\ndata: {}\r\n\r\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
      expect(await read(bytes, cuts)).toEqual([
        { event: "text", data: '{"text":"배포 롤백"}' },
        { event: "final", data: "{}" },
      ]);
    }),
  );
});

it("an event that was cut off is dropped, and several data lines are one text", async () => {
  expect(await read(encode("data: a\ndata: b\n\nevent: text\ndata: half"), [])).toEqual([
    { event: "message", data: "a\nb" },
  ]);
});
