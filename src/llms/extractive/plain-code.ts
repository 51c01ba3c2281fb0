import type { TextPart } from "../../core/analyse.ts";

/** Whether a passage is a piece of a program or of its settings, not text with code in it. By its lines alone. */
export function looksLikeCode(text: string): boolean {
  const lines = text.slice(0, MAX_LOOKED_AT).split("\n");
  if (lines.some((line) => FENCE.test(line))) return false;
  let code = 0;
  let comments = 0;
  let others = 0;
  for (const line of lines.filter((each) => each.trim() !== "")) {
    if (LINE_COMMENT.test(line)) comments++;
    else if (CODE_LINE.some((pattern) => pattern.test(line))) code++;
    else if (!COMMENT.test(line)) others++;
  }
  if (code + others === 0) return comments >= LEAST_COMMENTS;
  return code >= 2 ? code >= CODE_SHARE * (code + others) : code === 1 && others === 0 && SURE.test(text);
}

const MAX_LOOKED_AT = 8000;
const CODE_SHARE = 0.7;
const FENCE = /^[ \t]{0,12}(?:```|~~~)/;
/** Says nothing either way: "#" opens a heading as well as a comment, "*" an item. */
const COMMENT = /^[ \t]*(?:#|\/\/|\/\*|\*|--|;|"""|''')/;
const LINE_COMMENT = /^[ \t]*(?:#(?!#)|\/\/)/;
/** Headings alone make no passage: so many lines of nothing else are the head of a script. */
const LEAST_COMMENTS = 3;
const SURE = /[{};]\s*$|^\s*(?:export|import|function|const|let|class|def|fn|pub|func|package|CREATE)\b/;
const CODE_LINE = [
  /[{};(,\\[]\s*$/,
  /^\s*[)\]}]+[;,)]*\s*$/,
  // Not a list item that happens to be indented.
  /^(?: {2,}|\t+)(?![-*+•] |\d{1,3}[.)] )\S/,
  /^\s*[\w.$"'-]+(?:\[[^\]\n]{0,80}\])?\s*(?::=|[-+*/|]?=)\s*\S/,
  /^\s*-?\s*[\w./"'-]{1,60}:(?:\s*$|\s+[\w"'[{/0-9*$&<.-][^.!?]*$)/,
  /^\s*\[\[?[\w."'-]+\]\]?\s*$/,
  /^\s*(?:export|import|from|function|async|const|let|var|class|interface|type|enum|return|if|else|for|while|switch|case|try|catch|throw|def|elif|with|raise|fn|pub|impl|use|mod|struct|trait|func|package|defer|go|CREATE|ALTER|INSERT|SELECT|UPDATE|DELETE|DROP|WHERE|readonly|set|local|fi|done|esac|then|do|end|begin)\b[^.!?]*$/,
  /^(?:FROM|RUN|COPY|ADD|WORKDIR|ENV|CMD|ENTRYPOINT|EXPOSE|USER|ARG|LABEL|VOLUME|HEALTHCHECK)\s+\S/,
  /^---\s*$/,
  /\w\([^)\n]{0,200}\)[;,]?\s*$/,
];

/** Whole when it is short; else at blank lines before a line that is not indented. */
export function splitCode(text: string): TextPart[] {
  if (text.length <= MAX_WHOLE) return toPart(text, 0, text.length);
  const parts: TextPart[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(/\n[ \t]*\n(?=[^\s)\]}])/g)) {
    if (index - start < MIN_PART) continue;
    parts.push(...toPart(text, start, index));
    start = index + gap.length;
  }
  parts.push(...toPart(text, start, text.length));
  return parts;
}

const MAX_WHOLE = 900;
const MIN_PART = 200;

function toPart(text: string, start: number, end: number): TextPart[] {
  const slice = text.slice(start, end);
  // The indentation of the first line is part of the code.
  const from = start + (/^(?:[ \t\r]*\n)*/.exec(slice)?.[0].length ?? 0);
  const kept = text.slice(from, end).trimEnd();
  return kept === "" ? [] : [{ text: kept, start: from }];
}
