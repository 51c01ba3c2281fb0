import { join, resolve, sep } from "node:path";
import { z } from "zod";
import type { Kebab } from "../../app/kebab.ts";
import { toProgressWire } from "../../app/to-wire.ts";
import { KebabError } from "../../core/errors.ts";
import { parseList } from "../../core/parse-list.ts";
import { createChannel } from "../channel.ts";
import { type ServerEvent, toEventStream, wantsJson } from "../event-stream.ts";
import { type Call, defineRoute, type Route } from "../route.ts";

const text = z.string().min(1).max(1000);
const tags = z.array(text).max(100);
const writing = { method: "POST", writes: true } as const;
/** Whoever reads more slowly than files are looked at is spared the least telling of the events. */
const MOST_UNREAD = 1000;

const ingestRequest = z.strictObject({
  source: text.exactOptional().describe("The id of a source; every known one unless given"),
  paths: z
    .array(z.string().max(4000))
    .min(1)
    .max(1000)
    .exactOptional()
    .describe("Files and folders within that source; all of it unless given"),
  force: z.boolean().exactOptional().describe("Index again what has not changed"),
  dry_run: z.boolean().exactOptional().describe("Look and tell, change nothing"),
  embeddings: z.boolean().exactOptional().describe("False leaves the vectors for later"),
});

type IngestBody = z.infer<typeof ingestRequest>;

export const WRITING_ROUTES: readonly Route[] = [
  defineRoute({
    ...writing,
    path: "/api/v1/ingest",
    name: "ingest",
    about:
      "Bring the index up to date: events as it goes on, or with Accept: application/json the report alone. It goes on when its caller goes away",
    turn: null,
    body: ingestRequest,
    answers: {
      wire: "ingest_report.v1",
      events: { progress: "ingest_progress.v1", report: "ingest_report.v1", error: "error.v1" },
    },
    handle: (call) => ingest(call, call.body),
  }),
  defineRoute({
    ...writing,
    path: "/api/v1/files",
    name: "uploadFile",
    about: "Take a file into the library and index it",
    turn: "write",
    query: z.strictObject({
      name: text.describe("Its name with the extension, which tells its type"),
      tags: z.string().max(4000).exactOptional().describe("With commas"),
    }),
    body: "bytes",
    answers: { wire: "document.v1" },
    handle: ({ server, query, body }) =>
      server.kebab.upload(query.name, body, { tags: parseList(query.tags ?? "") }),
  }),
  defineRoute({
    ...writing,
    path: "/api/v1/notes",
    name: "addNote",
    about: "Store a note in the library and index it",
    turn: "write",
    body: z.strictObject({
      text: z.string().max(1_000_000),
      title: text.exactOptional().describe("The first line unless given"),
      tags: tags.exactOptional(),
    }),
    answers: { wire: "document.v1" },
    handle: async ({ server, body }) => (await server.kebab.note(body)).document,
  }),
  defineRoute({
    ...writing,
    path: "/api/v1/docs/:id/tags",
    name: "tagDocument",
    about: "Give a document tags, or take away those it was given so",
    turn: "write",
    body: z.strictObject({ add: tags.exactOptional(), remove: tags.exactOptional() }),
    answers: { wire: "document.v1" },
    handle: ({ server, parameters, body: { add = [], remove = [] } }) => {
      if (add.length + remove.length === 0) throw new KebabError("usage", "Cannot tag: no tag was given");
      return server.kebab.tag(parameters["id"] ?? "", { add, remove });
    },
  }),
];

/** What fails before the first event has a status of its own. */
async function ingest({ server, request }: Call<unknown, unknown>, body: IngestBody): Promise<object> {
  const { kebab, stopping } = server;
  const events = createChannel<ServerEvent>();
  const running = kebab.ingest({
    paths: await toPaths(kebab, body),
    knownSourcesOnly: true,
    force: body.force ?? false,
    dryRun: body.dry_run ?? false,
    embeddings: body.embeddings ?? true,
    signal: stopping,
    onProgress: (event) => {
      if (event.kind === "file-unchanged" && events.waiting > MOST_UNREAD) return;
      events.put({ event: "progress", data: toProgressWire(event) });
    },
  });
  server.keep(running);
  if (wantsJson(request)) return running;
  running.then(
    (report) => {
      events.put({ event: "report", data: report });
      events.end();
    },
    (error: unknown) => events.end(error),
  );
  const iterator = events[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* toEvents(): AsyncGenerator<ServerEvent> {
    if (first.done !== true) yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  return toEventStream(toEvents(), { toError: server.toErrorEvent, gone: request.signal });
}

/** Inside the source by name; whether they are so on the disk, too, is looked at when they are read. */
async function toPaths(kebab: Kebab, { source, paths }: IngestBody): Promise<string[]> {
  if (source === undefined) {
    if (paths === undefined) return [];
    throw new KebabError("usage", 'Cannot ingest paths without "source": they lie within one', {
      hint: "GET /api/v1/sources lists the sources",
    });
  }
  const known = (await kebab.listSources()).sources.find(({ source_id }) => source_id === source);
  if (known === undefined) {
    throw new KebabError("not-found", `Cannot find a source "${source}"`, {
      hint: "GET /api/v1/sources lists the sources",
    });
  }
  const root = resolve(known.root);
  return (paths ?? [""]).map((path) => {
    const place = resolve(join(root, path));
    const isInside = place === root || place.startsWith(root.endsWith(sep) ? root : root + sep);
    if (isInside && !path.includes("\0")) return place;
    throw new KebabError("usage", `Cannot ingest ${JSON.stringify(path)}: it leads out of its source`, {
      hint: "Paths are relative to the source",
    });
  });
}
