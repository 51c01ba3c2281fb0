import type { Block, ChunkDraft } from "../../core/document.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Chunker } from "../../ports/chunker.ts";
import { packRanges, type Range } from "../pack.ts";

/** Below this a unit says too little alone: accessors, constants, one-line types. */
const SMALL_UNIT_TOKENS = 60;
/** Below this `impl Parser {` goes with the first member, large as that may be. */
const SMALL_HEADER_TOKENS = 30;
/** Below this a stretch between units (`export default App;`, a constant) is noise of its own. */
const SCRAP_TOKENS = 40;

/** Programs and configuration: one chunk for each unit, small neighbours together. */
export const unitChunker: Chunker = {
  version: "unit-1",
  chunk({ text, blocks }, options) {
    const groups = joinScraps(toGroups(text, blocks, options.targetTokens), options.targetTokens);
    return groups.flatMap(({ ranges, symbol }) =>
      packRanges(text, ranges, options).map(
        ({ start, end }): ChunkDraft => ({ start, end, headingPath: symbol ?? [], page: null, symbol }),
      ),
    );
  },
};

type Path = readonly string[];

/** Neighbouring blocks that share chunks. */
interface Group {
  readonly ranges: Range[];
  tokens: number;
  symbol: Path | null;
  /** The paths that all its units stand under, longest first; none when no other unit may join. */
  homes: readonly Path[];
}

function toGroups(text: string, blocks: readonly Block[], targetTokens: number): Group[] {
  const groups: Group[] = [];
  for (const [at, block] of blocks.entries()) {
    const tokens = estimateTokens(text, block.start, block.end);
    const symbol = toSymbol(block);
    const isSmall = symbol !== null && tokens < SMALL_UNIT_TOKENS;
    const homes = isSmall ? toHomes(symbol, [blocks[at - 1], blocks[at + 1]]) : [];
    const next: Group = { ranges: [{ start: block.start, end: block.end }], tokens, symbol, homes };
    const before = groups.at(-1);
    if (before === undefined || !join(before, next, targetTokens)) groups.push(next);
  }
  return groups;
}

function toSymbol(block: Block | undefined): Path | null {
  return block?.kind === "unit" ? block.symbol : null;
}

/** A class's own lines stay with its members; a whole unit may also stand with its siblings. */
function toHomes(symbol: Path, neighbours: readonly (Block | undefined)[]): Path[] {
  const isHeader = neighbours.some((neighbour) => {
    const other = toSymbol(neighbour);
    return other !== null && other.length > symbol.length && symbol.every((part, at) => part === other[at]);
  });
  return isHeader ? [symbol] : [symbol, symbol.slice(0, -1)];
}

/** Takes `next` into `before` where both belong in one chunk. */
function join(before: Group, next: Group, targetTokens: number): boolean {
  if (before.symbol === null || next.symbol === null) {
    // Text without a symbol has no unit to keep whole: packRanges fills chunks with it.
    if (before.symbol !== next.symbol) return false;
    before.ranges.push(...next.ranges);
    before.tokens += next.tokens;
    return true;
  }
  if (isHeaderOf(before, next)) {
    if (!fits(before, next, targetTokens)) return false;
    attach(before, next, next.symbol);
    return true;
  }
  const homes = before.homes.filter((home) => next.homes.some((other) => isSame(home, other)));
  const [home] = homes;
  if (home === undefined || before.tokens + next.tokens > targetTokens) return false;
  before.ranges.push(...next.ranges);
  before.tokens += next.tokens;
  before.symbol = home.length > 0 ? home : before.symbol;
  before.homes = homes;
  return true;
}

/** The first lines of a class, right before a member that is a chunk of its own. */
function isHeaderOf(before: Group, next: Group): boolean {
  if (before.symbol === null || next.symbol === null || next.homes.length > 0) return false;
  if (before.homes.length === 0 || before.tokens >= SMALL_HEADER_TOKENS) return false;
  return isSame(before.symbol, next.symbol.slice(0, -1));
}

/** What has to be cut anyway may as well take a few more lines. */
function fits(before: Group, next: Group, targetTokens: number): boolean {
  const largest = Math.max(before.tokens, next.tokens);
  return largest > targetTokens || before.tokens + next.tokens <= targetTokens;
}

/** As one range, so that a cut does not fall right between the two. */
function attach(before: Group, next: Group, symbol: Path | null): void {
  const start = before.ranges[0]?.start ?? 0;
  const end = next.ranges.at(-1)?.end ?? start;
  before.ranges.splice(0, before.ranges.length, { start, end });
  before.tokens += next.tokens;
  before.symbol = symbol;
  before.homes = [];
}

/** Gives scraps between units to the unit before them, else to the one after. */
function joinScraps(groups: readonly Group[], targetTokens: number): Group[] {
  const kept: Group[] = [];
  for (const group of groups) {
    const before = kept.at(-1);
    if (before !== undefined && (isScrap(group) || isScrap(before)) && fits(before, group, targetTokens)) {
      attach(before, group, before.symbol ?? group.symbol);
    } else {
      kept.push(group);
    }
  }
  return kept;
}

function isScrap(group: Group): boolean {
  return group.symbol === null && group.tokens < SCRAP_TOKENS;
}

function isSame(left: Path, right: Path): boolean {
  return left.length === right.length && left.every((part, at) => part === right[at]);
}
