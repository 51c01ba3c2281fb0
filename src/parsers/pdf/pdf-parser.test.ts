import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makePdf, textLines } from "../../../test/fixtures/pdf/make-pdf.ts";
import type { ParsedDocument } from "../../core/document.ts";
import { KebabError } from "../../core/errors.ts";
import { createPdfParser } from "./pdf-parser.ts";
import { PdfiumHost } from "./pdfium-host.ts";

const FIXTURES = new URL("../../../test/fixtures/pdf/", import.meta.url);
const fixture = (name: string): Uint8Array => readFileSync(new URL(name, FIXTURES));
const parser = createPdfParser();

async function parse(bytes: Uint8Array, path = "a.pdf", by = parser): Promise<ParsedDocument> {
  const result = await by.parse(path, bytes);
  if ("kind" in result) throw new Error(result.reason);
  return result;
}

function pageTexts(document: ParsedDocument): string[] {
  return (document.pages ?? []).map(({ start, end }) => document.text.slice(start, end));
}

function expectSound({ text, blocks, pages }: ParsedDocument): void {
  let at = 0;
  for (const block of blocks) {
    expect(text.slice(at, block.start).trim()).toBe("");
    expect(block.kind).toBe("prose");
    expect(pages?.some((page) => page.start <= block.start && block.end <= page.end)).toBe(true);
    at = block.end;
  }
  expect(text.slice(at).trim()).toBe("");
  expect(text).toBe(text.normalize("NFC"));
  expect(text).not.toMatch(/[^\P{Cc}\n]|\r|[ ]\n|\n{3}|[\ufffe\u00ad]/u);
}

