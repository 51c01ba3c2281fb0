import { ANALYSER_VERSION, analyseForIndex } from "../core/analyse.ts";
import type { Chunk, ChunkDraft, DocumentType, ParsedDocument, Span } from "../core/document.ts";
import { toChunkId, toContentHash } from "../core/ids.ts";
import { detectLanguage } from "../core/language.ts";
import { createLineIndex, type LineIndex } from "../core/lines.ts";
import { estimateTokens } from "../core/tokens.ts";
import type { Chunker, ChunkOptions } from "../ports/chunker.ts";
import type { PreparedChunk, PreparedDocument } from "../ports/document-store.ts";
import type { Parser } from "../ports/parser.ts";
import type { PrepareOutcome, PrepareTask } from "../ports/preparer.ts";
import type { SourceSettings } from "../ports/source.ts";

/** A parser with the chunker for what it makes. */
export interface Format {
  readonly parser: Parser;
  readonly chunker: Chunker;
}

/** Raised when this file's own output changes: titles, headings, tags, spans. */
const PREPARE_VERSION = "1";

export function findFormat(formats: readonly Format[], path: string): Format {
  const format = formats.find(({ parser }) => parser.accepts(path));
  if (format === undefined) throw new Error(`no parser accepts ${path}`);
  return format;
}

/** Everything that shapes a file's rows besides its bytes: when it differs, the file is indexed again. */
export function toPipeline(format: Format, options: ChunkOptions, source: SourceSettings): string {
  const { parser, chunker } = format;
  const settings = [options.targetTokens, options.overlapTokens, source.trustLevel, ...source.tags];
  return `p${PREPARE_VERSION} ${parser.version} ${chunker.version} a${ANALYSER_VERSION} ${settings.join(",")}`;
}

export async function prepareDocument(
  task: PrepareTask,
  bytes: Uint8Array,
  { format, options }: { format: Format; options: ChunkOptions },
): Promise<PrepareOutcome> {
  const contentHash = toContentHash(bytes);
  if (contentHash === task.storedHash) return { kind: "unchanged" };
  const parsed = await format.parser.parse(task.file.path, bytes);
  if ("kind" in parsed) return parsed;
  const drafts = format.chunker.chunk(parsed, options);
  return { kind: "prepared", document: toDocument(task, parsed, { format, drafts, contentHash }) };
}

function toDocument(
  task: PrepareTask,
  parsed: ParsedDocument,
  made: { format: Format; drafts: readonly ChunkDraft[]; contentHash: string },
): PreparedDocument {
  const { file, source } = task;
  const { metadata } = parsed;
  const fileName = toStem(file.path);
  const title = toName(metadata.title ?? fileName);
  const type: DocumentType = metadata.sourceType === "note" ? "note" : made.format.parser.type;
  const chunks = toChunks(parsed, made.drafts, task.documentId, made.format.chunker.version);
  // People search for a file by its name too; a name of digits alone is a date or a number, and noise.
  const names = [
    title,
    ...(/\p{L}/u.test(fileName) ? [fileName] : []),
    ...metadata.aliases.slice(0, MAX_ALIASES).map(toName),
  ];
  return {
    id: task.documentId,
    sourceId: source.id,
    path: file.path,
    type,
    title,
    lang: metadata.lang ?? detectLanguage(parsed.text),
    codeLang: parsed.codeLang,
    repo: file.repo,
    trustLevel: metadata.trustLevel ?? source.trustLevel,
    createdAt: metadata.createdAt,
    updatedAt: Math.round(metadata.updatedAt ?? metadata.createdAt ?? file.modifiedMs),
    metadata: { aliases: metadata.aliases, sourceType: metadata.sourceType, extra: metadata.extra },
    tags: [
      ...metadata.tags.map((tag) => ({ tag, origin: "document" }) as const),
      ...source.tags.map((tag) => ({ tag, origin: "source" }) as const),
    ],
    contentHash: made.contentHash,
    size: file.size,
    modifiedMs: file.modifiedMs,
    pipeline: task.pipeline,
    chunkerVersion: made.format.chunker.version,
    chunks: chunks.map((chunk) => toPreparedChunk(chunk, names)),
    tail: parsed.text.slice(chunks.at(-1)?.end ?? 0),
    notices: parsed.notices,
  };
}

