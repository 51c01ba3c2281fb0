import { ANALYSER_VERSION } from "../../core/analyse.ts";
import type { LexicalQuery, Phrase } from "../../core/query.ts";
import { toStem } from "../../core/snippet.ts";
import type { PreparedChunk, PreparedDocument } from "../../ports/document-store.ts";
import type { LexicalIndex } from "../../ports/lexical-index.ts";
import { holdsPhrase } from "../holds-phrase.ts";
import { isOneToken, type Needle, toFrequencyNeedle, toPhraseNeedles, toTermNeedles } from "../needles.ts";
import { toPathMatcher } from "../path-matcher.ts";
import { matchesFilter } from "./matches-filter.ts";

interface Entry {
  readonly document: PreparedDocument;
  readonly chunk: PreparedChunk;
  /** Heading, text, CJK and identifiers, as tokens. */
  readonly columns: readonly (readonly string[])[];
  readonly length: number;
}

const K1 = 1.2;
const B = 0.75;
/** What FTS5 gives a term that more than half of all chunks hold. */
const LEAST_IDF = 1e-6;

/** For tests: the LexicalIndex with nothing clever in it. Every search looks at every chunk. */
export function createMemoryLexicalIndex(documents: readonly PreparedDocument[]): LexicalIndex {
  const entries = documents.flatMap((document) => document.chunks.map((chunk) => toEntry(document, chunk)));
  return {
    version: `lex:memory:a${ANALYSER_VERSION}`,
    search: async (query, { limit, filter }) => {
      const needles = [...query.phrases.flatMap(toPhraseNeedles), ...toTermNeedles(query)];
      const rank = createRank(entries, needles);
      const matchesPath = filter.path === undefined ? () => true : await toPathMatcher(filter.path);
      return entries
        .filter((entry) => isHit(entry, query, needles) && matchesFilter(entry.document, filter, matchesPath))
        .map((entry) => ({ chunkId: entry.chunk.id, score: rank(entry) }))
        .sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1))
        .slice(0, Math.max(0, limit));
    },
    frequencies: async (terms) => ({
      chunks: entries.length,
      holding: terms.map((term) => {
        const needle = toFrequencyNeedle(term);
        return entries.filter((entry) => count(entry, needle) > 0).length;
      }),
    }),
  };
}

function toEntry(document: PreparedDocument, chunk: PreparedChunk): Entry {
  const texts = [chunk.heading, chunk.words ?? chunk.text, chunk.cjk, chunk.identifiers];
  const columns = texts.map(tokenise);
  return { document, chunk, columns, length: columns.reduce((sum, tokens) => sum + tokens.length, 0) };
}

/** As `porter unicode61` does it. */
function tokenise(text: string): string[] {
  return (text.match(/[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu) ?? []).map((word) => {
    const plain = word.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
    return toStem(plain);
  });
}

function isHit(entry: Entry, query: LexicalQuery, needles: readonly Needle[]): boolean {
  return (
    needles.some((needle) => count(entry, needle) > 0) &&
    query.phrases.every((phrase) => holds(entry, phrase)) &&
    !query.excluded.some((phrase) => holds(entry, phrase))
  );
}

function holds(entry: Entry, phrase: Phrase): boolean {
  if (!toPhraseNeedles(phrase).every((needle) => count(entry, needle) > 0)) return false;
  const { document, chunk } = entry;
  const names = [document.title, document.path, ...document.metadata.aliases, ...chunk.headingPath];
  const texts = [...names, chunk.text, chunk.identifiers];
  return isOneToken(phrase) || chunk.cjk === "" || texts.some((text) => holdsPhrase(text, phrase.text));
}

/** BM25 with FTS5's constants, over all columns alike. */
function createRank(entries: readonly Entry[], needles: readonly Needle[]): (entry: Entry) => number {
  const average = entries.reduce((sum, entry) => sum + entry.length, 0) / entries.length;
  const weighted = needles.map((needle) => {
    const found = entries.filter((entry) => count(entry, needle) > 0).length;
    const idf = Math.log((entries.length - found + 0.5) / (found + 0.5));
    return { needle, idf: idf <= 0 ? LEAST_IDF : idf };
  });
  return (entry) =>
    weighted.reduce((sum, { needle, idf }) => {
      const frequency = count(entry, needle);
      return sum + (idf * frequency * (K1 + 1)) / (frequency + K1 * (1 - B + (B * entry.length) / average));
    }, 0);
}

function count(entry: Entry, { texts, isPrefix }: Needle): number {
  const wanted = tokenise(texts.join(" "));
  if (wanted.length === 0) return 0;
  const isAt = (tokens: readonly string[], at: number): boolean =>
    wanted.every((token, offset) => {
      const found = tokens[at + offset];
      return isPrefix && offset === wanted.length - 1 ? found?.startsWith(token) === true : found === token;
    });
  return entry.columns.reduce((sum, tokens) => sum + tokens.filter((_, at) => isAt(tokens, at)).length, 0);
}
