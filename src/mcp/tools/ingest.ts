import { realpathSync } from "node:fs";
import { isAbsolute, sep } from "node:path";
import { z } from "zod";
import type { IngestRequest } from "../../app/ingest.ts";
import type { Kebab } from "../../app/kebab.ts";
import { KebabError } from "../../core/errors.ts";
import { parseList } from "../../core/parse-list.ts";
import { documentDetail } from "../../wire/documents.ts";
import type { Progress } from "../progress.ts";
import { renderStored, toChunks } from "../text.ts";
import { type Call, defineTool } from "../tool.ts";

const LONGEST_PATH = 4096;
const LONGEST_NOTE = 1_000_000;
const LONGEST_TEXT = 1000;
const MOST_TAGS = 100;

const tags = z
  .array(z.string().min(1).max(LONGEST_TEXT))
  .max(MOST_TAGS)
  .exactOptional()
  .describe("Tags for it");

export const ingestFileTool = defineTool({
  name: "ingest_file",
  title: "Index a file",
  description: `Indexes one file (Markdown, PDF, code, plain text) so that \`search\` finds it at once: {"path": "/home/me/notes/ops/new-runbook.md", "tags": ["ops"]}. A file inside an indexed folder is indexed where it lies, also after you have changed it; one from elsewhere is copied into the user's library. Only for files the user wants kept; for a text of your own use \`ingest_note\`.`,
  input: z.strictObject({
    path: z.string().min(1).max(LONGEST_PATH).describe("An absolute path on the machine kebab runs on"),
    tags,
  }),
  output: documentDetail,
  writes: true,
  isIdempotent: true,
  call: async (request, call) => {
    checkPath(request.path);
    if (call.onlyKnownSources) await checkInSource(request.path, call.kebab);
    call.progress.tell(`storing ${request.path}`);
    const { path, document } = await call.kebab.add(request.path, {
      ...toTold(call),
      tags: toTags(request.tags),
    });
    return { structured: document, text: [renderStored(document, call.onlyKnownSources ? null : path)] };
  },
});

export const ingestNoteTool = defineTool({
  name: "ingest_note",
  title: "Write a note",
  description: `Stores a new Markdown note in the user's library and indexes it: {"text": "…", "title": "Kafka lag 원인과 해결", "tags": ["kafka", "ops"]}. For decisions, findings and answers worth finding again, when the user asks for it or has agreed. Write it so that it stands alone: what, why, and where it came from, in the user's language. Every call makes a new note, so search first whether there is one.`,
  input: z.strictObject({
    text: z.string().min(1).max(LONGEST_NOTE).describe("Markdown"),
    title: z.string().min(1).max(LONGEST_TEXT).exactOptional().describe("By default the first line"),
    tags,
  }),
  output: documentDetail,
  writes: true,
  isIdempotent: false,
  call: async (note, call) => {
    call.progress.tell("storing the note");
    const { path, document } = await call.kebab.note({
      ...note,
      ...toTold(call),
      tags: toTags(note.tags),
    });
    return { structured: document, text: [renderStored(document, call.onlyKnownSources ? null : path)] };
  },
});

/** As the command takes them: a tag with its # is the same tag. */
function toTags(given: readonly string[] = []): string[] {
  return given.flatMap(parseList);
}

/** Followed, not stopped: one file is soon stored, and half a note would be on the disk and nowhere else. */
function toTold({ progress }: Call): Pick<IngestRequest, "onProgress"> {
  return { onProgress: (event) => tellStored(event, progress) };
}

function tellStored(
  event: Parameters<NonNullable<IngestRequest["onProgress"]>>[0],
  progress: Progress,
): void {
  if (event.kind === "file-stored") progress.tell(`stored ${event.path} as ${toChunks(event.chunks)}`);
  if (event.kind === "chunks-embedded") progress.tell(`embedded ${event.done} of ${event.total} chunks`);
}

/** Where a server was started from is nothing an agent knows. */
function checkPath(path: string): void {
  if (isAbsolute(path)) return;
  throw new KebabError("usage", `Cannot index ${path}: the path is not absolute`, {
    hint: "Give the whole path, as in /home/me/notes/a.md; ~ is not understood",
  });
}

/** Whoever may talk to the server must not make it read any file of its user and give it back. */
async function checkInSource(path: string, kebab: Kebab): Promise<void> {
  const absolute = toRealPath(path);
  const roots = (await kebab.listSources()).sources.map(({ root }) => toRealPath(root));
  if (absolute !== null && roots.some((root) => root !== null && absolute.startsWith(root + sep))) return;
  throw new KebabError("usage", `Cannot index ${path}: it lies in no indexed folder`, {
    hint: "Over HTTP only files inside known sources are read; `list` with what = sources shows them, ingest_note stores a text",
  });
}

function toRealPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
