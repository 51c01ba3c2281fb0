import { stemmer } from "stemmer";
import type { QueryTerm } from "./analyse.ts";

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

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Every place where a term occurs, by the same stems and character pairs that the index uses. */
export function findMatches(text: string, terms: readonly QueryTerm[]): Match[] {
  const matches: Match[] = [];
  const stems = new Map<string, string>();
  for (const term of terms) {
    if (term.kind === "word" || term.kind === "part") stems.set(toStem(term.text), term.text);
    else matches.push(...occurrences(text, term.text));
  }
  if (stems.size > 0) matches.push(...wordMatches(text, stems));
  return matches.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The stretch of at most `maxCharacters` that shows most of the distinct terms, earliest first. */
export function cutSnippet(text: string, matches: readonly Match[], maxCharacters: number): Snippet {
  const best = bestWindow(matches, maxCharacters);
  // Some of the room goes in front of the first match, so that it can be read in its sentence.
  const lead = best === null ? 0 : Math.max(0, Math.min(best.start, (maxCharacters - (best.end - best.start)) >> 1));
  const wanted = best === null ? 0 : best.start - lead;
  const start = toBoundary(text, Math.max(0, Math.min(wanted, text.length - maxCharacters)), best?.start ?? 0);
  let end = Math.min(text.length, start + maxCharacters);
  while (end > start && end < text.length && isInsideCharacter(text, end)) end--;
  const space = end < text.length ? text.lastIndexOf(" ", end) : -1;
  if (space > start + maxCharacters * 0.8 && space >= (best?.end ?? 0)) end = space;
  const trimmed = trim(text, start, end);
  return { text: text.slice(trimmed.start, trimmed.end), marks: marksWithin(matches, trimmed.start, trimmed.end) };
}

function bestWindow(matches: readonly Match[], maxCharacters: number): { start: number; end: number } | null {
  let best: { start: number; end: number } | null = null;
  let bestCount = 0;
  const inside = new Map<string, number>();
  let left = 0;
  for (const match of matches) {
    inside.set(match.term, (inside.get(match.term) ?? 0) + 1);
    for (let first = matches[left]; first !== undefined && match.end - first.start > maxCharacters; first = matches[left]) {
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

/** Between surrogate halves, before a combining mark, joiner, variation selector, or a conjoining vowel. */
function isInsideCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 0xdc00 && code <= 0xdfff) return true;
  if (text.charCodeAt(at - 1) === 0x200d) return true;
  return /^[\p{M}\u200d\ufe0f\u1160-\u11ff]/u.test(text.slice(at, at + 2));
}

function trim(text: string, start: number, end: number): { start: number; end: number } {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from++;
  while (to > from && /\s/.test(text.charAt(to - 1))) to--;
  return { start: from, end: to };
}

function marksWithin(matches: readonly Match[], start: number, end: number): { start: number; end: number }[] {
  const marks: { start: number; end: number }[] = [];
  for (const match of matches) {
    if (match.start < start || match.end > end) continue;
    const last = marks.at(-1);
    // Overlapping pairs of one Korean word become one mark.
    if (last !== undefined && match.start - start <= last.end) last.end = Math.max(last.end, match.end - start);
    else marks.push({ start: match.start - start, end: match.end - start });
  }
  return marks;
}

function occurrences(text: string, term: string): Match[] {
  const found: Match[] = [];
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    found.push({ start: at, end: at + term.length, term });
  }
  return found;
}

function wordMatches(text: string, stems: ReadonlyMap<string, string>): Match[] {
  const found: Match[] = [];
  for (const match of text.matchAll(WORD)) {
    for (const piece of toPieces(match[0])) {
      const term = stems.get(toStem(piece.text));
      const start = match.index + piece.start;
      if (term !== undefined) found.push({ start, end: start + piece.text.length, term });
    }
  }
  return found;
}

/** A word as the index sees it: whole without its glued CJK, and its camel-case parts. */
function toPieces(word: string): { text: string; start: number }[] {
  const pieces: { text: string; start: number }[] = [];
  for (const latin of word.matchAll(/[^\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu)) {
    pieces.push({ text: latin[0], start: latin.index });
    if (!/[a-z0-9][A-Z]|[A-Z]{2}[a-z]/.test(latin[0])) continue;
    for (const part of latin[0].matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g)) {
      pieces.push({ text: part[0], start: latin.index + part.index });
    }
  }
  return pieces;
}

/** The stem FTS5's porter would index: lower case, without diacritics. */
export function toStem(word: string): string {
  const plain = word.toLowerCase();
  if (/^[a-z0-9]+$/.test(plain)) return stemmer(plain);
  return plain.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
}
