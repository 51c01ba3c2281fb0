import type { Block, ChunkDraft } from "../../core/document.ts";
import type { Chunker } from "../../ports/chunker.ts";
import { packRanges } from "../pack.ts";

interface Section {
  readonly path: readonly string[];
  readonly blocks: Block[];
}

/** Every heading starts a chunk, so that an edit in one section leaves the others alone. */
export const headingChunker: Chunker = {
  version: "heading-1",
  chunk(document, options) {
    return toSections(document.blocks).flatMap(({ path, blocks }) =>
      packRanges(document.text, blocks, options).map(
        (range): ChunkDraft => ({ ...range, headingPath: path, page: null, symbol: null }),
      ),
    );
  },
};

function toSections(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let open: Section = { path: [], blocks: [] };
  const stack: { level: number; title: string }[] = [];
  for (const block of blocks) {
    if (block.kind !== "heading") {
      open.blocks.push(block);
      continue;
    }
    while ((stack.at(-1)?.level ?? 0) >= block.level) stack.pop();
    stack.push({ level: block.level, title: block.title });
    const path = stack.map((heading) => heading.title).filter((title) => title !== "");
    // A heading with nothing under it but the next heading goes along with that one,
    // unless they are of one rank: then it is an empty section and stands alone.
    const last = open.blocks.at(-1);
    const carried = last?.kind === "heading" && last.level < block.level ? open.blocks : [];
    if (carried.length === 0 && open.blocks.length > 0) sections.push(open);
    open = { path, blocks: [...carried, block] };
  }
  if (open.blocks.length > 0) sections.push(open);
  return sections;
}
