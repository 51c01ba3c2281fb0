import type { RawPair } from "../texts/raw-pair.ts";
import type { Description } from "./stanza.ts";

/** The first lines, and the paragraphs where both languages have as many. */
export function pairDescriptions(english: Description, foreign: Description): RawPair[] {
  const pairs = [{ english: english.short, foreign: foreign.short }];
  if (english.paragraphs.length !== foreign.paragraphs.length) return pairs;
  for (const [index, paragraph] of english.paragraphs.entries()) {
    pairs.push({ english: paragraph, foreign: foreign.paragraphs[index] ?? "" });
  }
  return pairs;
}
