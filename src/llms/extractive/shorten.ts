import type { QueryTerm } from "../../core/analyse.ts";
import { cutSnippet, findMatches } from "../../core/snippet.ts";
import type { Unit } from "./units.ts";

/** A sentence that is longer has lost its full stops: a log, a table of a PDF, a line of data. */
const MAX_SENTENCE_CHARACTERS = 600;
const MAX_CODE_CHARACTERS = 1200;

/** A unit too long to read, cut to the stretch that holds most of the terms, still as it stands; others as they are. */
export function shorten(unit: Unit, terms: readonly QueryTerm[]): Unit {
  const most = unit.kind === "code" ? MAX_CODE_CHARACTERS : MAX_SENTENCE_CHARACTERS;
  if (unit.text.length <= most) return unit;
  const { text } = unit;
  const stretch = cutSnippet(text, findMatches(text, terms), most).text;
  return { ...unit, text: unit.kind === "code" ? toLines(text, stretch, most) : stretch };
}

/** Whole lines, behind the line that opens the block. */
function toLines(text: string, stretch: string, most: number): string {
  const at = text.indexOf(stretch);
  const start = text.lastIndexOf("\n", at) + 1;
  const end = text.lastIndexOf("\n", start + most);
  const lines = text.slice(start, end > start ? end : start + most);
  const opening = /^(?:`{3,}|~{3,})[^\n]*\n/.exec(text)?.[0] ?? "";
  return start < opening.length ? lines : opening + lines;
}
