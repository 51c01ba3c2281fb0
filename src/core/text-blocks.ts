/**
 * item: a paragraph of a list. row: of a table, or of a front matter. heading: also a callout's title and a line of
 * tags, which name and say nothing. code: a fenced block with its fences, or an indented one.
 */
export type UnitKind = "prose" | "item" | "heading" | "code" | "row";

export interface TextBlock {
  readonly kind: UnitKind;
  readonly start: number;
  readonly end: number;
  /** Each further line of it may begin with ">". */
  readonly isQuoted: boolean;
}

/**
 * The paragraphs, list items, headings, rows and code blocks of Markdown or of a plain note, by its lines alone: a
 * chunk cut from the middle of a document, or half an answer, has blocks as well. Left out is what only draws:
 * blank lines, rules, underlines of headings, and the marks that begin a line (">", "##", "-", "1.").
 */
export function findTextBlocks(text: string): TextBlock[] {
  const finder = new BlockFinder(text);
  return finder.find();
}

interface Line {
  /** Behind the marks of a quote. */
  readonly start: number;
  readonly end: number;
  /** From `start` to `end`. */
  readonly content: string;
  readonly isQuoted: boolean;
}

const QUOTE_MARKS = /^ {0,3}>(?:[ \t]{0,3}>)*[ \t]?/;
const FENCE = /^[ \t]*(`{3,}|~{3,})([^\n]*)$/;
const HEADING = /^ {0,3}#{1,6}(?=[ \t]|$)/;
const BULLET = /^[ \t]*[-*+•‣◦][ \t]+/;
const ORDINAL = /^[ \t]*(\d{1,3})[.)][ \t]+/;
const CALLOUT = /^[ \t]*\[![A-Za-z]{1,30}\]/;
const TAGS = /^[ \t]*(?:#[^\s#]+[ \t\r]*)+$/;
/** Notes kept in one file, a day a line. */
const DATED = /^[ \t]*(?:\[?\d{4}[-./]\d{1,2}[-./]\d{1,2}|\[?\d{1,2}:\d{2}\b)/;
/** A definition of a link or a footnote. */
const DEFINITION = /^[ \t]*\[\^?[^\]\s]{1,40}\]:/;

class BlockFinder {
  readonly #text: string;
  readonly #lines: readonly Line[];
  readonly #blocks: TextBlock[] = [];
  /** The paragraph that the next line may continue. */
  #open: { kind: "prose" | "item"; start: number; end: number; lines: number; isQuoted: boolean } | null =
    null;
  #isInList = false;
  #isInTable = false;

  constructor(text: string) {
    this.#text = text;
    this.#lines = toLines(text);
  }

  find(): TextBlock[] {
    let at = this.#takeFrontMatter();
    while (at < this.#lines.length) at = this.#takeFrom(at);
    this.#close();
    return this.#blocks;
  }

  /** Returns the line to go on with. */
  #takeFrom(at: number): number {
    const line = this.#lines[at];
    if (line === undefined) return at + 1;
    if (this.#open !== null && this.#open.isQuoted !== line.isQuoted) this.#close();
    if (isBlank(line.content)) {
      this.#close();
      this.#isInTable = false;
      return at + 1;
    }
    const fence = FENCE.exec(line.content);
    if (fence !== null && isFence(fence)) return this.#takeFenced(at, fence[1] ?? "");
    if (this.#isIndentedCode(line)) return this.#takeIndented(at);
    if (this.#takeRule(line) || this.#takeRow(line, this.#lines[at + 1])) return at + 1;
    this.#isInTable = false;
    if (!this.#takeHeading(line) && !this.#takeItem(line)) this.#takeParagraphLine(line);
    return at + 1;
  }

  #takeFrontMatter(): number {
    const first = this.#lines[0]?.content.trim();
    if (first !== "---" && first !== "+++") return 0;
    const last = this.#lines.findIndex((line, at) => at > 0 && line.content.trim() === first);
    const rows = this.#lines.slice(1, Math.max(1, last));
    // Without a blank line and with a key in the first row, or it is a rule and then a text.
    if (last < 2 || !/^\w[\w -]{0,60}[:=]/.test(rows[0]?.content ?? "")) return 0;
    if (rows.some((line) => isBlank(line.content))) return 0;
    for (const line of rows) this.#push("row", line, line.end);
    return last + 1;
  }

  #takeFenced(at: number, fence: string): number {
    this.#close();
    const first = this.#lines[at];
    let last = at;
    let next = at + 1;
    while (next < this.#lines.length) {
      last = next;
      const closing = FENCE.exec(this.#lines[next]?.content ?? "")?.[0].trim() ?? "";
      next++;
      if (closing.length >= fence.length && closing === fence.charAt(0).repeat(closing.length)) break;
    }
    if (first !== undefined) this.#push("code", first, this.#lines[last]?.end ?? first.end);
    return next;
  }

  #isIndentedCode(line: Line): boolean {
    return this.#open === null && !this.#isInList && /^(?: {4}| {0,3}\t)/.test(line.content);
  }

  #takeIndented(at: number): number {
    const first = this.#lines[at];
    let next = at;
    let end = first?.end ?? 0;
    for (let line = first; line !== undefined; line = this.#lines[++next]) {
      if (isBlank(line.content)) continue;
      if (!this.#isIndentedCode(line) || line.isQuoted !== first?.isQuoted) break;
      end = line.end;
    }
    if (first !== undefined) this.#push("code", first, end);
    return next;
  }

  /** A rule between two parts, or the line under a heading. */
  #takeRule(line: Line): boolean {
    const signs = line.content.replace(/[ \t\r]/g, "");
    const sign = signs.charAt(0);
    if (signs !== sign.repeat(signs.length)) return false;
    const underlines =
      (sign === "=" || sign === "-") && this.#open?.kind === "prose" && this.#open.lines === 1;
    if (underlines && this.#open !== null) {
      this.#blocks.push({ ...this.#open, kind: "heading" });
      this.#open = null;
      return true;
    }
    if (signs.length < 3 || !"-*_=".includes(sign)) return false;
    this.#close();
    this.#isInList = false;
    return true;
  }

  #takeRow(line: Line, next: Line | undefined): boolean {
    if (isDelimiterRow(line.content)) {
      this.#close();
      this.#isInTable = true;
      return true;
    }
    const isRow =
      line.content.trimStart().startsWith("|") ||
      (line.content.includes("|") &&
        (this.#isInTable || (next !== undefined && isDelimiterRow(next.content))));
    if (!isRow) return false;
    this.#close();
    this.#push("row", line, line.end);
    return true;
  }

  #takeHeading(line: Line): boolean {
    const marks = HEADING.exec(line.content)?.[0].length;
    if (marks === undefined && !CALLOUT.test(line.content) && !isTags(line.content)) return false;
    this.#close();
    this.#isInList = false;
    this.#push("heading", { ...line, start: line.start + (marks ?? 0) }, line.end);
    return true;
  }

  #takeItem(line: Line): boolean {
    const bullet = BULLET.exec(line.content);
    const ordinal = ORDINAL.exec(line.content);
    // In running prose only a 1 begins a list: "… moved to\n2026. Then …" wraps at a number.
    const isItem = bullet ?? (this.#open?.kind !== "prose" || ordinal?.[1] === "1" ? ordinal : null);
    if (isItem === null) return false;
    this.#close();
    this.#isInList = true;
    this.#openParagraph("item", { ...line, start: line.start + isItem[0].length });
    return true;
  }

  #takeParagraphLine(line: Line): void {
    if (this.#open !== null && !DATED.test(line.content) && !DEFINITION.test(line.content)) {
      this.#open.end = line.end;
      this.#open.lines++;
      return;
    }
    this.#close();
    const isIndented = /^[ \t]/.test(line.content);
    this.#isInList &&= isIndented;
    this.#openParagraph(this.#isInList ? "item" : "prose", line);
  }

  #openParagraph(kind: "prose" | "item", line: Line): void {
    this.#open = { kind, start: line.start, end: line.end, lines: 1, isQuoted: line.isQuoted };
  }

  #close(): void {
    if (this.#open !== null) this.#blocks.push(this.#open);
    this.#open = null;
  }

  #push(kind: UnitKind, line: Line, end: number): void {
    if (this.#text.slice(line.start, end).trim() === "") return;
    this.#blocks.push({ kind, start: line.start, end, isQuoted: line.isQuoted });
  }
}

/** "#deploy #운영", and nothing else. */
export function isTags(text: string): boolean {
  return TAGS.test(text);
}

function toLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const at = text.indexOf("\n", start);
    const end = at === -1 ? text.length : at;
    const whole = text.slice(start, end);
    const marks = QUOTE_MARKS.exec(whole)?.[0].length ?? 0;
    lines.push({ start: start + marks, end, content: whole.slice(marks), isQuoted: marks > 0 });
    start = end + 1;
  }
  return lines;
}

function isBlank(content: string): boolean {
  return content.trim() === "";
}

/** Three backticks in a row that close again on their line are a span of code. */
function isFence(fence: RegExpExecArray): boolean {
  return fence[1]?.startsWith("~") === true || fence[2]?.includes("`") === false;
}

function isDelimiterRow(content: string): boolean {
  return content.includes("|") && content.includes("-") && /^[-|: \t\r]+$/.test(content);
}
