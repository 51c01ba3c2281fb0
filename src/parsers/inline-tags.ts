/**
 * `#tag` after a blank or at a line's start; a tag holds at least one letter, so `#12` is
 * none, and neither is the target of a link definition, `[top]: #top`.
 */
const TAG = /(?<=^|\s)(?<!\]: )#([\p{L}\p{M}\p{N}_/-]*[\p{L}_][\p{L}\p{M}\p{N}_/-]*)/gmu;
/** Within one paragraph: a stray backtick hides nothing further down. */
const CODE_SPAN = /(?<!`)(`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S]){1,2000}?(?<!`)\1(?!`)/g;
/** Also in a quote or a list item. */
const FENCE = /^[\s>*+-]*(?:\d{1,9}[.)]\s+)?(`{3,}(?=[^`]*$)|~{3,})/;

export function findInlineTags(text: string): string[] {
  if (!text.includes("#")) return [];
  return [...withoutFences(text).replace(CODE_SPAN, "").matchAll(TAG)].map((match) => match[1] ?? "");
}

/** A fence that nothing closes is a line of signs, not the start of code. */
function withoutFences(text: string): string {
  if (!text.includes("```") && !text.includes("~~~")) return text;
  const kept: string[] = [];
  let opened: { fence: string; line: number } | null = null;
  for (const line of text.split("\n")) {
    const fence = FENCE.exec(line)?.[1];
    kept.push(line);
    if (fence === undefined) continue;
    if (opened === null) opened = { fence, line: kept.length - 1 };
    else if (fence.startsWith(opened.fence) && line.trimEnd().endsWith(fence)) {
      kept.length = opened.line;
      opened = null;
    }
  }
  return kept.join("\n");
}
