import { decodeText } from "../../core/decode-text.ts";
import { type Block, NO_METADATA, type ParsedDocument } from "../../core/document.ts";
import { toMessage } from "../../core/errors.ts";
import { createLineIndex, type LineIndex } from "../../core/lines.ts";
import type { ParseFailure, Parser } from "../../ports/parser.ts";
import { findConfigPieces } from "./config-pieces.ts";
import { findUnits } from "./find-units.ts";
import { toGeneratedNameReason, toGeneratedTextReason } from "./generated.ts";
import { Grammars } from "./grammars.ts";
import { toCodeLanguage } from "./languages.ts";
import { toBlocks } from "./pieces.ts";
import { RULES } from "./rules.ts";

const MAX_TREE_CHARACTERS = 8_000_000;
const PARSE_TIMEOUT_MS = 4_000;
/** No one's own writing; on such a line the Swift grammar was busy for a minute and heard no timeout. */
const MAX_LINE_CHARACTERS = 20_000;

/** Programs by their functions, classes and types; configuration by its tables and documents. */
export function createCodeParser(): Parser {
  const grammars = new Grammars();
  return {
    type: "code",
    version: "code-1",
    accepts: (path) => toCodeLanguage(path) !== null,
    parse: (path, bytes) => parse(grammars, path, bytes),
  };
}

async function parse(
  grammars: Grammars,
  path: string,
  bytes: Uint8Array,
): Promise<ParsedDocument | ParseFailure> {
  const byName = toGeneratedNameReason(path);
  if (byName !== null) return { kind: "skipped", reason: byName };
  const decoded = decodeText(bytes);
  if (!("text" in decoded)) return decoded;
  const { text } = decoded;
  const byText = toGeneratedTextReason(text);
  if (byText !== null) return { kind: "skipped", reason: byText };
  const codeLang = refineLanguage(toCodeLanguage(path), path, text);
  const { blocks, notices } = await toStructure(grammars, codeLang, text);
  return { text, metadata: NO_METADATA, blocks, pages: null, codeLang, notices };
}

/** A .h file is C until it shows otherwise. */
function refineLanguage(language: string | null, path: string, text: string): string | null {
  const isHeader = language === "c" && /\.h$/i.test(path);
  return isHeader && /^[ \t]*(?:class\s+\w|namespace\s+\w|template\s*<|using\s+\w)/m.test(text)
    ? "cpp"
    : language;
}

interface Structure {
  readonly blocks: readonly Block[];
  readonly notices: readonly string[];
}

async function toStructure(grammars: Grammars, language: string | null, text: string): Promise<Structure> {
  const lines = createLineIndex(text);
  const plain = (notice?: string): Structure => ({
    blocks: toBlocks(text, lines, []),
    notices: notice === undefined ? [] : [`${notice}: cut by paragraphs, without symbols`],
  });
  const rules = language === null ? undefined : RULES[language];
  if (language === null || rules === undefined) {
    const pieces = language === null ? null : findConfigPieces(language, text);
    return pieces === null ? plain() : { blocks: toBlocks(text, lines, pieces), notices: [] };
  }
  if (text.length > MAX_TREE_CHARACTERS) return plain("too large for a syntax tree");
  if (hasLongLine(lines)) return plain(`a line of more than ${MAX_LINE_CHARACTERS} characters`);
  try {
    const pieces = await grammars.withTree(language, rules.prepare?.(text) ?? text, {
      timeoutMs: PARSE_TIMEOUT_MS,
      use: (tree) => findUnits(tree.rootNode, { text, lines }, rules),
    });
    if (pieces === null) return plain(`syntax not understood within ${PARSE_TIMEOUT_MS / 1000} s`);
    return { blocks: toBlocks(text, lines, pieces), notices: [] };
  } catch (error) {
    return plain(`no syntax tree (${toMessage(error).replace(/^Aborted.*$/s, "out of memory")})`);
  }
}

function hasLongLine(lines: LineIndex): boolean {
  for (let line = 1; line <= lines.count; line++) {
    if (lines.endOf(line) - lines.startOf(line) > MAX_LINE_CHARACTERS) return true;
  }
  return false;
}
