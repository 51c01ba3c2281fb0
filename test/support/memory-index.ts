import type { LexicalIndex } from "../../src/ports/lexical-index.ts";
import { createMemoryLexicalIndex } from "../../src/stores/memory/memory-lexical-index.ts";
import { prepareAll } from "./prepare.ts";

/** One document a text, for tests of rooms that may not know a store. */
export async function openMemoryIndex(texts: readonly string[]): Promise<LexicalIndex> {
  return createMemoryLexicalIndex(
    await prepareAll(texts.map((text, index) => ({ path: `${index}.txt`, text }))),
  );
}
