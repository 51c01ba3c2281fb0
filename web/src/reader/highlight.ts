export interface Piece {
  readonly text: string;
  readonly kind: "" | "comment" | "string" | "number" | "keyword";
}

const HASH = ["python", "bash", "shell", "sh", "yaml", "toml", "ruby", "dockerfile", "makefile", "r", "perl"];
const DASH = ["sql", "lua", "haskell"];

const KEYWORDS = new Set(
  (
    "abstract and as async await bool break case catch class const continue def default defer del do elif else elsif " +
    "end enum except export extends extern false final finally fn for from func function go if impl implements import " +
    "in interface internal is let loop match mod module move mut namespace new nil none not null of or override " +
    "package pass private protected pub public raise range readonly return self static struct super switch then this " +
    "throw throws trait true try type typeof union unless unsafe until use using val var virtual void when where " +
    "while with yield create table select insert update delete into values index primary key references begin commit " +
    "alter drop order by group having join left on set unique check constraint int bigint text varchar timestamp fi " +
    "done esac echo local"
  ).split(" "),
);

/**
 * Enough colour to see comments, texts and the words of the language, by line; null is plain text.
 * A lexer of one pass: it never looks back, so the worst file costs no more than its length.
 */
export function highlight(text: string, codeLang: string | null): Piece[][] {
  if (codeLang === null)
    return text.split("\n").map((line) => (line === "" ? [] : [{ text: line, kind: "" }]));
  const language = codeLang.toLowerCase();
  const lineComment = HASH.includes(language) ? "#" : DASH.includes(language) ? "--" : "//";
  const block = HASH.includes(language) ? null : ({ open: "/*", close: "*/" } as const);
  const lines: Piece[][] = [];
  let inBlock = false;
  for (const line of text.split("\n")) {
    const pieces: Piece[] = [];
    let at = 0;
    while (at < line.length) {
      const piece: Lexed =
        inBlock && block !== null ? endBlock(line, at, block.close) : nextPiece(line, at, lineComment, block);
      inBlock = piece.staysInBlock;
      at += piece.text.length;
      const last = pieces.at(-1);
      if (last !== undefined && last.kind === piece.kind)
        pieces[pieces.length - 1] = { text: last.text + piece.text, kind: last.kind };
      else pieces.push({ text: piece.text, kind: piece.kind });
    }
    lines.push(pieces);
  }
  return lines;
}

type Lexed = Piece & { readonly staysInBlock: boolean };

function endBlock(line: string, at: number, close: string): Lexed {
  const end = line.indexOf(close, at);
  const text = end === -1 ? line.slice(at) : line.slice(at, end + close.length);
  return { text, kind: "comment", staysInBlock: end === -1 };
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;
const OTHER = /[^\p{L}\p{N}_$"'`/#-]+/uy;

function nextPiece(
  line: string,
  at: number,
  lineComment: string,
  block: { open: string; close: string } | null,
): Lexed {
  const lexed = (text: string, kind: Piece["kind"]): Lexed => ({ text, kind, staysInBlock: false });
  if (
    line.startsWith(lineComment, at) &&
    (lineComment !== "#" || at === 0 || /\s/.test(line[at - 1] ?? ""))
  ) {
    return lexed(line.slice(at), "comment");
  }
  if (block !== null && line.startsWith(block.open, at)) {
    const rest = endBlock(line, at + block.open.length, block.close);
    return { text: block.open + rest.text, kind: "comment", staysInBlock: rest.staysInBlock };
  }
  const character = line[at] ?? "";
  if (character === '"' || character === "'" || character === "`") {
    const text = readText(line, at, character);
    if (text !== null) return lexed(text, "string");
  }
  const word = matchAt(WORD, line, at);
  if (word !== null) return lexed(word, KEYWORDS.has(word.toLowerCase()) ? "keyword" : "");
  const number = matchAt(NUMBER, line, at);
  if (number !== null) return lexed(number, "number");
  return lexed(matchAt(OTHER, line, at) ?? character, "");
}

/** Null when it does not end on its line: then it was an apostrophe. */
function readText(line: string, at: number, quote: string): string | null {
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] === "\\") end++;
    else if (line[end] === quote) return line.slice(at, end + 1);
  }
  return null;
}

function matchAt(pattern: RegExp, line: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? null;
}
