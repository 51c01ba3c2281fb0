import { createHash } from "node:crypto";
import { mkdirSync, rmSync, statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { KebabError, toMessage } from "../core/errors.ts";
import { hashFile, sizeOf } from "./model-files.ts";

export const HUB_ENDPOINT = "https://huggingface.co";

export interface Download {
  readonly url: string;
  /** The final place; the bytes go to `<target>.part`. */
  readonly target: string;
  /** What the file must be by our own table; null: by the hub's word. */
  readonly sha256: string | null;
  readonly signal?: AbortSignal | undefined;
  /** Bytes so far, and in all when the server says so. */
  readonly onProgress?: ((done: number, total: number | null) => void) | undefined;
  /** A server that sends nothing for so long is given up. */
  readonly idleMs?: number;
}

export interface Downloaded {
  /** Complete and checked; the caller moves it into place. */
  readonly part: string;
  readonly sha256: string;
  readonly bytes: number;
}

const TRIES = 4;
const FIRST_WAIT_MS = 500;
const DEFAULT_IDLE_MS = 60_000;
const MOST_REDIRECTS = 5;

/** Fetches a file, going on where an earlier try stopped. */
export async function download(job: Download): Promise<Downloaded> {
  const part = `${job.target}.part`;
  mkdirSync(dirname(part), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    job.signal?.throwIfAborted();
    try {
      return await check(job, part, await fetchRest(job, part));
    } catch (error) {
      job.signal?.throwIfAborted();
      if (error instanceof KebabError) throw error;
      if (isDiskFull(error)) throw toDiskFull(part, error);
      if (attempt === TRIES) throw toClosed(job.url, error);
      await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, job.signal ? { signal: job.signal } : {});
    }
  }
}

/** What the hub says of a file before it sends it. */
interface Announcement {
  /** The sha256 of a large file, or git's own SHA-1 of a small one. */
  readonly hash: string | null;
}

async function fetchRest(job: Download, part: string): Promise<Announcement> {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort();
  job.signal?.addEventListener("abort", onAbort);
  let idle = setTimeout(onAbort, job.idleMs ?? DEFAULT_IDLE_MS);
  const stayAwake = (): void => {
    clearTimeout(idle);
    idle = setTimeout(onAbort, job.idleMs ?? DEFAULT_IDLE_MS);
  };
  try {
    const have = sizeOf(part) ?? 0;
    const { response, hash } = await request(job, have, controller.signal);
    // What we hold is the whole file already, or more than there is: the checksum tells which.
    if (response.status === 416) return { hash };
    if (!response.ok) throw toRefused(job.url, response.status);
    await append({ job, part, response, have, stayAwake });
    return { hash };
  } finally {
    clearTimeout(idle);
    job.signal?.removeEventListener("abort", onAbort);
    // Whatever is still to come of an answer that was refused.
    controller.abort();
  }
}

async function append({
  job,
  part,
  response,
  have,
  stayAwake,
}: {
  job: Download;
  part: string;
  response: Response;
  have: number;
  stayAwake: () => void;
}): Promise<void> {
  const resumes = response.status === 206;
  let done = resumes ? have : 0;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const total = Number.isNaN(length) ? null : done + length;
  if (!Number.isNaN(length)) refuseIfNoRoom(part, length);
  const file = await open(part, resumes ? "a" : "w");
  try {
    for await (const bytes of response.body ?? []) {
      stayAwake();
      await file.write(bytes as Uint8Array);
      done += (bytes as Uint8Array).length;
      job.onProgress?.(done, total);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (total !== null && done !== total) throw new Error(`the connection ended at ${done} of ${total} bytes`);
}

/** By hand: the headers with the checksum stand on the hub's own answer, which only points to where the bytes are. */
async function request(
  job: Download,
  have: number,
  signal: AbortSignal,
): Promise<{ response: Response; hash: string | null }> {
  let at = job.url;
  let hash: string | null = null;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const response = await fetch(at, {
      redirect: "manual",
      // Compressed bytes could not be gone on with, and their count is not the file's.
      headers: { "accept-encoding": "identity", ...(have > 0 ? { range: `bytes=${have}-` } : {}) },
      signal,
    });
    hash ??= toHash(response.headers.get("x-linked-etag"));
    if (redirects === 0) hash ??= toHash(response.headers.get("etag"));
    refuseOtherFile(job, hash);
    const location = response.headers.get("location");
    if (response.status < 300 || response.status >= 400 || location === null) return { response, hash };
    await response.body?.cancel();
    at = new URL(location, at).href;
  }
  throw new Error(`more than ${MOST_REDIRECTS} redirects`);
}

function toHash(etag: string | null): string | null {
  const hash = etag?.replace(/^W\//, "").replaceAll('"', "").toLowerCase() ?? "";
  return /^(?:[0-9a-f]{64}|[0-9a-f]{40})$/.test(hash) ? hash : null;
}

async function check(job: Download, part: string, { hash }: Announcement): Promise<Downloaded> {
  const sha256 = await hashFile(part, job.signal);
  const bytes = sizeOf(part) ?? 0;
  const expected = job.sha256 ?? hash;
  const found = expected?.length === 40 ? await hashAsGit(part, bytes) : sha256;
  if (expected === null || found === expected) return { part, sha256, bytes };
  rmSync(part, { force: true });
  throw new KebabError(
    "model-unreachable",
    `Cannot take ${job.url}: its checksum is ${found}, not ${expected}`,
    {
      hint: "Try again; if it stays so, something between you and the hub changes what it sends",
      details: { url: job.url, expected, found },
    },
  );
}

/** Git hashes a header with the length before the content. */
async function hashAsGit(path: string, bytes: number): Promise<string> {
  const hash = createHash("sha1").update(`blob ${bytes}\0`);
  const file = await open(path);
  try {
    for await (const chunk of file.createReadStream({ autoClose: false })) hash.update(chunk as Buffer);
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}

function refuseOtherFile({ url, sha256 }: Download, announced: string | null): void {
  if (sha256 === null || announced?.length !== 64 || announced === sha256) return;
  throw new KebabError(
    "model-unreachable",
    `Cannot take ${url}: the hub offers another file than kebab knows`,
    {
      hint: "Look for a newer kebab, which may know the new file",
      details: { url, expected: sha256, announced },
    },
  );
}

function refuseIfNoRoom(part: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(part));
  if (bavail * bsize < bytes) throw toDiskFull(part, new Error(`${bytes} bytes are to come`));
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

function toDiskFull(part: string, cause: unknown): KebabError {
  return new KebabError("disk-full", `Cannot write ${part}: the disk is full (${toMessage(cause)})`, {
    hint: "Free some space and run it again: it goes on where it stopped. embeddings.models_dir may lie on another disk",
    cause,
  });
}

function toRefused(url: string, status: number): Error {
  // Busy and broken servers are worth another try, the others have decided.
  if (status === 429 || status >= 500) return new Error(`the hub answers ${status}`);
  const reason = status === 404 ? "the hub has no such file" : `the hub answers ${status}`;
  return new KebabError("model-unreachable", `Cannot fetch ${url}: ${reason}`, {
    hint: "Check embeddings.hub_endpoint",
    details: { url, status },
  });
}

function toClosed(url: string, cause: unknown): KebabError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return new KebabError("model-unreachable", `Cannot fetch ${url}: ${toMessage(inner)}`, {
    hint: "Check the network and run it again: it goes on where it stopped",
    details: { url },
    cause,
  });
}
