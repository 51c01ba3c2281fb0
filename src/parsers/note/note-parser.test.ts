import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_METADATA, type ParsedDocument } from "../../core/document.ts";
import { createNoteParser } from "./note-parser.ts";

const parser = createNoteParser();

async function parse(text: string): Promise<ParsedDocument> {
  const parsed = await parser.parse("a.txt", new TextEncoder().encode(text));
  if ("kind" in parsed) throw new Error(parsed.reason);
  return parsed;
}

async function paragraphsOf(source: string): Promise<string[]> {
  const { text, blocks } = await parse(source);
  return blocks.map((block) => text.slice(block.start, block.end));
}

describe("createNoteParser()", () => {
  it("takes every name, so that it must be asked last", () => {
    expect(["a.txt", "README", "x.log", "한글"].map((path) => parser.accepts(path))).not.toContain(false);
  });

  it("cuts paragraphs at blank lines, indentation and trailing spaces kept", async () => {
    expect(await paragraphsOf("one\n  two \n \t\n\nthree\n")).toEqual(["one\n  two ", "three"]);
    expect(await paragraphsOf("\n\n한 줄")).toEqual(["한 줄"]);
    expect(await paragraphsOf(" \n\n")).toEqual([]);
    expect(await paragraphsOf("")).toEqual([]);
  });

  it("knows nothing of a note but its tags, each once", async () => {
    expect(await parse("---\ntitle: no header here\n---\n#a #b #a")).toMatchObject({
      metadata: { ...NO_METADATA, tags: ["a", "b"] },
      pages: null,
      codeLang: null,
      notices: [],
    });
  });

  it("takes CRLF for a line break", async () => {
    expect(await parse("one\r\n\r\ntwo")).toEqual(await parse("one\n\ntwo"));
  });

  it("refuses what is no text, with the reason", async () => {
    expect(await parser.parse("a.bin", new Uint8Array([0, 1, 2]))).toEqual({
      kind: "skipped",
      reason: "binary file",
    });
  });

  it("gives the lines that are not blank, and no others", async () => {
    const source = fc
      .array(fc.constantFrom("a", " b", "한", " ", "\t", "\n", "\n\n"))
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(source, async (text) => {
        const lines = (await paragraphsOf(text)).flatMap((paragraph) => paragraph.split("\n"));
        expect(lines).toEqual(text.split("\n").filter((line) => line.trim() !== ""));
      }),
    );
  });
});
