import { createLineIndex } from "../../core/lines.ts";
import { createCodeParser } from "./code-parser.ts";

const parser = createCodeParser();

export type Outline = readonly (readonly [symbol: string, firstLine: number, lastLine: number])[];

/** What the parser makes of a source, for tests: a unit by its symbol, other text as "". */
export async function toOutline(path: string, source: string): Promise<Outline> {
  const document = await parser.parse(path, Buffer.from(source));
  if (!("text" in document)) throw new Error(`${path}: ${document.reason}`);
  const lines = createLineIndex(document.text);
  return document.blocks.map((block) => [
    block.kind === "unit" ? block.symbol.join("/") : "",
    lines.lineAt(block.start),
    lines.lineAt(block.end),
  ]);
}

export function unitsOf(outline: Outline): Outline {
  return outline.filter(([symbol]) => symbol !== "");
}
