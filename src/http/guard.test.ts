import { describe, expect, it } from "vitest";
import { checkVisit, type Visit } from "./guard.ts";
import { HttpError } from "./http-error.ts";

const TOKEN = "a-token-of-enough-letters";
const HERE = { host: "127.0.0.1", port: 7711 };
const EVERYWHERE = { host: "0.0.0.0", port: 7711 };

function visit(
  headers: Record<string, string>,
  options: Omit<Visit, "headers"> & { at?: typeof HERE } = { writes: false },
): string {
  const { at = HERE, ...rest } = options;
  try {
    checkVisit({ headers: new Headers(headers), ...rest }, { address: at, token: TOKEN });
    return "let in";
  } catch (error) {
    if (error instanceof HttpError) return error.code;
    throw error;
  }
}

describe("the Host header", () => {
  it.each(["127.0.0.1:7711", "localhost:7711", "LOCALHOST:7711", "[::1]:7711"])("may be %s", (host) => {
    expect(visit({ host })).toBe("let in");
  });

  it.each([
    ...[
      "evil.example",
      "evil.example:7711",
      "127.0.0.1",
      "127.0.0.1:80",
      "localhost:77110",
      "localhost:7711:1",
    ],
    ...[
      "127.0.0.1.evil.example:7711",
      "localhost.:7711",
      "[::2]:7711",
      "192.168.0.7:7711",
      "",
      "7711",
      "@localhost:7711",
    ],
    ...["localhost:7711@evil.example", "127.1:7711", "0:7711", "[::ffff:127.0.0.1]:7711"],
  ])("may not be %j", (host) => {
    expect(visit({ host })).toBe("forbidden");
  });

  it("may be any address of the machine where all are listened on, never another's name", () => {
    const token = { "x-kebab-token": TOKEN };
    const at = EVERYWHERE;
    expect(visit({ host: "192.168.0.7:7711", ...token }, { writes: false, at })).toBe("let in");
    expect(visit({ host: "[fe80::1]:7711", ...token }, { writes: false, at })).toBe("let in");
    expect(visit({ host: "evil.example:7711", ...token }, { writes: false, at })).toBe("forbidden");
  });

  it("may leave out port 80", () => {
    const at = { host: "127.0.0.1", port: 80 };
    expect(visit({ host: "localhost" }, { writes: false, at })).toBe("let in");
    expect(visit({ host: "localhost:80" }, { writes: false, at })).toBe("let in");
  });
});

describe("a page of another origin", () => {
  const host = "localhost:7711";

  it.each([
    ...[
      "http://evil.example",
      "null",
      "http://localhost:3000",
      "https://localhost:7711",
      "http://127.0.0.1:7711",
    ],
    ...["http://localhost:7711.evil.example", "", "file://"],
  ])("is refused: %j", (origin) => {
    expect(visit({ host, origin, "x-kebab-token": TOKEN })).toBe("forbidden");
  });

  it.each(["cross-site", "same-site", "anything"])("is refused by Sec-Fetch-Site: %s", (site) => {
    expect(visit({ host, "sec-fetch-site": site, "x-kebab-token": TOKEN })).toBe("forbidden");
  });

  it("is not our own one, or an address that was typed", () => {
    expect(visit({ host, origin: "http://localhost:7711", "sec-fetch-site": "same-origin" })).toBe("let in");
    expect(visit({ host, "sec-fetch-site": "none" })).toBe("let in");
  });
});

describe("the token", () => {
  const host = "localhost:7711";
  const browser = { host, origin: "http://localhost:7711" };

  it("is not asked of a program on this machine, nor for reading", () => {
    expect(visit({ host }, { writes: true })).toBe("let in");
    expect(visit(browser, { writes: false })).toBe("let in");
  });

  it.each([browser, { host, "sec-fetch-site": "same-origin" }])(
    "is asked of a browser that writes: %j",
    (headers) => {
      expect(visit(headers, { writes: true })).toBe("unauthorized");
      expect(visit({ ...headers, "x-kebab-token": `${TOKEN}x` }, { writes: true })).toBe("unauthorized");
      expect(visit({ ...headers, "x-kebab-token": "" }, { writes: true })).toBe("unauthorized");
      expect(visit({ ...headers, "x-kebab-token": TOKEN }, { writes: true })).toBe("let in");
      expect(visit({ ...headers, authorization: `Bearer ${TOKEN}` }, { writes: true })).toBe("let in");
    },
  );

  it("is asked of everyone where others can reach the server, but not for what is the same for all", () => {
    const at = { host: "192.168.0.7", port: 7711 };
    const headers = { host: "192.168.0.7:7711" };
    expect(visit(headers, { writes: false, at })).toBe("unauthorized");
    expect(visit({ ...headers, authorization: `Basic ${TOKEN}` }, { writes: false, at })).toBe(
      "unauthorized",
    );
    expect(visit({ ...headers, authorization: `bearer ${TOKEN}` }, { writes: false, at })).toBe("let in");
    expect(visit(headers, { writes: false, at, query: new URLSearchParams({ token: TOKEN }) })).toBe(
      "let in",
    );
    expect(visit(headers, { writes: false, at, isPublic: true })).toBe("let in");
  });
});
