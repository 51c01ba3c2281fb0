import type { LexicalQuery, Phrase } from "../../core/query.ts";
import { isOneToken, type Needle, toPhraseNeedles, toTermNeedles } from "../needles.ts";

/**
 * The FTS5 expression of a query; null when there is nothing to search for. Every term is
 * quoted, so nothing a user types is ever syntax. No column filters are needed: pairs
 * occur in the CJK column only, words in the others only.
 */
export function toMatchExpression(query: LexicalQuery): string | null {
  const required = query.phrases.map(toPhraseExpression);
  const optional = toTermNeedles(query).map(toNeedleExpression);
  if (required.length === 0 && optional.length === 0) return null;
  // FTS5 has no optional operand: a required phrase inside the OR makes it always true,
  // and the other terms still count for the rank.
  const ranked = [...required.slice(0, 1), ...optional].join(" OR ");
  const positive = [...required, ...(optional.length === 0 ? [] : [`(${ranked})`])].join(" AND ");
  const excluded = query.excluded.filter(isOneToken);
  return excluded.length === 0 ? positive : `(${positive}) NOT (${toAnyExpression(excluded)})`;
}

/** Chunks that may hold one of the phrases. */
export function toAnyExpression(phrases: readonly Phrase[]): string {
  return phrases.map(toPhraseExpression).join(" OR ");
}

function toPhraseExpression(phrase: Phrase): string {
  return `(${toPhraseNeedles(phrase).map(toNeedleExpression).join(" AND ")})`;
}

export function toNeedleExpression({ texts, isPrefix }: Needle): string {
  return `"${texts.join(" ").replaceAll('"', '""').replaceAll("\0", " ")}"${isPrefix ? " *" : ""}`;
}
