import type { Block } from "./markup.ts";
import type { RawPair } from "./raw-pair.ts";

/**
 * Pairs the blocks of a page with those of its translation: by their ids where
 * the pages have them, else by their order, section by section, and then only
 * where both sections hold the same kinds of blocks.
 */
export function alignBlocks(english: readonly Block[], foreign: readonly Block[]): RawPair[] {
  const byId = alignById(english, foreign);
  if (byId.length * 2 >= Math.min(english.length, foreign.length)) return byId;
  const englishSections = toSections(english);
  const foreignSections = toSections(foreign);
  if (!haveSameKinds(englishSections.map(toFirst), foreignSections.map(toFirst))) return [];
  return englishSections.flatMap((section, index) => zip(section, foreignSections[index] ?? []));
}

function alignById(english: readonly Block[], foreign: readonly Block[]): RawPair[] {
  const byId = toUniqueIds(english);
  return [...toUniqueIds(foreign)].flatMap(([id, block]) => {
    const other = byId.get(id);
    return other?.kind === block.kind ? [{ english: other.text, foreign: block.text }] : [];
  });
}

function toUniqueIds(blocks: readonly Block[]): ReadonlyMap<string, Block> {
  const found = new Map<string, Block>();
  const twice = new Set<string>();
  for (const block of blocks) {
    if (block.id === undefined) continue;
    if (found.has(block.id)) twice.add(block.id);
    found.set(block.id, block);
  }
  for (const id of twice) found.delete(id);
  return found;
}

/** A section begins with a heading. */
function toSections(blocks: readonly Block[]): Block[][] {
  const sections: Block[][] = [[]];
  for (const block of blocks) {
    if (/^(?:h[1-6]|title)$/.test(block.kind)) sections.push([]);
    sections.at(-1)?.push(block);
  }
  return sections;
}

function toFirst(section: readonly Block[]): Block {
  return section[0] ?? { kind: "", id: undefined, text: "" };
}

function haveSameKinds(one: readonly Block[], other: readonly Block[]): boolean {
  return one.length === other.length && one.every(({ kind }, index) => kind === other[index]?.kind);
}

function zip(english: readonly Block[], foreign: readonly Block[]): RawPair[] {
  if (!haveSameKinds(english, foreign)) return [];
  return english.map(({ text }, index) => ({ english: text, foreign: foreign[index]?.text ?? "" }));
}
