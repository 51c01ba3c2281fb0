import { KNOWN_WORDS } from "./known-words.ts";
import type { Pronunciations } from "./pronunciations.ts";

/** Words of grammar, which Korean does not borrow. */
const GRAMMAR = new Set(
  (
    "the and for are was were been being has had have does did done doing not but with from that this these those " +
    "they them their there then than you your yours our ours his her hers him she its who whom whose which what when " +
    "where why how will would shall should can could may might must about into onto upon over under between among " +
    "because while until though although however therefore also only very too such each every some any all both " +
    "either neither nor yet still already just more most much many few less least other another same own here"
  ).split(" "),
);

export interface WordChoice {
  /** At most so many words. */
  readonly limit: number;
  /** A word that no dictionary has must be met so often: most are slips and parts of names. */
  readonly unknownAtLeast: number;
}

/** The commonest words of English texts that Korean may borrow, the commonest first, then those known by heart. */
export function chooseSoundWords(
  texts: Iterable<string>,
  pronunciations: Pronunciations,
  { limit, unknownAtLeast }: WordChoice,
): string[] {
  const counts = countWords(texts);
  const isListed = (word: string): boolean => Object.hasOwn(pronunciations, word);
  const chosen = [...counts]
    .filter(([word, count]) => isListed(word) || count >= unknownAtLeast)
    .filter(([word]) => !GRAMMAR.has(word) && !isInflected(word, counts))
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => word);
  return [...new Set([...chosen, ...KNOWN_WORDS.keys()])];
}

function countWords(texts: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}_%$\\])[A-Za-z]{3,}(?![\p{L}\p{N}_])/gu)) {
      const small = word.toLowerCase();
      counts.set(small, (counts.get(small) ?? 0) + 1);
    }
  }
  return counts;
}

/** Korean borrows "file", neither "files" nor "filed". */
function isInflected(word: string, counts: ReadonlyMap<string, number>): boolean {
  const stems = [
    word.replace(/s$/, ""),
    word.replace(/es$/, ""),
    word.replace(/ies$/, "y"),
    word.replace(/e?d$/, ""),
    word.replace(/d$/, ""),
    word.replace(/ied$/, "y"),
    word.replace(/([b-z])\1ed$/, "$1"),
  ];
  return !word.endsWith("ss") && stems.some((stem) => stem !== word && stem.length > 2 && counts.has(stem));
}
