import type { QueryTerm } from "../../core/analyse.ts";
import { cutSnippet, findMatches } from "../../core/snippet.ts";
import type { Unit } from "./units.ts";

/** A sentence that is longer has lost its full stops: a log, a table of a PDF, a line of data. */
const MAX_SENTENCE_CHARACTERS = 600;
const MAX_CODE_CHARACTERS = 1200;
/** What its first line may add to it, and the last ones of the block, rather than to leave them out. */
const LINE_CHARACTERS = 160;
/** In a line of its own where lines are left out: half a block must not look like a whole one. */
const LEFT_OUT = "…";

/** A unit too long to read, cut to the stretch that holds most of the terms, still as it stands; others as they are. */
export function shorten(unit: Unit, terms: readonly QueryTerm[]): Unit {
  const most = unit.kind === "code" ? MAX_CODE_CHARACTERS : MAX_SENTENCE_CHARACTERS;
  if (unit.text.length <= most) return unit;
  const { text } = unit;
  const stretch = cutSnippet(text, findMatches(text, terms), most).text;
  return { ...unit, text: unit.kind === "code" ? toLines(text, stretch, most) : stretch };
}

/** The whole lines of the stretch, behind the line that opens the block. Of a line without an end, as much as fits. */
function toLines(text: string, stretch: string, most: number): string {
  const at = text.indexOf(stretch);
  const start = text.lastIndexOf("\n", at) + 1;
  const lineEnd = text.indexOf("\n", at + stretch.length);
  const whole = lineEnd === -1 || text.length - lineEnd <= LINE_CHARACTERS ? text.length : lineEnd;
  const fits = whole - start <= most + 2 * LINE_CHARACTERS;
  const end = fits ? whole : Math.max(text.lastIndexOf("\n", start + most), start);
  const stop = end > start ? end : start + most;
  const opening = /^(?:`{3,}|~{3,})[^\n]*\n/.exec(text)?.[0] ?? "";
  const before = start === 0 || start < opening.length ? "" : `${opening}${LEFT_OUT}\n`;
  return `${before}${text.slice(start, stop)}${stop < text.length ? `\n${LEFT_OUT}` : ""}`;
}
