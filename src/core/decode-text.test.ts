import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

describe("decodeText()", () => {
  it("reads UTF-8, drops the byte order mark and makes every line break a line feed", () => {
    expect(decodeText(Buffer.from("\uFEFFa\r\nb\rc\n한글 🍢"))).toEqual({ text: "a\nb\nc\n한글 🍢" });
  });

  it("reads UTF-16 in both byte orders by its mark", () => {
    const little = Buffer.from("\uFEFF안녕\r\n", "utf16le");
    expect(decodeText(little)).toEqual({ text: "안녕\n" });
    expect(decodeText(Buffer.from(little).swap16())).toEqual({ text: "안녕\n" });
  });

  it("reads Korean in CP949, rare syllables too", () => {
    // "한글 똠방각하"
    const text = bytes(0xc7, 0xd1, 0xb1, 0xdb, 0x20, 0x8c, 0x63, 0xb9, 0xe6, 0xb0, 0xa2, 0xc7, 0xcf);
    expect(decodeText(text)).toEqual({ text: "한글 똠방각하" });
  });

  it("reads Western text as windows-1252 even where two of its letters make a syllable in CP949", () => {
    expect(decodeText(Buffer.from("Äpfel für 5 €".replace("€", "\x80"), "latin1"))).toEqual({
      text: "Äpfel für 5 €",
    });
    expect(decodeText(Buffer.from("Äpfel", "latin1"))).toEqual({ text: "Äpfel" });
  });

  it("skips what is no text", () => {
    const binary = { kind: "skipped", reason: "binary file" };
    expect(decodeText(bytes(0x7f, 0x45, 0x4c, 0x46, 0, 1))).toEqual(binary);
    expect(decodeText(Buffer.from("\x01\x02\x03\x04\x05 few letters"))).toEqual(binary);
    expect(decodeText(bytes(0xff, 0xfe, 0x00, 0x00, 0x41, 0x00, 0x00, 0x00))).toEqual(binary);
    expect(decodeText(bytes(0x61, 0x81, 0x20, 0x8d))).toEqual({
      kind: "skipped",
      reason: "unknown text encoding",
    });
    expect(decodeText(bytes(0xff, 0xfe, 0x00, 0xd8))).toMatchObject({ kind: "skipped" });
  });

  it("keeps a stray control character: terminal colours, form feeds", () => {
    expect(decodeText(Buffer.from("\x0cint main(void);\n\x1b[31mred\x1b[0m\n"))).toHaveProperty("text");
    expect(decodeText(Buffer.from(""))).toEqual({ text: "" });
  });
});
