import { readEvents } from "./server-events.ts";
import type { Wire } from "./wire.ts";

type Parameters = Readonly<Record<string, string | number | undefined>>;

/** What a search or a question may be narrowed to, by the names the API knows. */
export interface SearchRequest {
  readonly query: string;
  readonly mode?: string;
  readonly top?: number;
  readonly type?: string;
  readonly tags?: string;
  readonly source?: string;
  readonly lang?: string;
  readonly after?: string;
  readonly before?: string;
  readonly explain?: boolean;
  readonly cursor?: string;
}

/** An answer of the server that is no success, or no answer at all (`unreachable`). */
export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | null;

  constructor(body: { code: string; message: string; hint: string | null }, options?: ErrorOptions) {
    super(body.message, options);
    this.name = "ApiError";
    this.code = body.code;
    this.hint = body.hint;
  }
}

export const search = (request: SearchRequest, signal: AbortSignal): Promise<Wire<"search_response.v1">> =>
  post("search", request, signal);

export const listDocuments = (
  parameters: Parameters,
  signal?: AbortSignal,
): Promise<Wire<"document_list.v1">> => get("docs", parameters, signal);

export const readDocument = (id: string, signal?: AbortSignal): Promise<Wire<"document.v1">> =>
  get(`docs/${encodeURIComponent(id)}`, {}, signal);

export const readText = (id: string, signal?: AbortSignal): Promise<Wire<"fetch_result.v1">> =>
  get(`docs/${encodeURIComponent(id)}/text`, {}, signal);

/** The text of a citation: `paper.pdf#p=3`. */
export const readSpan = (
  uri: string,
  source: string,
  signal?: AbortSignal,
): Promise<Wire<"fetch_result.v1">> => get("fetch", { uri, source }, signal);

export const readFile = async (id: string, signal?: AbortSignal): Promise<ArrayBuffer> =>
  (await request(`docs/${encodeURIComponent(id)}/file`, signalled({}, signal))).arrayBuffer();

export const listTags = (signal?: AbortSignal): Promise<Wire<"tag_list.v1">> => get("tags", {}, signal);
export const listSources = (signal?: AbortSignal): Promise<Wire<"source_list.v1">> =>
  get("sources", {}, signal);
export const readStatus = (signal?: AbortSignal): Promise<Wire<"status.v1">> => get("status", {}, signal);
export const readMap = (signal?: AbortSignal): Promise<Wire<"map.v1">> => get("map", {}, signal);
export const listRuns = (signal?: AbortSignal): Promise<Wire<"eval_list.v1">> => get("eval/runs", {}, signal);
export const compareRuns = (
  a: string,
  b: string,
  signal?: AbortSignal,
): Promise<Wire<"eval_comparison.v1">> => get("eval/compare", { a, b }, signal);

export const addNote = (
  note: { text: string; title?: string; tags?: readonly string[] },
  signal: AbortSignal,
): Promise<unknown> => post("notes", note, signal);

export const addFile = async (file: File, signal: AbortSignal): Promise<void> => {
  await request(`files?${new URLSearchParams({ name: file.name })}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
    signal,
  });
};

export const ask = (
  { query, ...request }: SearchRequest,
  signal: AbortSignal,
): AsyncGenerator<Wire<"answer_event.v1">> => stream("ask", { question: query, ...request }, signal);

export const ingest = (
  signal: AbortSignal,
): AsyncGenerator<Wire<"ingest_progress.v1"> | Wire<"ingest_report.v1">> => stream("ingest", {}, signal);

async function get<T>(path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<T> {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const query = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  return (await request(path + query, signalled({}, signal))).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown, signal: AbortSignal): Promise<T> {
  return (await request(path, toPost(body, signal))).json() as Promise<T>;
}

async function* stream<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const init = toPost(body, signal);
  const response = await request(path, {
    ...init,
    headers: { ...init.headers, accept: "text/event-stream" },
  });
  if (response.body === null) return;
  for await (const { event, data } of readEvents(response.body)) {
    const value: unknown = JSON.parse(data);
    if (event === "error") throw new ApiError(value as Wire<"error.v1">);
    yield value as T;
  }
}

const toPost = (body: unknown, signal: AbortSignal) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

const signalled = (init: RequestInit, signal: AbortSignal | undefined): RequestInit =>
  signal === undefined ? init : { ...init, signal };

async function request(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("x-kebab-token", readToken());
  const response = await fetch(`/api/v1/${path}`, { ...init, headers }).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError({ code: "unreachable", message: "", hint: null }, { cause: error });
  });
  if (response.ok) return response;
  throw new ApiError(await readError(response));
}

async function readError(
  response: Response,
): Promise<{ code: string; message: string; hint: string | null }> {
  const plain = {
    code: String(response.status),
    message: `${response.status} ${response.statusText}`,
    hint: null,
  };
  const body = (await response.json().catch(() => null)) as Partial<Wire<"error.v1">> | null;
  return { ...plain, ...body };
}

/** Writing calls need it; the server puts it into the page it serves. */
const readToken = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="kebab-token"]')?.content ?? "";
