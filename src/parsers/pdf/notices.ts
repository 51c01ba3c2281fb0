import type { ReadDocument } from "./read-document.ts";

/** Above this share of private-use characters the fonts do not tell what their glyphs mean. */
const UNMAPPED_SHARE = 0.2;
const NAMED_RANGES = 8;

/** What the reader of the report should know about a document that was read. */
export function toNotices(read: ReadDocument, text: string): string[] {
  const numbered = read.pages.map((lines, index) => ({ lines, page: index + 1 }));
  const empty = numbered.filter(({ lines }) => lines?.length === 0).map(({ page }) => page);
  const broken = numbered.filter(({ lines }) => lines === null).map(({ page }) => page);
  const notices: string[] = [];
  if (empty.length > 0)
    notices.push(`no text on ${namePages(empty)} of ${read.pageCount} (blank or scanned)`);
  if (broken.length > 0) notices.push(`cannot read ${namePages(broken)} of ${read.pageCount} (damaged)`);
  if (!read.complete)
    notices.push(`too long: read up to page ${read.pages.length} of ${read.pageCount}, not the rest`);
  if (isUnmapped(text)) notices.push("much of the text is unreadable: the PDF's fonts have no Unicode map");
  return notices;
}

function isUnmapped(text: string): boolean {
  const unmapped = text.match(/[\p{Co}\ufffd]/gu)?.length ?? 0;
  return unmapped > text.length * UNMAPPED_SHARE;
}

/** "page 4", "pages 2, 5-7", "pages 1, 3 and 40 more". */
export function namePages(pages: readonly number[]): string {
  if (pages.length === 1) return `page ${pages[0]}`;
  const ranges: { from: number; to: number }[] = [];
  for (const page of pages) {
    const open = ranges.at(-1);
    if (open !== undefined && open.to === page - 1) open.to = page;
    else ranges.push({ from: page, to: page });
  }
  const named = ranges.slice(0, NAMED_RANGES);
  const names = named.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(", ");
  const rest = ranges.slice(NAMED_RANGES).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `pages ${names}${rest > 0 ? ` and ${rest} more` : ""}`;
}
