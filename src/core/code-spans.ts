export interface CodeSpan {
  readonly start: number;
  /** Just behind its closing backticks. */
  readonly end: number;
  /** Between the backticks. */
  readonly code: string;
}

/** The spans of `code` in a text. A run of backticks that no equal run closes is plain text. */
export function findCodeSpans(text: string): CodeSpan[] {
  const runs = Array.from(text.matchAll(/`+/g), (match) => ({ start: match.index, length: match[0].length }));
  const spans: CodeSpan[] = [];
  // Lengths that nothing closes any more: looked for once, or a row of them would take a square of time.
  const unclosed = new Set<number>();
  for (let at = 0; at < runs.length; at++) {
    const opening = runs[at];
    if (opening === undefined || unclosed.has(opening.length)) continue;
    let next = at + 1;
    while (next < runs.length && runs[next]?.length !== opening.length) next++;
    const closing = runs[next];
    if (closing === undefined) {
      unclosed.add(opening.length);
      continue;
    }
    const code = text.slice(opening.start + opening.length, closing.start);
    spans.push({ start: opening.start, end: closing.start + closing.length, code });
    at = next;
  }
  return spans;
}

/** The text with spaces for its spans of code: every other character stays in its place. */
export function blankCodeSpans(text: string): string {
  let blanked = "";
  let at = 0;
  for (const { start, end } of findCodeSpans(text)) {
    blanked += text.slice(at, start) + " ".repeat(end - start);
    at = end;
  }
  return blanked + text.slice(at);
}
