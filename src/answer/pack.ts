import { assembleText } from "../core/assemble.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { StoredChunk } from "../ports/document-store.ts";
import type { PackedSource } from "./packed-source.ts";
import { countFrameTokens } from "./prompt.ts";
import type { RetrievedPassage } from "./retrieved.ts";

export interface Packing {
  readonly sources: readonly PackedSource[];
  readonly budgetTokens: number;
  /** Texts and what stands around them. */
  readonly usedTokens: number;
  /** Chunks that fitted. */
  readonly packed: number;
  readonly leftOut: number;
  readonly warnings: readonly string[];
}

interface Group {
  /** By ordinal, without gaps. */
  readonly chunks: readonly StoredChunk[];
  readonly rank: number;
  readonly cost: number;
}

/**
 * Whole chunks in the order of their rank, while they fit; one that does not is left out, and smaller ones after it
 * may still go in. The first always goes in, cut where it alone is too long. Neighbours that belong together become
 * one source.
 */
export function packPassages(passages: readonly RetrievedPassage[], budgetTokens: number): Packing {
  const unique = [...new Map(passages.map((passage) => [passage.chunk.id, passage])).values()].sort(
    (one, other) => one.rank - other.rank,
  );
  const first = unique[0];
  if (first !== undefined && toGroup([first.chunk], first.rank).cost > budgetTokens) {
    return packCut(first, unique.length - 1, budgetTokens);
  }
  let groups: readonly Group[] = [];
  let usedTokens = 0;
  let packed = 0;
  for (const { chunk, rank } of unique) {
    let joined = toGroup([chunk], rank);
    const absorbed = new Set<Group>();
    for (const group of groups.filter((each) => isNeighbour(each, chunk))) {
      const both = toGroup([...group.chunks, ...joined.chunks], Math.min(group.rank, joined.rank));
      if (!belongsTogether(both.chunks)) continue;
      joined = both;
      absorbed.add(group);
    }
    const used = usedTokens + joined.cost - [...absorbed].reduce((sum, { cost }) => sum + cost, 0);
    if (used > budgetTokens) continue;
    groups = [...groups.filter((group) => !absorbed.has(group)), joined];
    usedTokens = used;
    packed++;
  }
  const sources = [...groups].sort((one, other) => one.rank - other.rank).map(toSource);
  return { sources, budgetTokens, usedTokens, packed, leftOut: unique.length - packed, warnings: [] };
}

function isNeighbour({ chunks }: Group, chunk: StoredChunk): boolean {
  return chunks.some(
    ({ document, ordinal }) => document.id === chunk.document.id && Math.abs(ordinal - chunk.ordinal) === 1,
  );
}

/** As large as one chunk aims to be, or the pieces of one section or one function. Of a larger one [1] says little about where. */
function belongsTogether(chunks: readonly StoredChunk[]): boolean {
  const tokens = countTokens(chunks);
  const sections = new Set(chunks.map(({ headingPath, symbol }) => JSON.stringify([headingPath, symbol])));
  return tokens <= SMALL_SOURCE_TOKENS || (sections.size === 1 && tokens <= LARGE_SOURCE_TOKENS);
}

const SMALL_SOURCE_TOKENS = 400;
const LARGE_SOURCE_TOKENS = 1200;

function toGroup(chunks: readonly StoredChunk[], rank: number): Group {
  const inOrder = [...chunks].sort((one, other) => one.ordinal - other.ordinal);
  return { chunks: inOrder, rank, cost: countTokens(inOrder) + countFrameTokens(inOrder) };
}

/** Of the chunks and what stands between them; where chunks overlap, the common part counts twice. */
function countTokens(chunks: readonly StoredChunk[]): number {
  return chunks.reduce(
    (sum, { tokens, lead }, position) => sum + tokens + (position === 0 ? 0 : estimateTokens(lead)),
    0,
  );
}

function toSource({ chunks, rank }: Group, index: number): PackedSource {
  const from = chunks[0]?.start ?? 0;
  // Counted from the first one's start, they assemble as a document does; its lead is text before them.
  const shifted = chunks.map((chunk, position) => ({
    ...chunk,
    start: chunk.start - from,
    lead: position === 0 ? "" : chunk.lead,
  }));
  return { number: index + 1, chunks, text: assembleText(shifted, ""), tokens: countTokens(chunks), rank };
}

function packCut({ chunk, rank }: RetrievedPassage, others: number, budgetTokens: number): Packing {
  const frame = countFrameTokens([chunk]);
  const text = cutToTokens(chunk.text, budgetTokens - frame);
  const tokens = estimateTokens(text);
  return {
    sources: [{ number: 1, chunks: [chunk], text, tokens, rank }],
    budgetTokens,
    usedTokens: tokens + frame,
    packed: 1,
    leftOut: others,
    warnings: [
      `the best passage, of ${chunk.document.path}, has ${chunk.tokens} tokens and was cut to ${tokens}: ` +
        "raise answer.context_tokens, or lower chunk.target_tokens and ingest again",
    ],
  };
}

/** The longest beginning that fits, up to the last end of a line or sentence in it, else of a word. */
function cutToTokens(text: string, tokens: number): string {
  let fits = 0;
  for (let beyond = text.length + 1; beyond - fits > 1; ) {
    const middle = (fits + beyond) >> 1;
    if (estimateTokens(text, 0, middle) <= tokens) fits = middle;
    else beyond = middle;
  }
  for (let at = fits; at > fits / 2; at--) if (isEnd(text, at)) return text.slice(0, at).trimEnd();
  for (let at = fits; at > fits / 2; at--) if (isBlank(text[at])) return text.slice(0, at).trimEnd();
  const isInsidePair = /[\ud800-\udbff]/.test(text[fits - 1] ?? "");
  return text.slice(0, isInsidePair ? fits - 1 : fits);
}

function isEnd(text: string, at: number): boolean {
  if (text[at] === "\n" || "。！？".includes(text[at - 1] ?? " ")) return true;
  return isBlank(text[at]) && ".!?".includes(text[at - 1] ?? " ");
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
