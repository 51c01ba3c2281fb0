import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLines, type StreamLine } from "./stream-lines.ts";

async function* toChunks(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

async function read(parts: readonly (string | Uint8Array)[], maxLineBytes?: number): Promise<StreamLine[]> {
  const lines: StreamLine[] = [];
  const bytes = parts.map((part) => (typeof part === "string" ? Buffer.from(part, "utf8") : part));
  for await (const line of readLines(toChunks(bytes), maxLineBytes)) lines.push(line);
  return lines;
}

const whole = (text: string) => ({ text, isComplete: true });

describe("readLines()", () => {
  it("ends a line at LF, CRLF and CR", async () => {
    expect(await read(["a\nb\r\nc\rd\n\r\n"])).toEqual(["a", "b", "c", "d", ""].map(whole));
  });

  it("takes CRLF for one end, also when it is cut in two", async () => {
    expect(await read(["a\r", "\nb\r", "c\n", "\r", "", "\n"])).toEqual(["a", "b", "c", ""].map(whole));
  });

  it("marks what stands after the last line break", async () => {
    expect(await read(["가\n나"])).toEqual([whole("가"), { text: "나", isComplete: false }]);
    expect(await read(["가\n"])).toEqual([whole("가")]);
    expect(await read([])).toEqual([]);
  });

  it("drops a byte order mark at the beginning, and nowhere else", async () => {
    expect(await read(["\uFEFFa\n\uFEFFb\n"])).toEqual([whole("a"), whole("\uFEFFb")]);
  });

  it("shows bytes that are no text as such", async () => {
    expect(await read([Uint8Array.of(0xed, 0x95, 0x0a)])).toEqual([whole("\uFFFD")]);
  });

  it("refuses a line over the limit, and none at it", async () => {
    expect(await read(["1234", "5678\n", "1"], 8)).toHaveLength(2);
    await expect(read(["ok\n", "1234", "5678", "9"], 8)).rejects.toThrow("longer than 8 bytes");
  });

  it("gives the same lines however the bytes are cut", async () => {
    const text = fc.string({
      unit: fc.constantFrom("가", "🚀", "a", "\n", "\r", "\r\n", " "),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat({ max: 160 }), { maxLength: 8 }), async (source, cuts) => {
        const bytes = Buffer.from(source, "utf8");
        const edges = [
          0,
          ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b),
          bytes.length,
        ];
        const parts = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        const expected = source.split(/\r\n|\r|\n/);
        const rest = expected.pop() ?? "";
        expect(await read(parts)).toEqual([
          ...expected.map(whole),
          ...(rest === "" ? [] : [{ text: rest, isComplete: false }]),
        ]);
      }),
    );
  });
});
