import { type DocumentMetadata, NO_METADATA } from "../../core/document.ts";
import { cleanLine } from "./clean-text.ts";
import type { DocumentInfo } from "./read-document.ts";
import type { TextLine } from "./text-line.ts";

export function toMetadata(
  path: string,
  info: DocumentInfo,
  firstPage: readonly TextLine[],
): DocumentMetadata {
  return {
    ...NO_METADATA,
    title: toInfoTitle(path, info.title) ?? toPrintedTitle(firstPage),
    createdAt: parsePdfDate(info.created),
    updatedAt: parsePdfDate(info.modified),
  };
}

const LONGEST_TITLE = 200;
/** What programs write when nobody gave a title. */
const PLACEHOLDERS =
  /^((un)?titled?|no title|document|book|sheet|slide|layout|(powerpoint )?presentation|template|제목 ?없음|무제|(빈 )?문서|(powerpoint )?프레젠테이션)[\s\d-]*$/i;
/** Printed large on a first page, but names of parts. */
const PART_NAMES =
  /^(\d+\.? )?(table of contents|contents|index|introduction|abstract|header|목차|차례|서론|요약)$/i;
const PRINTED_BY_PROGRAM = /^(microsoft (word|excel|powerpoint|office)|print|카카오톡) ?[-–] /i;
const FILE_NAME =
  /\.(docx?|dotx?|pdf|tex|dvi|e?ps|indd|qxd|pptx?|xlsx?|hwpx?|odt|odp|rtf|txt|html?|md|pages|key|ai|psd|tmp)$/i;

function toInfoTitle(path: string, raw: string | null): string | null {
  const title = cleanLine((raw ?? "").replace(/[\r\n]+/g, " ")).trim();
  if (!isTitle(title) || PRINTED_BY_PROGRAM.test(title)) return null;
  const isFileName = FILE_NAME.test(title) || /_|^[^\s]+[\\/][^\s]*$|^[a-z\d]+(-[a-z\d]+)+$/.test(title);
  return isFileName || title.toLowerCase() === toStem(path).toLowerCase() ? null : title;
}

/** How much larger than the page's usual type a line must be to be taken for the title. */
const TITLE_SIZE = 1.2;
const LONGEST_TITLE_LINES = 4;
/** How much of the page's text stands below a title. */
const TITLE_ABOVE_SHARE = 0.7;

/** The lines in the largest type, if it is clearly larger than the rest and most text stands below. */
function toPrintedTitle(lines: readonly TextLine[]): string | null {
  const level = lines.filter((line) => line.first.angle === 0);
  const usual = usualSize(level);
  const largest = Math.max(0, ...level.slice(0, 200).filter(hasWord).map(sizeOf));
  if (usual === 0 || largest < usual * TITLE_SIZE) return null;
  const isLarge = (line: TextLine): boolean => sizeOf(line) > largest * 0.95;
  const start = level.findIndex((line) => isLarge(line) && hasWord(line));
  const title: string[] = [];
  for (const line of level.slice(start)) {
    if (!isLarge(line)) break;
    title.push(line.text.trim());
  }
  const text = title.join(" ");
  const isPart = title.length > LONGEST_TITLE_LINES || PART_NAMES.test(text);
  return !isPart && isTitle(text) && standsOnTop(level, level[start]) ? text : null;
}

function standsOnTop(lines: readonly TextLine[], title: TextLine | undefined): boolean {
  if (title === undefined) return false;
  const below = lines.filter((line) => line.first.baseline <= title.first.baseline);
  return countCharacters(below) >= countCharacters(lines) * TITLE_ABOVE_SHARE;
}

function countCharacters(lines: readonly TextLine[]): number {
  return lines.reduce((sum, line) => sum + line.text.length, 0);
}

/** The type size that most characters have. */
function usualSize(lines: readonly TextLine[]): number {
  const characters = new Map<number, number>();
  let usual = 0;
  for (const line of lines) {
    const size = sizeOf(line);
    const count = (characters.get(size) ?? 0) + line.text.length;
    characters.set(size, count);
    if (count > (characters.get(usual) ?? 0)) usual = size;
  }
  return usual;
}

function sizeOf(line: TextLine): number {
  return Math.round(line.size * 2) / 2;
}

function hasWord(line: TextLine): boolean {
  return /\p{L}{2}/u.test(line.text);
}

/** Long enough to name something, mostly letters, no placeholder, nothing that failed to decode. */
function isTitle(text: string): boolean {
  if (text.length < 3 || text.length > LONGEST_TITLE || /[\ufffd\p{Co}]/u.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters >= 2 && letters >= text.replace(/\s/g, "").length / 2 && !PLACEHOLDERS.test(text);
}

function toStem(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/\.pdf$/i, "");
}

const PDF_DATE =
  /^\s*(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([-+])(\d\d)'?(\d\d)?'?|Z.*)?\s*$/;

/** `D:YYYYMMDDHHmmSSOHH'mm'` to milliseconds; without a zone it is taken for UTC, so that every machine agrees. */
export function parsePdfDate(text: string | null): number | null {
  const match = PDF_DATE.exec(text ?? "");
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((group) => match[group]);
  const fields = { month: number(month, 1), day: number(day, 1), hour: number(hour), minute: number(minute) };
  const local = Date.UTC(
    number(year),
    fields.month - 1,
    fields.day,
    fields.hour,
    fields.minute,
    number(second),
  );
  const zone = (number(match[8]) * 60 + number(match[9])) * (match[7] === "-" ? -1 : 1);
  const date = new Date(local);
  const isReal = date.getUTCMonth() === fields.month - 1 && date.getUTCDate() === fields.day;
  return isReal && date.getUTCFullYear() > 1900 ? local - zone * 60_000 : null;
}

function number(digits: string | undefined, fallback = 0): number {
  return digits === undefined ? fallback : Number(digits);
}
