import { cleanLine } from "./clean-text.ts";
import type { PdfiumModule } from "./pdfium-module.ts";
import type { Glyph, TextLine } from "./text-line.ts";

const SCRATCH_BYTES = 32;
/** PDFium puts this in place of a hyphen that divides a word at the end of a line. */
const HYPHEN_MARK = 2;
const SOFT_HYPHEN = "\u00ad";
/** A digit this much of its size above the letter before it is a footnote mark or an exponent. */
const RAISED = 0.2;
/** Units and symbols are shorter (cm², km²); on a longer word a raised digit is a footnote mark. */
const WORD_LETTERS = 3;

/** The lines of one page in the order of its content, from at most `limit` characters. */
export function readPageLines(pdfium: PdfiumModule, textPage: number, limit: number): TextLine[] {
  const scratch = pdfium.wasmExports.malloc(SCRATCH_BYTES);
  if (scratch === 0) throw new Error("out of memory");
  const glyphs = createGlyphReader(pdfium, textPage, scratch);
  const lines: TextLine[] = [];
  let open = createOpenLine();
  const close = (): void => {
    const line = toTextLine(open, glyphs);
    if (line !== null) lines.push(line);
    open = createOpenLine();
  };
  const count = Math.min(pdfium._FPDFText_CountChars(textPage), limit);
  for (let index = 0; index < count; index++) {
    const code = pdfium._FPDFText_GetUnicode(textPage, index);
    if (code === 10 || code === 13) {
      close();
    } else if (
      code === 0xfffe ||
      (code === HYPHEN_MARK && pdfium._FPDFText_IsHyphen(textPage, index) === 1)
    ) {
      append(open, "-", index);
      close();
    } else if (code !== 0 && code <= 0x10ffff) {
      if (isDigit(code) && open.letters >= WORD_LETTERS && isRaised(glyphs, index)) append(open, " ", index);
      append(open, String.fromCodePoint(code), index);
    }
  }
  close();
  pdfium.wasmExports.free(scratch);
  return lines;
}

interface OpenLine {
  text: string;
  first: number | null;
  last: number;
  /** Latin letters directly before the next character. */
  letters: number;
}

function createOpenLine(): OpenLine {
  return { text: "", first: null, last: 0, letters: 0 };
}

function append(line: OpenLine, character: string, index: number): void {
  line.text += character;
  line.letters = isLatinLetter(character.charCodeAt(0)) ? line.letters + 1 : 0;
  if (character.trim() === "") return;
  line.first ??= index;
  line.last = index;
}

function toTextLine(open: OpenLine, glyphs: GlyphReader): TextLine | null {
  if (open.first === null) return null;
  const divided = open.text.trimEnd().endsWith(SOFT_HYPHEN);
  const text = cleanLine(open.text);
  const cut = text.trimEnd();
  if (cut === "") return null;
  return {
    text: divided ? `${cut}-` : cut,
    spaced: cut.length < text.length,
    size: medianSize([open.first, (open.first + open.last) >> 1, open.last].map((index) => glyphs.at(index))),
    first: glyphs.at(open.first),
    last: glyphs.at(open.last),
  };
}

function medianSize(glyphs: readonly Glyph[]): number {
  return glyphs.map((glyph) => glyph.size).toSorted((one, other) => one - other)[glyphs.length >> 1] ?? 0;
}

interface GlyphReader {
  at(index: number): Glyph;
}

function createGlyphReader(pdfium: PdfiumModule, textPage: number, scratch: number): GlyphReader {
  const view = (): DataView => new DataView(pdfium.HEAPU8.buffer, scratch, SCRATCH_BYTES);
  return {
    at(index) {
      if (pdfium._FPDFText_GetMatrix(textPage, index, scratch) === 0) return NO_GLYPH;
      const matrix = view();
      const [a, b, c, d] = [0, 4, 8, 12].map((at) => matrix.getFloat32(at, true)) as [
        number,
        number,
        number,
        number,
      ];
      const size = pdfium._FPDFText_GetFontSize(textPage, index) * Math.hypot(c, d);
      const angle = Math.atan2(b, a);
      if (pdfium._FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8) === 0) return NO_GLYPH;
      const origin = view();
      const baseline = across(origin.getFloat64(0, true), origin.getFloat64(8, true), angle);
      if (pdfium._FPDFText_GetLooseCharBox(textPage, index, scratch) === 0) return NO_GLYPH;
      const box = view();
      const one = along(box.getFloat32(0, true), box.getFloat32(4, true), angle);
      const other = along(box.getFloat32(8, true), box.getFloat32(12, true), angle);
      const degrees = Math.round((angle * 180) / Math.PI);
      return { left: Math.min(one, other), right: Math.max(one, other), baseline, size, angle: degrees };
    },
  };
}

const NO_GLYPH: Glyph = { left: 0, right: 0, baseline: 0, size: 0, angle: 0 };

function along(x: number, y: number, angle: number): number {
  return x * Math.cos(angle) + y * Math.sin(angle);
}

function across(x: number, y: number, angle: number): number {
  return y * Math.cos(angle) - x * Math.sin(angle);
}

function isRaised(glyphs: GlyphReader, index: number): boolean {
  const letter = glyphs.at(index - 1);
  const digit = glyphs.at(index);
  return (
    letter.angle === digit.angle && digit.baseline - letter.baseline > RAISED * digit.size && digit.size > 0
  );
}

function isLatinLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