/** Exported for the property tests: spans, leads and ids of a document's chunks. */
export function toChunks(
  parsed: ParsedDocument,
  drafts: readonly ChunkDraft[],
  documentId: string,
  chunkerVersion: string,
): Chunk[] {
  const lines = createLineIndex(parsed.text);
  const seen = new Map<string, number>();
  let covered = 0;
  return drafts.map((draft, ordinal) => {
    const text = parsed.text.slice(draft.start, draft.end);
    const equal = seen.get(text) ?? 0;
    seen.set(text, equal + 1);
    const lead = parsed.text.slice(covered, Math.max(covered, draft.start));
    covered = Math.max(covered, draft.end);
    return {
      id: toChunkId(documentId, chunkerVersion, text, equal),
      ordinal,
      start: draft.start,
      end: draft.end,
      span: toSpan(parsed, draft, lines),
      headingPath: draft.headingPath.map(toName),
      symbol: draft.symbol?.map(toName) ?? null,
      text,
      lead,
      tokens: estimateTokens(text),
    };
  });
}

function toSpan(parsed: ParsedDocument, draft: ChunkDraft, lines: LineIndex): Span {
  const startLine = lines.lineAt(draft.start);
  const endLine = lines.lineAt(Math.max(draft.start, draft.end - 1));
  const page = draft.page === null ? undefined : parsed.pages?.[draft.page - 1];
  if (page !== undefined) {
    const whole =
      parsed.text.slice(page.start, page.end).trim() === parsed.text.slice(draft.start, draft.end).trim();
    const columns = whole
      ? { startColumn: null, endColumn: null }
      : { startColumn: draft.start - page.start + 1, endColumn: draft.end - page.start };
    return { startLine, endLine, ...columns, page: draft.page };
  }
  const whole = draft.start === lines.startOf(startLine) && draft.end === lines.endOf(endLine);
  const columns = whole
    ? { startColumn: null, endColumn: null }
    : {
        startColumn: draft.start - lines.startOf(startLine) + 1,
        endColumn: draft.end - lines.startOf(endLine),
      };
  return { startLine, endLine, ...columns, page: null };
}

function toPreparedChunk(chunk: Chunk, names: readonly string[]): PreparedChunk {
  // A unit of code counts its own name once more: every chunk of parse-header.ts has the file's
  // name, and the shortest would win over the function that is meant.
  const own = chunk.symbol?.at(-1);
  const heading = [...new Set([...names, ...chunk.headingPath]), ...(own === undefined ? [] : [own])].join(
    "\n",
  );
  const ofHeading = analyseForIndex(heading);
  const ofText = analyseForIndex(chunk.text);
  return {
    ...chunk,
    textHash: toContentHash(chunk.text),
    heading: ofHeading.words ?? heading,
    words: ofText.words,
    cjk: join(ofHeading.cjk, ofText.cjk),
    identifiers: join(ofHeading.identifiers, ofText.identifiers),
  };
}

function join(first: string, second: string): string {
  return first === "" || second === "" ? first + second : `${first} ${second}`;
}

/** Names are repeated with every chunk: a "heading" of a million characters would fill the disk. */
const MAX_NAME_CHARACTERS = 300;
const MAX_ALIASES = 20;

function toName(text: string): string {
  if (text.length <= MAX_NAME_CHARACTERS) return text;
  return `${text.slice(0, MAX_NAME_CHARACTERS).replace(/[\ud800-\udbff]$/, "")}…`;
}

function toStem(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}
