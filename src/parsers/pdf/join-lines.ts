import type { Paragraph, ParagraphLine } from "./paragraphs.ts";

/** What a whole document shows about how its lines break. */
export interface BreakHabits {
  /** Lower-case words, with inner hyphens; empty when no line ends with a hyphen. */
  readonly words: ReadonlySet<string>;
  /**
   * Korean typesetting may break a line inside any word. Most producers write the space
   * of a break between words at the line's end, and then a full line without one divides
   * a word. Some drop all those spaces, others break between words only: neither shows
   * the mixture that proves it.
   */
  readonly dividesHangul: boolean;
}

const MINIMUM_BREAKS = 2;
/** A Korean word has about three syllables, so about a third of free breaks fall between words. */
const SPACED_SHARE = { minimum: 0.2, maximum: 0.7 };
/** In type sizes; in a narrower table cell lines are often separate entries. */
const MINIMUM_LINE_WIDTH = 8;
// Bounds the work on a hostile page of a million lines that all end with a hyphen.
const LONGEST_MENDED_LINE = 2000;
const LONGEST_STEM = 100;

const HANGUL_START = /^[가-힣]/;
const WORD_END = /[\p{L}\p{N}”’)」』%]$/u;

export function toBreakHabits(paragraphs: Iterable<Paragraph>): BreakHabits {
  const words = new Set<string>();
  let hyphens = false;
  let spaced = 0;
  let unspaced = 0;
  const all = [...paragraphs];
  for (const paragraph of all) {
    for (const [position, line] of paragraph.entries()) {
      hyphens ||= line.text.endsWith("-");
      const next = paragraph[position + 1];
      if (next === undefined || !mayDivideHangul(line, next)) continue;
      if (line.spaced) spaced++;
      else unspaced++;
    }
  }
  if (hyphens) for (const line of all.flat()) for (const word of toWords(line.text)) words.add(word);
  const share = spaced / (spaced + unspaced);
  const isMixed = share >= SPACED_SHARE.minimum && share <= SPACED_SHARE.maximum;
  return { words, dividesHangul: isMixed && Math.min(spaced, unspaced) >= MINIMUM_BREAKS };
}

/** The paragraph's text. A word divided between two lines stands whole at the end of the first. */
export function joinLines(paragraph: Paragraph, habits: BreakHabits): string {
  const lines: string[] = [];
  let before: ParagraphLine | null = null;
  for (const line of paragraph) {
    const above = lines.at(-1);
    const mended = before === null || above === undefined ? null : mendBreak(above, before, line, habits);
    if (mended === null) {
      lines.push(line.text);
    } else {
      const [head, rest] = splitFirstWord(line.text.trimStart());
      lines[lines.length - 1] = mended + head;
      if (rest !== "") lines.push(rest);
    }
    before = line;
  }
  // A line may begin with the mark that belongs on the letter before it.
  return lines.join("\n").normalize("NFC");
}

/** What the line above becomes so that the next word can follow at once; null when the break stays. */
function mendBreak(
  above: string,
  before: ParagraphLine,
  line: ParagraphLine,
  habits: BreakHabits,
): string | null {
  if (above.length > LONGEST_MENDED_LINE) return null;
  const divided = above.endsWith("-") ? /(-?)([\p{L}\p{N}]+)-$/u.exec(above.slice(-LONGEST_STEM)) : null;
  const follows = /^ *(\p{L}+|\p{N}+)/u.exec(line.text);
  if (divided !== null && follows !== null) {
    const [, compound, stem = ""] = divided;
    const [, word = ""] = follows;
    const keeps = compound === "-" || !isHyphenated(stem, word) || isCompound(stem, word, habits.words);
    return keeps ? above : above.slice(0, -1);
  }
  if (habits.dividesHangul && !before.spaced && mayDivideHangul(before, line)) return above;
  return null;
}

function mayDivideHangul(line: ParagraphLine, next: ParagraphLine): boolean {
  const width = line.last.right - line.first.left;
  return (
    line.full &&
    width >= MINIMUM_LINE_WIDTH * line.size &&
    HANGUL_START.test(next.text) &&
    WORD_END.test(line.text)
  );
}

/** Whether a hyphen between the two can be one of a divided word: small letters go on, or capitals in capitals. */
function isHyphenated(stem: string, word: string): boolean {
  if (!/^\p{L}+$/u.test(stem)) return false;
  return /^\p{Ll}/u.test(word) || (/^\p{Lu}{2,}$/u.test(stem) && /^\p{Lu}{2,}$/u.test(word));
}

function isCompound(stem: string, word: string, words: ReadonlySet<string>): boolean {
  const [left, right] = [stem.toLowerCase(), word.toLowerCase()];
  return !words.has(left + right) && words.has(`${left}-${right}`);
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];
}

function splitFirstWord(text: string): [string, string] {
  const space = text.indexOf(" ");
  return space === -1 ? [text, ""] : [text.slice(0, space), text.slice(space + 1).trimStart()];
}
