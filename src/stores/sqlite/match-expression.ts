import type { QueryTerm } from "../../core/analyse.ts";
import type { LexicalQuery, Phrase } from "../../core/query.ts";

/**
 * The FTS5 expression of a query; null when there is nothing to search for. Every term is
 * quoted, so nothing a user types is ever syntax. No column filters are needed: pairs
 * occur in the CJK column only, words in the others only.
 */
export function toMatchExpression(query: LexicalQuery): string | null {
  const required = query.phrases.map(phraseExpression);
  const onlyCharacters = query.terms.every((term) => term.kind === "character");
  const optional = query.terms.map((term) => termExpression(term, onlyCharacters));
  if (required.length === 0 && optional.length === 0) return null;
  // FTS5 has no optional operand: a required phrase inside the OR makes it always true,
  // and the other terms still count for the rank.
  const ranked = [...required.slice(0, 1), ...optional].join(" OR ");
  const positive = [...required, `(${ranked})`].join(" AND ");
  if (query.excluded.length === 0) return positive;
  return `(${positive}) NOT (${query.excluded.map(phraseExpression).join(" OR ")})`;
}

/** A lone syllable also starts pairs ("돈" in "돈을"); worth its noise only when nothing else was asked. */
function termExpression(term: QueryTerm, onlyCharacters: boolean): string {
  return term.kind === "character" && onlyCharacters ? `${quote(term.text)} *` : quote(term.text);
}

/** Neighbouring terms of one column become one FTS5 phrase; a mixed phrase becomes several that must all occur. */
function phraseExpression(phrase: Phrase): string {
  const runs: { cjk: boolean; texts: string[] }[] = [];
  for (const term of phrase.terms) {
    const cjk = term.kind === "pair" || term.kind === "character";
    const last = runs.at(-1);
    if (last?.cjk === cjk) last.texts.push(term.text);
    else runs.push({ cjk, texts: [term.text] });
  }
  const alone = phrase.terms.length === 1 && phrase.terms[0]?.kind === "character";
  return `(${runs.map(({ texts }) => quote(texts.join(" ")) + (alone ? " *" : "")).join(" AND ")})`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""').replaceAll("\0", " ")}"`;
}
