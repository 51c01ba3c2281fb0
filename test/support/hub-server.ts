import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { answerJson, LocalServer } from "./local-server.ts";

export interface HubServer extends AsyncDisposable {
  readonly url: string;
  /** Paths with the range asked for: "/Xenova/m/resolve/main/config.json bytes=10-". */
  readonly requests: string[];
}

export interface HubServerOptions {
  readonly files: Readonly<Record<string, string>>;
  /** Cuts the connection of a large file after so many bytes, so many times. */
  readonly cut?: { readonly afterBytes: number; readonly times: number };
  /** Announces checksums that are not those of the files. */
  readonly announcesWrong?: boolean;
  readonly ignoresRange?: boolean;
  /** Answers with this status, so many times. */
  readonly fails?: { readonly status: number; readonly times: number };
}

/**
 * A hub: `/<repository>/resolve/main/<file>` answers with the checksum. Large files (`.onnx`) have their sha256
 * there and lie behind a redirect; small ones have git's SHA-1 and come at once.
 */
export async function openHubServer(options: HubServerOptions): Promise<HubServer> {
  const requests: string[] = [];
  let cuts = options.cut?.times ?? 0;
  let failures = options.fails?.times ?? 0;
  const failingStatus = options.fails?.status ?? 500;
  const server = await LocalServer.open((request, response) => {
    const { pathname } = new URL(String(request.url), "http://hub");
    const { range } = request.headers;
    requests.push(range === undefined ? pathname : `${pathname} ${range}`);
    const isStored = pathname.startsWith("/stored/");
    const name = pathname.replace(isStored ? "/stored/" : /^.*\/resolve\/main\//, "");
    const text = options.files[name];
    if (failures > 0) {
      failures--;
      answerJson(response, failingStatus, {});
    } else if (text === undefined) {
      answerJson(response, 404, { error: "Entry not found" });
    } else if (isLarge(name) && !isStored) {
      response.writeHead(302, { location: `/stored/${name}`, "x-linked-etag": toEtag(name, text, options) });
      response.end();
    } else {
      const isCut = isLarge(name) && cuts > 0;
      if (isCut) cuts--;
      send(response, {
        content: Buffer.from(text),
        start: options.ignoresRange === true ? 0 : toStart(range),
        headers: isStored ? {} : { etag: toEtag(name, text, options) },
        cutAfter: isCut ? options.cut?.afterBytes : undefined,
      });
    }
  });
  return { url: server.url, requests, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function send(
  response: ServerResponse,
  what: { content: Buffer; start: number; headers: Record<string, string>; cutAfter: number | undefined },
): void {
  const { content, start, headers, cutAfter } = what;
  if (start > 0 && start >= content.length) {
    response.writeHead(416, headers);
    response.end();
    return;
  }
  const rest = content.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, { "content-length": rest.length, ...headers });
  if (cutAfter === undefined) response.end(rest);
  // After a moment, so that what was sent arrives.
  else response.write(rest.subarray(0, cutAfter), () => setTimeout(() => response.destroy(), 100));
}

function toStart(range = "0"): number {
  return Number(/\d+/.exec(range)?.[0]);
}

function isLarge(name: string): boolean {
  return name.endsWith(".onnx");
}

function toEtag(name: string, text: string, { announcesWrong }: HubServerOptions): string {
  if (announcesWrong === true) return `"${"0".repeat(64)}"`;
  const content = Buffer.from(text);
  const hash = isLarge(name)
    ? createHash("sha256").update(content)
    : createHash("sha1").update(`blob ${content.length}\0`).update(content);
  return `"${hash.digest("hex")}"`;
}
