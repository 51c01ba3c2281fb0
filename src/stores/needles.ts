import type { QueryTerm } from "../core/analyse.ts";
import type { LexicalQuery, Phrase } from "../core/query.ts";

/** Tokens that stand in a row in one column of a chunk; of a prefix the last one may go on. */
export interface Needle {
  readonly texts: readonly string[];
  readonly isPrefix: boolean;
}

/** A lone syllable also starts pairs ("돈" in "돈을"); worth its noise only when nothing else was asked. */
export function toTermNeedles({ terms }: LexicalQuery): Needle[] {
  const onlyCharacters = terms.every(isCharacter);
  return terms.map((term) => ({ texts: [term.text], isPrefix: onlyCharacters }));
}

/** What counts as holding a term: a lone syllable also where it starts a pair, or 돈 would seem unknown to "돈을". */
export function toFrequencyNeedle(term: QueryTerm): Needle {
  return { texts: [term.text], isPrefix: isCharacter(term) };
}

/**
 * What must occur wherever a phrase does: its terms, those of one column as one needle. A
 * lone syllable at either end may be part of a longer run in the text ("서버 수" in
 * "서버 수가"), where it is no token: the last one is a prefix, the first one says nothing.
 */
export function toPhraseNeedles({ terms }: Phrase): Needle[] {
  const [first, ...rest] = terms;
  const told = first !== undefined && isCharacter(first) && rest.length > 0 ? rest : terms;
  const needles: { cjk: boolean; texts: string[]; isPrefix: boolean }[] = [];
  for (const [position, term] of told.entries()) {
    const cjk = term.kind === "pair" || isCharacter(term);
    const isPrefix = isCharacter(term) && position === told.length - 1;
    const last = needles.at(-1);
    if (last?.cjk === cjk) {
      last.texts.push(term.text);
      last.isPrefix = isPrefix;
    } else {
      needles.push({ cjk, texts: [term.text], isPrefix });
    }
  }
  return needles;
}

/** Whether finding a phrase's needle is finding the phrase: one token has no neighbours to be wrong about. */
export function isOneToken(phrase: Phrase): boolean {
  return phrase.terms.length === 1;
}

function isCharacter(term: QueryTerm): boolean {
  return term.kind === "character";
}
