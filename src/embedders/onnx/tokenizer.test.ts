import { readFileSync } from "node:fs";
import { Tokenizer as FullTokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModelFolder } from "../model-files.ts";
import { EMBEDDED_MODEL_ID, findModel, type PlainModel } from "../registry.ts";
import { createPlainWordPiece, type TokenizerFile } from "./plain-word-piece.ts";
import { openTokenizer } from "./tokenizer.ts";

const folder = findModelFolder(findModel(EMBEDDED_MODEL_ID) as PlainModel, "/nowhere")?.folder ?? "";
const read = (name: string) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
const file: TokenizerFile = read("tokenizer.json");
const full = new FullTokenizer(file, read("tokenizer_config.json"));
const encodeFull = (text: string): number[] => full.encode(text, { add_special_tokens: false }).ids;
const plain = createPlainWordPiece(file);

const ascii = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const words = fc
  .array(
    fc.constantFrom(
      "install",
      "Git",
      "parseHttpHeader",
      "constructor",
      "__proto__",
      "x9",
      "'s",
      "\n",
      "[UNK",
      "é",
    ),
  )
  .map((parts) => parts.join(" "));

describe("createPlainWordPiece()", () => {
  it("gives what the full tokenizer gives, for every plain text", () => {
    fc.assert(
      fc.property(fc.oneof(ascii, words), (text) => {
        expect(plain?.(text) ?? encodeFull(text)).toEqual(encodeFull(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    "How do I set up version control? It's easy: `git init`!",
    "a".repeat(100),
    "a".repeat(101),
    "tab\tand\r\nline",
    "",
    "toString hasOwnProperty valueOf",
  ])("gives what the full tokenizer gives for %j", (text) => {
    expect(plain?.(text)).toEqual(encodeFull(text));
  });

  it("leaves to the full tokenizer what is not plain, and special tokens", () => {
    for (const text of ["naïve", "배포", "“quoted”", "\u0000", "a [SEP] b", "x\u007f"])
      expect(plain?.(text)).toBeNull();
  });

  it("leaves other tokenizers alone", () => {
    expect(createPlainWordPiece({ ...file, model: { type: "Unigram" } })).toBeNull();
    expect(createPlainWordPiece({ ...file, normalizer: null })).toBeNull();
  });
});

describe("openTokenizer()", () => {
  it("encodes every text as the full tokenizer does, and knows what stands around it", async () => {
    const tokenizer = await openTokenizer(folder);
    expect(tokenizer).toMatchObject({ opening: [101], closing: [102] });
    for (const text of ["plain words", "naïve café", "배포 롤백", "a [SEP] b"]) {
      expect(await tokenizer.encode(text)).toEqual(encodeFull(text));
    }
  });

  it("tells a folder without a tokenizer", async () => {
    await expect(openTokenizer("/nowhere")).rejects.toMatchObject({ code: "model-missing" });
  });
});
