/** Symbols, punctuation and invisible characters, without the blocks unicode61 knows well enough. */
const YOUNG_SYMBOL = new RegExp(
  "[[\\p{S}\\p{P}\\p{Cf}\\p{Cn}]" +
    "--[\\u0000-\\u058c\\u2000-\\u2064\\u2070-\\u20b9\\u2100-\\u2189\\u2190-\\u23f3\\u2460-\\u26ff\\u2701-\\u2b4c\\u3000-\\u303f]]",
  "gv",
);
const MAYBE_YOUNG = /[\u058d-\uffff]/;

/**
 * The text with spaces where unicode61 should see no letter. It knows Unicode 6.1 and takes
 * every symbol that came later (🤖, ⏸, ₿, skin tones) for a part of the word beside it:
 * "deploy🤖" would be found by nothing one can type.
 */
export function toFtsText(text: string): string {
  return MAYBE_YOUNG.test(text) ? text.replace(YOUNG_SYMBOL, " ") : text;
}