describe("createPdfParser()", () => {
  it("accepts PDF files by name, whatever the case", () => {
    expect([parser.accepts("a/b.pdf"), parser.accepts("B.PDF"), parser.accepts("pdf.md")]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("reads English and Korean pages with their words whole and their spaces kept", async () => {
    const document = await parse(fixture("three-pages.pdf"));
    expectSound(document);
    expect(pageTexts(document)).toMatchInlineSnapshot(`
      [
        "Tea and fermentation

      Green tea is heated soon after the harvest, which stops the
      enzymes that would turn the leaf brown. Black tea is left to
      oxidise, and it keeps for years. Between the two stand
      oolong teas of every shade, and the leaf that is half fermented
      in the hills.

      The surface of a field is given in m2 here, as the harvest
      reports 1 have it. An efficient kettle holds 1.7 litres.",
        "발효차는 찻잎에 들어 있는 산화효소가 작용하여 색과 향과 맛이
      달라진 차를 두루 이르는 말이며, 잎을 얼마나 오래 시들리고 비비느냐에
      따라 그 성질이 크게 달라진다.

      녹차는 잎을 따자마자 솥에서 덖거나 쪄서 효소의 작용을 멈추게
      한 차로서 우리나라에서는 보성과 하동과 제주에서 많이 만들고 있으며
      해마다 봄이면 햇차를 찾는 사람이 늘어난다.",
        "Both are made from one plant, Camellia sinensis. 두 차는 모두
      같은 나무의 잎으로 만든다.",
      ]
    `);
    expect(document.blocks).toHaveLength(6);
    expect(document.notices).toEqual([]);
  });

  it("takes title and dates from the Info dictionary", async () => {
    const { metadata } = await parse(fixture("three-pages.pdf"));
    expect(metadata.title).toBe("Tea and fermentation: 차와 발효");
    expect(metadata.createdAt).toBe(Date.UTC(2024, 2, 5, 0, 30));
    expect(metadata.updatedAt).toBe(Date.UTC(2024, 3, 1));
  });

  it("takes the title from the largest type when the Info dictionary has a placeholder", async () => {
    const page = `BT /F2 20 Tf 50 540 Td (Annual report) Tj ET\n${textLines(["Sales rose again.", "So did costs."], { top: 500 })}`;
    const { metadata } = await parse(makePdf([page], { Title: "Microsoft Word - draft.doc" }));
    expect(metadata.title).toBe("Annual report");
  });

  it("says nothing about a title it is not sure of", async () => {
    const { metadata } = await parse(
      makePdf([textLines(["Sales rose again.", "So did costs."])], { Title: "untitled" }),
    );
    expect(metadata.title).toBeNull();
  });

  it("keeps an empty page as an empty range and gives a notice", async () => {
    const document = await parse(fixture("empty-page.pdf"));
    expectSound(document);
    expect(pageTexts(document)).toEqual(["The first page has text.", "", "The third page has text again."]);
    expect(document.notices).toEqual(["no text on page 2 of 3 (blank or scanned)"]);
  });

  it("starts a paragraph where the gap between lines widens", async () => {
    const page = `${textLines(["One line of text", "and one more"])}\n${textLines(["Below a gap", "the next"], { top: 490 })}`;
    const { text } = await parse(makePdf([page]));
    expect(text).toBe("One line of text\nand one more\n\nBelow a gap\nthe next");
  });

  it("reads text that runs up the page like any other", async () => {
    const page = [
      "BT 0 1 -1 0 100 50 Tm /F1 11 Tf (A line that runs up) Tj ET",
      "BT 0 1 -1 0 115 50 Tm /F1 11 Tf (and goes on here) Tj ET",
    ];
    const { text } = await parse(makePdf([page.join("\n")]));
    expect(text).toBe("A line that runs up\nand goes on here");
  });

  it.each([
    ["encrypted.pdf", "password-protected PDF: remove the password, then ingest again"],
    ["truncated.pdf", "damaged PDF: its structure cannot be read"],
    ["no-text.pdf", "no text layer (scanned?): needs OCR"],
  ])("says why %s is no document", async (name, reason) => {
    expect(await parser.parse(name, fixture(name))).toEqual({ kind: "failed", reason });
  });

  it("says why other bytes are no document", async () => {
    const reasonOf = async (bytes: Uint8Array): Promise<unknown> => parser.parse("a.pdf", bytes);
    expect(await reasonOf(new Uint8Array())).toEqual({ kind: "failed", reason: "empty file" });
    expect(await reasonOf(new TextEncoder().encode("hello"))).toEqual({
      kind: "failed",
      reason: "not a PDF: it has no %PDF header",
    });
    expect(await reasonOf(makePdf([]))).toEqual({ kind: "failed", reason: "PDF without pages" });
  });

  it("stops at its limits and says so", async () => {
    const bytes = makePdf(["one page", "two pages", "three pages"].map((line) => textLines([line])));
    const twoPages = await parse(
      bytes,
      "a.pdf",
      createPdfParser(new PdfiumHost(), { pages: 2, characters: 1000 }),
    );
    expect(twoPages.text).toBe("one page\n\ntwo pages");
    expect(twoPages.notices).toEqual(["too long: read up to page 2 of 3, not the rest"]);
    const few = await parse(bytes, "a.pdf", createPdfParser(new PdfiumHost(), { pages: 10, characters: 11 }));
    expect(few.text).toBe("one page\n\ntwo");
    expect(few.notices).toEqual(["too long: read up to page 2 of 3, not the rest"]);
  });

  it("gives a failure when PDFium traps, and reads the next file with a fresh one", async () => {
    let loads = 0;
    const { loadPdfium } = await import("./pdfium-module.ts");
    const host = new PdfiumHost(async () => {
      const pdfium = await loadPdfium();
      if (++loads > 1) return pdfium;
      const trap = (): never => {
        throw new Error("memory access out of bounds");
      };
      return { ...pdfium, _FPDF_LoadPage: trap };
    });
    const trapping = createPdfParser(host);
    expect(await trapping.parse("a.pdf", fixture("empty-page.pdf"))).toEqual({
      kind: "failed",
      reason: "PDFium gave up on this file, which is damaged or too large: memory access out of bounds",
    });
    expect((await parse(fixture("empty-page.pdf"), "a.pdf", trapping)).pages).toHaveLength(3);
    expect(loads).toBe(2);
  });

  it("says so when PDFium itself cannot be loaded", async () => {
    const broken = createPdfParser(
      new PdfiumHost(async () => {
        throw new KebabError("internal", "Cannot load PDFium: no such file");
      }),
    );
    const failure = { kind: "failed", reason: "Cannot load PDFium: no such file" };
    expect(await broken.parse("a.pdf", fixture("empty-page.pdf"))).toEqual(failure);
  });

  it("does not grow with the number of documents", async () => {
    const { loadPdfium } = await import("./pdfium-module.ts");
    const pdfium = await loadPdfium();
    const steady = createPdfParser(new PdfiumHost(async () => pdfium));
    await parse(fixture("three-pages.pdf"), "a.pdf", steady);
    const before = pdfium.HEAPU8.length;
    for (let run = 0; run < 200; run++) await parse(fixture("three-pages.pdf"), "a.pdf", steady);
    expect(pdfium.HEAPU8.length).toBe(before);
  });

  it("never throws for what the bytes hold", async () => {
    const originals = ["three-pages.pdf", "empty-page.pdf", "encrypted.pdf", "no-text.pdf"].map(fixture);
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    });
    const mutated = fc.record({
      original: fc.constantFrom(...originals),
      edits: fc.array(edit, { maxLength: 12 }),
      keep: fc.double({ min: 0.5, max: 1.5, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(mutated, async ({ original, edits, keep }) => {
        const bytes = original.slice(0, Math.round(original.length * Math.min(1, keep)));
        for (const { at, bytes: patch } of edits) {
          bytes.set(
            patch.subarray(0, bytes.length),
            Math.max(0, Math.floor(at * (bytes.length - patch.length))),
          );
        }
        const result = await parser.parse("a.pdf", bytes);
        if ("kind" in result) expect(result.reason).not.toBe("");
        else expectSound(result);
      }),
      { numRuns: 300 },
    );
  });
});
