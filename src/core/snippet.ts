import { stemmer } from "stemmer";
import { findIdentifierParts, findWordsBeginning, normalise, type QueryTerm } from "./analyse.ts";

export interface Match {
  readonly start: number;
  readonly end: number;
  /** The query term that matched, for `--explain`. */
  readonly term: string;
}

export interface Snippet {
  /** A stretch of the text as it stands. */
  readonly text: string;
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

/** Every place where a term occurs, by the same stems and character pairs that the index uses. */
export function findMatches(text: string, terms: readonly QueryTerm[]): Match[] {
  const matches: Match[] = [];
  const stems = new Map<string, string>();
  for (const term of terms) {
    if (term.kind === "word" || term.kind === "part") stems.set(toStem(term.text), term.text);
    else addOccurrences(matches, text, term.text);
  }
  if (stems.size > 0) addWordMatches(matches, text, stems);
  return matches.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The stretch of at most `maxCharacters` that shows most of the distinct terms, earliest first. */
export function cutSnippet(text: string, matches: readonly Match[], maxCharacters: number): Snippet {
  const best = bestWindow(matches, maxCharacters);
  // Some of the room goes in front of the first match, so that it can be read in its sentence.
  const lead =
    best === null ? 0 : Math.max(0, Math.min(best.start, (maxCharacters - (best.end - best.start)) >> 1));
  const wanted = best === null ? 0 : best.start - lead;
  const start = toBoundary(
    text,
    Math.max(0, Math.min(wanted, text.length - maxCharacters)),
    best?.start ?? 0,
  );
  let end = Math.min(text.length, start + maxCharacters);
  while (end > start && end < text.length && isInsideCharacter(text, end)) end--;
  const space = end < text.length ? text.lastIndexOf(" ", end) : -1;
  if (space > start + maxCharacters * 0.8 && space >= (best?.end ?? 0)) end = space;
  const trimmed = trim(text, start, end);
  return {
    text: text.slice(trimmed.start, trimmed.end),
    marks: marksWithin(matches, trimmed.start, trimmed.end),
  };
}

function bestWindow(matches: readonly Match[], maxCharacters: number): { start: number; end: number } | null {
  let best: { start: number; end: number } | null = null;
  let bestCount = 0;
  const inside = new Map<string, number>();
  let left = 0;
  for (const match of matches) {
    inside.set(match.term, (inside.get(match.term) ?? 0) + 1);
    for (
      let first = matches[left];
      first !== undefined && match.end - first.start > maxCharacters;
      first = matches[left]
    ) {
      const count = (inside.get(first.term) ?? 1) - 1;
      if (count === 0) inside.delete(first.term);
      else inside.set(first.term, count);
      left++;
    }
    const first = matches[left];
    if (inside.size > bestCount && first !== undefined) {
      bestCount = inside.size;
      best = { start: first.start, end: match.end };
    }
  }
  return best;
}

/** Moves a cut right to the next word start, if one is near and before the match; never into a character. */
function toBoundary(text: string, at: number, before: number): number {
  if (at === 0) return 0;
  const limit = Math.min(before, at + 24);
  for (let position = at; position <= limit; position++) {
    if (/\s/.test(text.charAt(position - 1))) return position;
  }
  let position = at;
  while (position > 0 && isInsideCharacter(text, position)) position--;
  return position;
}

/** Between surrogate halves, before what joins the character before it, inside a flag. */
function isInsideCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x300) return false;
  if (isLowSurrogate(code)) return true;
  if (text.charCodeAt(at - 1) === ZERO_WIDTH_JOINER || JOINS_BEFORE.test(text.slice(at, at + 2))) return true;
  return isRegionalIndicator(text, at) && countRegionalIndicatorsBefore(text, at) % 2 === 1;
}

// Intl.Segmenter knows all of this, but takes 20 ms to load: a third of a whole search.
const ZERO_WIDTH_JOINER = 0x200d;
const JOINS_BEFORE = /^(?:[\p{M}\p{Emoji_Modifier}\u1160-\u11ff\u{e0020}-\u{e007f}]|\u200d)/u;

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function isRegionalIndicator(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0;
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

function countRegionalIndicatorsBefore(text: string, at: number): number {
  let count = 0;
  while (at - 2 * (count + 1) >= 0 && isRegionalIndicator(text, at - 2 * (count + 1))) count++;
  return count;
}

function trim(text: string, start: number, end: number): { start: number; end: number } {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

function marksWithin(
  matches: readonly Match[],
  start: number,
  end: number,
): { start: number; end: number }[] {
  const marks: { start: number; end: number }[] = [];
  for (const match of matches) {
    if (match.start < start || match.end > end) continue;
    const last = marks.at(-1);
    // Overlapping pairs of one Korean word become one mark.
    if (last !== undefined && match.start - start <= last.end)
      last.end = Math.max(last.end, match.end - start);
    else marks.push({ start: match.start - start, end: match.end - start });
  }
  return marks;
}

function addOccurrences(matches: Match[], text: string, term: string): void {
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    matches.push({ start: at, end: at + term.length, term });
  }
  if (!CONJOINING_JAMO.test(text)) return;
  const decomposed = term.normalize("NFD");
  for (let at = text.indexOf(decomposed); at !== -1; at = text.indexOf(decomposed, at + 1)) {
    const end = at + decomposed.length;
    if (!isInsideCharacter(text, end)) matches.push({ start: at, end, term });
  }
}

const CONJOINING_JAMO = /[\u1100-\u11ff]/;

function addWordMatches(matches: Match[], text: string, stems: ReadonlyMap<string, string>): void {
  // Stemming each word of a page costs a hundred times as much as telling that it cannot match.
  const prefixes = [...new Set(Array.from(stems.keys(), toPrefix))];
  for (const piece of [...findWordsBeginning(text, prefixes), ...findIdentifierParts(text)]) {
    const plain = toPlain(piece.text);
    if (!prefixes.some((prefix) => plain.startsWith(prefix))) continue;
    const term = stems.get(stemPlain(plain));
    if (term !== undefined) matches.push({ start: piece.start, end: piece.start + piece.text.length, term });
  }
}

/** Porter changes no more than the last two letters of what it leaves: "happi" from "happy", "usabl" from "usability". */
function toPrefix(stem: string): string {
  return stem.slice(0, Math.max(1, stem.length - 2));
}

/** The stem FTS5's porter would index: lower case, Latin letters without diacritics. */
export function toStem(word: string): string {
  return stemPlain(toPlain(word));
}

function toPlain(word: string): string {
  if (!NOT_ASCII.test(word)) return word.toLowerCase();
  const lower = normalise(word).toLowerCase().normalize("NFD");
  return lower.replace(/([a-z])[\u0300-\u036f]+/g, "$1").normalize("NFC");
}

const NOT_ASCII = /[\u0080-\uffff]/;

function stemPlain(plain: string): string {
  if (!/[a-z]$/.test(plain)) return plain;
  if (!NOT_ASCII.test(plain)) return stemmer(plain);
  // FTS5 counts letters in bytes: two for each one beyond ASCII.
  return stemmer(plain.replace(/[^a-z0-9]/g, "$&$&")).replace(/([^a-z0-9])\1/g, "$1");
}
