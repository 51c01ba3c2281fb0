/**
 * Header helpers for the gateway contract tests.
 *
 * Not a full RFC 9110 implementation: only what our tests look at.
 * 캐시 정책 표(dev/http-caching.md)가 바뀌면 `isSharedCacheable`의 테스트도 같이 고친다.
 */

export interface HeaderParameter {
  readonly name: string;
  /** null for a bare token such as `no-store`. */
  readonly value: string | null;
}

export interface CachePolicy {
  readonly noStore: boolean;
  readonly noCache: boolean;
  readonly isPrivate: boolean;
  readonly isPublic: boolean;
  readonly mustRevalidate: boolean;
  /** Seconds; null when the directive is missing or not a number. */
  readonly maxAge: number | null;
  readonly sharedMaxAge: number | null;
  readonly staleWhileRevalidate: number | null;
}

/** Raised when a header line is longer than {@link MAX_HEADER_LENGTH} or has no colon. */
export class HeaderSyntaxError extends Error {
  readonly line: string;

  constructor(message: string, line: string) {
    super(message);
    this.name = "HeaderSyntaxError";
    this.line = line.slice(0, 80);
  }
}

/** saebyeok-gw rejects header lines above 16 KiB with 431, so the tests do too. */
export const MAX_HEADER_LENGTH = 16_384;

/**
 * Splits `Name: value` into a lower-case name and a trimmed value.
 * White space before the colon is an error: proxies disagree about it,
 * which is how request smuggling starts.
 */
export function parseHttpHeader(line: string): { name: string; value: string } {
  if (line.length > MAX_HEADER_LENGTH) {
    throw new HeaderSyntaxError(`header line of ${line.length} characters`, line);
  }
  const colon = line.indexOf(":");
  if (colon <= 0) throw new HeaderSyntaxError("no header name", line);
  const name = line.slice(0, colon);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw new HeaderSyntaxError("illegal character in the header name", line);
  }
  return { name: name.toLowerCase(), value: line.slice(colon + 1).trim() };
}

/** `a=1, b="x, y", c` to three parameters. 따옴표 안의 쉼표는 구분자가 아니다. */
export function splitDirectives(value: string): HeaderParameter[] {
  const parts = value.match(/(?:[^,"]|"(?:\\.|[^"\\])*")+/g) ?? [];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const equals = part.indexOf("=");
      if (equals < 0) return { name: part.toLowerCase(), value: null };
      return {
        name: part.slice(0, equals).trim().toLowerCase(),
        value: unquote(part.slice(equals + 1).trim()),
      };
    });
}

export function parseCacheControl(value: string): CachePolicy {
  const directives = new Map(splitDirectives(value).map((item) => [item.name, item.value]));
  const seconds = (name: string): number | null => {
    const text = directives.get(name);
    return text != null && /^\d+$/.test(text) ? Number(text) : null;
  };
  return {
    noStore: directives.has("no-store"),
    noCache: directives.has("no-cache"),
    isPrivate: directives.has("private"),
    isPublic: directives.has("public"),
    mustRevalidate: directives.has("must-revalidate"),
    maxAge: seconds("max-age"),
    sharedMaxAge: seconds("s-maxage"),
    staleWhileRevalidate: seconds("stale-while-revalidate"),
  };
}

/**
 * May a CDN keep this response? Cookie로 인증하는 응답은 Authorization header가 없어서
 * 규격의 보호를 못 받는다. 그래서 `hasSession`을 따로 받는다.
 */
export function isSharedCacheable(
  policy: CachePolicy,
  request: { hasAuthorization: boolean; hasSession: boolean },
): boolean {
  if (policy.noStore || policy.isPrivate) return false;
  if (request.hasSession) return false;
  if (request.hasAuthorization) {
    return policy.isPublic || policy.sharedMaxAge !== null || policy.mustRevalidate;
  }
  return (policy.sharedMaxAge ?? policy.maxAge ?? 0) > 0;
}

function unquote(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  return text.slice(1, -1).replace(/\\(.)/g, "$1");
}
