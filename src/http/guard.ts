import { createHash, timingSafeEqual } from "node:crypto";
import { type Address, isLoopback, isOurHost } from "./address.ts";
import { HttpError } from "./http-error.ts";

export interface Door {
  readonly address: Address;
  readonly token: string;
}

/** What a request asks to be let in for. */
export interface Visit {
  readonly headers: Headers;
  readonly writes: boolean;
  /** The page itself may bring its token in its address: nothing was there before to add a header. */
  readonly query?: URLSearchParams;
  /** The same for everyone and without any of the user's text. */
  readonly isPublic?: boolean;
}

/** Throws where a page from elsewhere, or somebody without the token, asks for what is not theirs. */
export function checkVisit(visit: Visit, { address, token }: Door): void {
  const { headers } = visit;
  const host = headers.get("host") ?? "";
  if (!isOurHost(host, address)) {
    throw toForbidden("the Host header names another server", "Use the address `kebab serve` has printed");
  }
  const origin = headers.get("origin");
  if (origin !== null && origin !== `http://${host.toLowerCase()}`) {
    throw toForbidden(
      "it comes from a page of another origin",
      "Only kebab's own page may call from a browser",
    );
  }
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") {
    throw toForbidden("it comes from a page of another site", "Open kebab's page by its own address");
  }
  if (visit.isPublic === true) return;
  const isNeeded = !isLoopback(address.host) || (visit.writes && isFromBrowser(headers));
  if (isNeeded && !isToken(readToken(visit), token)) {
    throw new HttpError("unauthorized", "Cannot answer this request: it lacks the token", {
      hint: "Send what `kebab serve` has printed as x-kebab-token, or as Authorization: Bearer",
      headers: { "www-authenticate": "Bearer" },
    });
  }
}

function toForbidden(reason: string, hint: string): HttpError {
  return new HttpError("forbidden", `Cannot answer this request: ${reason}`, { hint });
}

/** Every browser says one of these with a call that writes; programs do not, though Node's fetch sends a Sec-Fetch-Mode. */
function isFromBrowser(headers: Headers): boolean {
  return headers.has("origin") || headers.has("sec-fetch-site");
}

function readToken({ headers, query }: Visit): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return headers.get("x-kebab-token") ?? bearer ?? query?.get("token") ?? null;
}

/** By their digests, which are of one length: neither length nor place of a difference shows in the time. */
function isToken(given: string | null, token: string): boolean {
  if (given === null) return false;
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
