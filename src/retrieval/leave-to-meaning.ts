import { analyseQuery } from "../core/analyse.ts";
import { findHeld, toCoverage, toRarity, toTellingTerms } from "../core/coverage.ts";
import { findNames, type NameKind } from "../core/names.ts";
import { parseQuery } from "../core/query.ts";
import type { RankedChunk } from "../core/search.ts";
import type { DocumentReader, StoredChunk } from "../ports/document-store.ts";
import type { LexicalIndex } from "../ports/lexical-index.ts";

export interface Lists {
  readonly words: readonly RankedChunk[];
  readonly meaning: readonly RankedChunk[];
}

/** Why keyword search should stand back beside meaning search; null where it should not. */
export type LeaveToMeaning = (query: string, lists: Lists) => Promise<string | null>;

export interface LeaveToMeaningOptions {
  readonly reader: Pick<DocumentReader, "chunks">;
  readonly index: Pick<LexicalIndex, "frequencies">;
  /** Whether the model reads one of two texts over a bridge from another language, so that they share hardly a word. */
  readonly crosses: (one: string, other: string) => Promise<boolean>;
}

const JUDGED_PASSAGES = 10;
/** Of the question's telling words, by how rare they are. docs/decisions/0014 has the figures of other shares. */
const MOST_OF_THE_WORDS = 0.7;
/** What nobody types by chance: code, and Latin words in a Korean question. */
const NAMED: readonly NameKind[] = ["code", "identifier", "latin"];
/** A name that so many chunks hold, or this share of them, says no more than where one is: "app", "Obsidian". */
const FEW_CHUNKS = 12;
const FEW_OF_ALL = 1 / 200;
const REASON =
  "what lies nearest is in another language, and no passage holds most of the words asked for, nor a rare name among them";

/**
 * Across languages words meet by chance: a loan word, a product's name, an "app". Fused by rank such a list weighs as
 * much as the other. So they stand back where the nearest passage is in another language than the question, unless one
 * they found holds most of what was asked, or a name that few do: nDCG@10 of obsidian-en2ko .556 before and .736
 * after, of meaning alone .770; of msmarco-ko2en-a .751, .761 and .714 (docs/decisions/0014).
 */
export function createLeaveToMeaning({ reader, index, crosses }: LeaveToMeaningOptions): LeaveToMeaning {
  return async (query, { words, meaning }) => {
    const [nearest] = meaning;
    if (nearest === undefined || words.length === 0) return null;
    // A phrase or an exclusion is an order, and only keyword search can follow it.
    const { phrases, excluded } = parseQuery(query);
    if (phrases.length > 0 || excluded.length > 0) return null;
    const [passage] = await reader.chunks([nearest.chunkId]);
    if (passage === undefined || !(await crosses(query, passage.text))) return null;
    const terms = toTellingTerms(query);
    const { chunks, holding } = await index.frequencies(terms);
    const rarities = holding.map((count) => toRarity(count, chunks));
    const few = Math.max(FEW_CHUNKS, chunks * FEW_OF_ALL);
    const names = toNames(query);
    const rareNames = terms.filter(({ text }, at) => names.has(text) && (holding[at] ?? 0) <= few);
    const found = await reader.chunks(words.slice(0, JUDGED_PASSAGES).map(({ chunkId }) => chunkId));
    const speaksFor = (chunk: StoredChunk): boolean =>
      (toCoverage(terms, rarities, chunk) ?? 1) >= MOST_OF_THE_WORDS || findHeld(rareNames, chunk).size > 0;
    return found.some(speaksFor) ? null : REASON;
  };
}

function toNames(query: string): ReadonlySet<string> {
  const names = findNames(query).filter(({ kind }) => NAMED.includes(kind));
  return new Set(
    names
      .flatMap(({ text }) => analyseQuery(text))
      .flatMap(({ kind, text }) => (kind === "word" ? [text] : [])),
  );
}
