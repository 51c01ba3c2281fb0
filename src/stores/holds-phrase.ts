import { findWords, normalise } from "../core/analyse.ts";
import { toStem } from "../core/snippet.ts";

/**
 * Whether a phrase stands in a text: its words, by their stems, and its runs of CJK
 * characters in a row; case, punctuation and white space aside. At its ends a run may go
 * on: "배포 롤백" stands in "재배포 롤백하기", but neither in "배포롤백" nor in "배포 git 롤백".
 */
export function holdsPhrase(text: string, phrase: string): boolean {
  const wanted = toPieces(phrase);
  const open = wanted[0]?.isWord === true ? " " : "";
  const close = wanted.at(-1)?.isWord === true ? " " : "";
  return ` ${toLine(toPieces(text))} `.includes(`${open}${toLine(wanted)}${close}`);
}

interface Piece {
  readonly text: string;
  readonly isWord: boolean;
}

function toLine(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join(" ");
}

function toPieces(text: string): Piece[] {
  const normal = normalise(text);
  const pieces: Piece[] = [];
  let at = 0;
  for (const word of findWords(normal)) {
    pieces.push(...toRuns(normal.slice(at, word.start)), { text: toStem(word.text), isWord: true });
    at = word.start + word.text.length;
  }
  pieces.push(...toRuns(normal.slice(at)));
  return pieces;
}

/** Letters that are in no word are CJK. */
function toRuns(between: string): Piece[] {
  return (between.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => ({ text: run, isWord: false }));
}
