import type { Language } from "../pair.ts";
import { type JoinLines, joinWithSpace } from "./stanza.ts";

/** In characters; the halves of longer ones are not looked up. */
const LONGEST_WORD = 40;

/**
 * Translated descriptions are wrapped by width, also in the middle of a Korean
 * word ("전" at the end of a line, "쟁" at the start of the next). The words of
 * `text` that stand within its lines say whether the two halves are one word.
 */
export function createLineJoiner(text: string, language: Language): JoinLines {
  if (language === "ja") return joinJapanese;
  const counts = countWords(text);
  const count = (word: string): number => counts.get(word) ?? 0;
  return (before, line) => {
    const last = /[\p{L}\p{N}]*\p{Script=Hangul}$/u.exec(before.slice(-LONGEST_WORD))?.[0];
    const first = /^\p{Script=Hangul}[\p{L}\p{N}]*/u.exec(line.slice(0, LONGEST_WORD))?.[0];
    if (last === undefined || first === undefined) return joinWithSpace(before, line);
    const areTwo = count(last) > 0 && count(first) > 0 && count(last + first) === 0;
    return areTwo ? joinWithSpace(before, line) : before + line;
  };
}

function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) {
    const words = line.match(/[\p{L}\p{N}]+/gu) ?? [];
    for (const word of words.slice(1, -1)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Japanese has no spaces between words; Latin ones have. */
function joinJapanese(before: string, line: string): string {
  const isLatin = /[\p{Script=Latin}\d]$/u.test(before) && /^[\p{Script=Latin}\d]/u.test(line);
  return isLatin ? joinWithSpace(before, line) : before + line;
}
