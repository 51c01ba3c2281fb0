import { blankCodeSpans } from "../../core/code-spans.ts";
import type { Unit } from "./units.ts";

/**
 * The texts of an answer, one a unit: as it stands in its source, and the number of that source. A block of code
 * carries its number in the line above it, where no fence is broken by it: the sentence that leads to it, or its heading.
 */
export function* toTexts(units: readonly Unit[]): Generator<string> {
  let last: Unit | null = null;
  for (const unit of units) {
    const between = last === null ? "" : toBetween(last, unit);
    yield between + toLead(unit, last) + toText(unit, units);
    last = unit;
  }
}

/** Sentences that follow each other in their source do so here; everything else stands apart. */
function toBetween(last: Unit, unit: Unit): string {
  const isSameBlock = last.source === unit.source && last.block === unit.block;
  if (!isSameBlock || last.kind === "code") return "\n\n";
  if (unit.kind === "row" || unit.mark !== "") return "\n";
  // An open ` would reach over the marker to the next one.
  const isWhole = SENTENCE_END.test(last.text) && last.text.split("`").length % 2 === 1;
  return unit.position === last.position + 1 && isWhole ? " " : "\n\n";
}

const SENTENCE_END = /[.!?…。！？][)\]"'”’」』*_]{0,4}$/u;

/** What a row or a block of code cannot be read without, unless it was just said. */
function toLead(unit: Unit, last: Unit | null): string {
  if (unit.kind === "row") {
    const isSaid =
      unit.tableHead === null || unit.tableHead === unit.text || unit.tableHead === last?.tableHead;
    return isSaid ? "" : `${cite(unit.tableHead, unit.number)}\n`;
  }
  const isLed = last !== null && last.source === unit.source && last.section === unit.section;
  if (unit.kind !== "code" || (isLed && (last.kind === "prose" || last.kind === "item"))) return "";
  return `${cite(unit.heading || unit.names, unit.number)}\n\n`;
}

function toText(unit: Unit, units: readonly Unit[]): string {
  if (unit.kind === "code") return toFenced(unit);
  const isInList = units.some(
    (other) =>
      other !== unit && other.source === unit.source && other.block === unit.block && other.mark !== "",
  );
  return `${isInList ? unit.mark : ""}${cite(unit.text, unit.number)}`;
}

function cite(text: string, number: number): string {
  return `${escapeMarkers(text)} [${number}]`.trimStart();
}

/**
 * What a source says must not read as one of our own markers: "see [7]" becomes "see \[7]", which Markdown shows as
 * it was. In code nothing is a marker, and nothing is changed.
 */
function escapeMarkers(text: string): string {
  const blanked = blankCodeSpans(text);
  return text.replace(MARKER_START, (found, at: number) =>
    blanked.charAt(at) === "[" && blanked.charAt(at - 1) !== "\\" ? `\\${found}` : found,
  );
}

const MARKER_START = /\[(?=\s{0,3}\d)/g;

/** A block cut from the middle of one has lost a fence; a passage of a program never had one. */
function toFenced(unit: Unit): string {
  const { text } = unit;
  const opening = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  if (!unit.isBareCode && opening !== undefined) {
    const lines = text.split("\n").map((line) => withoutIndent(line, unit.indent));
    const isClosed = lines.length > 1 && lines.at(-1)?.trimEnd() === opening;
    return [...lines, ...(isClosed ? [] : [opening])].join("\n");
  }
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Within a list a block is indented as its item is. */
function withoutIndent(line: string, width: number): string {
  let at = 0;
  while (at < width && (line.charAt(at) === " " || line.charAt(at) === "\t")) at++;
  return line.slice(at);
}
