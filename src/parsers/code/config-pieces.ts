import type { Piece } from "./pieces.ts";

/** Cuts a file of a format without grammar into named pieces, line by line; null for formats it does not know. */
export function findConfigPieces(language: string, text: string): Piece[] | null {
  const scan = SCANNERS[language];
  return scan === undefined ? null : scan(text.split("\n"));
}

type Scan = (lines: readonly string[]) => Piece[];

const SCANNERS: Readonly<Record<string, Scan>> = {
  yaml: scanYaml,
  json: scanWhole,
  toml: scanToml,
  ini: scanIni,
  dockerfile: scanDockerfile,
  sql: scanSql,
};

/** One piece: whoever reads JSON wants the object around a value, and the chunker cuts what is too long. */
function scanWhole(lines: readonly string[]): Piece[] {
  return [{ first: 1, last: lines.length, symbol: null }];
}

/** Kubernetes-like documents by kind and name, others by their keys at the left margin. */
function scanYaml(lines: readonly string[]): Piece[] {
  const starts = [0];
  for (const [at, line] of lines.entries()) {
    if (at > 0 && /^---(?:\s|$)/.test(line)) starts.push(at);
  }
  return starts.flatMap((start, position): Piece[] => {
    const document = lines.slice(start, starts[position + 1] ?? lines.length);
    const symbol = toResourceSymbol(document);
    if (symbol !== null) return [{ first: start + 1, last: start + document.length, symbol }];
    const keys = cutBefore(document, (line) => (/^[^\s#%.})\]-]|^-\s/.test(line) ? YAML_KEY : null));
    return keys.map((piece) => ({ first: piece.first + start, last: piece.last + start, symbol: null }));
  });
}

const YAML_KEY: readonly string[] = [];

function toResourceSymbol(document: readonly string[]): string[] | null {
  const kind = findValue(document, /^kind:\s*(.+)$/);
  const metadata = document.findIndex((line) => /^metadata:\s*(?:#.*)?$/.test(line));
  if (kind === null || (metadata === -1 && findValue(document, /^apiVersion:\s*(.+)$/) === null)) return null;
  const end = document.findIndex((line, at) => at > metadata && /^[^\s#]/.test(line));
  const fields = metadata === -1 ? [] : document.slice(metadata + 1, end === -1 ? document.length : end);
  const indent = /^\s+(?=[^\s#])/.exec(fields.find((line) => /^\s+[^\s#]/.test(line)) ?? "")?.[0] ?? "";
  const named = fields.find((line) => line.startsWith(`${indent}name:`));
  const name = named === undefined ? null : toScalar(named.slice(indent.length + "name:".length));
  return name === null ? [kind] : [kind, name];
}

function findValue(lines: readonly string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const value = pattern.exec(line)?.[1];
    if (value !== undefined) return toScalar(value);
  }
  return null;
}

function toScalar(text: string): string | null {
  const scalar = text
    .slice(0, 2 * MAX_NAME_CHARACTERS)
    .replace(/\s+#.*$/, "")
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  return scalar === "" ? null : scalar.slice(0, MAX_NAME_CHARACTERS);
}

const MAX_NAME_CHARACTERS = 200;

function scanToml(lines: readonly string[]): Piece[] {
  let isInString = false;
  return cutBefore(lines, (line) => {
    const wasInString = isInString;
    if ((line.match(/"""|'''/g)?.length ?? 0) % 2 === 1) isInString = !isInString;
    // An indented `["a"]` may be an element of an array; a table's name starts with a letter.
    const header = wasInString
      ? null
      : /^(?:\s*\[\[?\s*([A-Za-z_][^[\],]*)|\[\[?\s*([^[\],]+))\]\]?\s*(?:#.*)?$/.exec(line);
    const name = header?.[1] ?? header?.[2];
    return name === undefined ? null : toDottedPath(name);
  });
}

/** `target.'cfg(unix)'.dependencies` → three parts. */
function toDottedPath(name: string): string[] {
  const parts = name.match(/"[^"]*"|'[^']*'|[^.\s"']+/g) ?? [name];
  return parts.map((part) => part.replace(/^(["'])(.*)\1$/, "$2").slice(0, MAX_NAME_CHARACTERS));
}

function scanIni(lines: readonly string[]): Piece[] {
  return cutBefore(lines, (line) => {
    const name = /^\s*\[([^\]]+)\]\s*(?:[;#].*)?$/.exec(line)?.[1];
    return name === undefined ? null : [name.trim().slice(0, MAX_NAME_CHARACTERS)];
  });
}

/** By stage, named as `AS` says or else by its image. */
function scanDockerfile(lines: readonly string[]): Piece[] {
  return cutBefore(lines, (line) => {
    const stage = /^\s*FROM\s+(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?/i.exec(line);
    const name = stage?.[2] ?? stage?.[1];
    return name === undefined ? null : [name.slice(0, MAX_NAME_CHARACTERS)];
  });
}

/** By statement; what is created gives its name. */
function scanSql(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let first = 0;
  let quote: string | null = null;
  for (const [at, line] of lines.entries()) {
    // Bodies of functions stand between $$ and $$, semicolons and all.
    for (const [mark] of line.matchAll(/\$\w*\$/g)) {
      if (quote === null) quote = mark;
      else if (quote === mark) quote = null;
    }
    if (quote === null && /;\s*(?:--.*)?$/.test(line)) {
      pieces.push({ first: first + 1, last: at + 1, symbol: toCreatedName(lines.slice(first, at + 1)) });
      first = at + 1;
    }
  }
  return pieces;
}

function toCreatedName(statement: readonly string[]): string[] | null {
  const head = statement.filter((line) => !/^\s*(?:--|$)/.test(line)).slice(0, 3);
  const name = CREATE.exec(head.join(" "))?.[1];
  return name === undefined ? null : [name.replace(/["`[\]]/g, "")];
}

const CREATE =
  /^\s*create\s+(?:(?:or\s+replace|temp|temporary|unlogged|global|unique|materialized|virtual|recursive|external)\s+)*(?:table|view|function|procedure|trigger|index|type|schema|sequence|domain|extension|policy|role)\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([\w.$"`[\]]{1,200})/i;

/**
 * A piece from each line that `toSymbol` names to the next; the comments right above such
 * a line go with it. A name without parts makes mere text; lines before the first have no piece.
 */
function cutBefore(lines: readonly string[], toSymbol: (line: string) => readonly string[] | null): Piece[] {
  const cuts: { readonly at: number; readonly symbol: readonly string[] }[] = [];
  let free = 0;
  for (const [at, line] of lines.entries()) {
    const symbol = toSymbol(line);
    if (symbol !== null) cuts.push({ at: free, symbol });
    if (symbol !== null || !/^\s*[#;]/.test(line)) free = at + 1;
  }
  return cuts.map(({ at, symbol }, position) => ({
    first: at + 1,
    last: cuts[position + 1]?.at ?? lines.length,
    symbol: symbol.length === 0 ? null : symbol,
  }));
}
