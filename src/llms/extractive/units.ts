import { type Sentence, splitSentences } from "../../core/sentences.ts";
import type { PromptSource } from "../../ports/language-model.ts";
import { looksLikeCode, splitCode } from "./plain-code.ts";

/** What an answer is made of: a sentence, a list item, a table row, a block of code, as it stands in its source. */
export interface Unit {
  /** Place of its source in the request, from 0; the source's number is what is cited. */
  readonly source: number;
  readonly number: number;
  /** Place among the units of its source. */
  readonly position: number;
  readonly text: string;
  /** Blanks before it in its line. */
  readonly indent: number;
  readonly kind: "prose" | "item" | "code" | "row";
  /** The nearest heading above it, in the text or of the source. */
  readonly heading: string;
  /** Title and the headings further up. */
  readonly names: string;
  /** Counts the headings of the source: units of one section share it. */
  readonly section: number;
  /** Place among the units of its section. */
  readonly inSection: number;
  /** Counts paragraphs, lists, tables: units of one share it. */
  readonly block: number;
  /** The mark in front of it, where it opens a list item: "- ", "2. ". */
  readonly mark: string;
  /** The first row of its table; null outside of tables, and where it was cut off. */
  readonly tableHead: string | null;
  /** Code that stands in its source without a fence. */
  readonly isBareCode: boolean;
}

export function toUnits(sources: readonly PromptSource[]): Unit[] {
  return sources.flatMap((source, at) => toUnitsOf(source, at));
}

function toUnitsOf(source: PromptSource, at: number): Unit[] {
  const isCode = looksLikeCode(source.text);
  const parts: readonly Sentence[] = isCode
    ? splitCode(source.text).map((part) => ({ ...part, kind: "code" as const }))
    : splitSentences(source.text);
  const walk = new SectionWalk(source, at, isCode);
  for (const [index, part] of parts.entries()) walk.take(part, parts[index + 1]);
  return walk.units;
}

/** Goes through a source's parts in order and knows under which heading it stands. */
class SectionWalk {
  readonly units: Unit[] = [];
  readonly #source: PromptSource;
  readonly #at: number;
  readonly #isCode: boolean;
  #heading: string;
  /** Title of the callout above, which names what follows but ends no section. */
  #callout = "";
  #section = 0;
  #inSection = 0;
  #block = 0;
  #end = 0;
  #tableHead: string | null = null;

  constructor(source: PromptSource, at: number, isCode: boolean) {
    this.#source = source;
    this.#at = at;
    this.#isCode = isCode;
    this.#heading = source.headingPath.at(-1) ?? "";
  }

  take(part: Sentence, next: Sentence | undefined): void {
    const between = this.#source.text.slice(this.#end, part.start);
    if (this.#isNewBlock(part, between)) this.#block++;
    this.#end = part.start + part.text.length;
    if (isTagLine(part.text) || isLinks(part.text)) return;
    if (CALLOUT.test(part.text)) this.#callout = part.text.replace(CALLOUT, "");
    else if (part.kind === "heading" || this.#namesWhatFollows(part, between, next)) this.#enter(part.text);
    else this.#push({ ...part, kind: part.kind }, between, this.#toTableHead(part, between, next));
  }

  #enter(heading: string): void {
    this.#callout = "";
    this.#heading = heading;
    this.#section++;
    this.#inSection = 0;
    this.#block++;
  }

  #push(part: Sentence & { kind: Unit["kind"] }, between: string, tableHead: string | null): void {
    const { title, headingPath } = this.#source;
    this.units.push({
      source: this.#at,
      number: this.#source.number,
      position: this.units.length,
      text: part.text,
      indent: /[ \t]{0,40}$/.exec(between)?.[0].length ?? 0,
      kind: part.kind,
      heading: `${this.#heading} ${this.#callout}`.trim(),
      names: [title, ...headingPath].filter((name) => name !== this.#heading).join(" "),
      section: this.#section,
      inSection: this.#inSection,
      block: this.#block,
      mark: part.kind === "item" ? (LIST_MARK.exec(between)?.[0] ?? "") : "",
      tableHead,
      isBareCode: this.#isCode,
    });
    this.#inSection++;
  }

  #isNewBlock(part: Sentence, between: string): boolean {
    const last = this.units.at(-1);
    if (last === undefined || last.kind !== part.kind || part.kind === "code") return true;
    // A list goes on over blank lines: its sentences are all items.
    if (part.kind !== "prose") return false;
    // Wrapped prose breaks its lines anywhere; a line that had no full stop, or one with a date in front, stands for itself.
    const isOwnLine = between.includes("\n") && (!SENTENCE_END.test(last.text) || DATED.test(part.text));
    return isOwnLine || /\n[ \t>]*\n/.test(between);
  }

  /** Plain notes and PDFs have headings without marks: a short line without a full stop, before a list or a paragraph. */
  #namesWhatFollows(part: Sentence, between: string, next: Sentence | undefined): boolean {
    if (part.kind !== "prose" || next === undefined) return false;
    if (part.text === this.#source.title) return true;
    if (part.text.length > LONGEST_PLAIN_HEADING) return false;
    if (/[.!?。…:,;]$|\n/u.test(part.text) || /`|\d{4}-\d\d/.test(part.text)) return false;
    const after = this.#source.text.slice(part.start + part.text.length, next.start);
    const standsAlone = part.start === 0 || /\n[ \t>]*$/.test(between);
    return standsAlone && (/\n[ \t>]*\n/.test(after) || next.kind === "item" || next.kind === "heading");
  }

  #toTableHead(part: Sentence, between: string, next: Sentence | undefined): string | null {
    if (part.kind !== "row" || !part.text.includes("|")) {
      this.#tableHead = null;
      return null;
    }
    const delimiter = next === undefined ? "" : this.#source.text.slice(this.#end, next.start);
    if (/-{2}/.test(delimiter)) {
      this.#tableHead = part.text;
    } else if (/\n[ \t]*\n/.test(between)) {
      this.#tableHead = null;
    }
    return this.#tableHead;
  }
}

const LONGEST_PLAIN_HEADING = 48;
const SENTENCE_END = /[.!?…。！？:：]["'”’)\]]{0,3}$/u;
const DATED = /^\[?(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}:\d{2})/;
const CALLOUT = /^\[!\w{1,30}\][-+]?\s?/;
const LIST_MARK = /(?:[-*+•‣◦]|\d{1,3}[.)])[ \t]+$/;

/** A row of links says where to read and nothing itself. */
function isLinks(text: string): boolean {
  return /^(?:\[\[[^[\]\n]{1,200}\]\][\s,·|]{0,4}){1,60}$/u.test(text);
}

function isTagLine(text: string): boolean {
  return /^(?:#[^\s#]{1,60}\s{0,3}){1,30}$/u.test(text);
}
