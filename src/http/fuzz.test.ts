import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpBench } from "../../test/support/http-bench.ts";
import { errorBody } from "../wire/system.ts";
import type { Route } from "./route.ts";
import { ROUTES } from "./routes.ts";

let bench: HttpBench;
beforeAll(async () => {
  bench = await HttpBench.open();
});
afterAll(() => bench[Symbol.asyncDispose]());

const TRICKS = [
  ...[
    "..",
    "%2e%2e",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%5c..%5c",
    "%00",
    "%",
    "%zz",
    "%ff%fe",
    "%ed%a0%80",
    "~",
  ],
  ...[
    "%2Fetc%2Fpasswd",
    "file:%2F%2F%2Fetc%2Fpasswd",
    "'%20or%201=1--",
    "%22",
    "%F0%9F%92%A9",
    "a".repeat(3000),
  ],
  ...[
    "__proto__",
    "constructor",
    "last~99999999999",
    "-1",
    "%0d%0aset-cookie:x=1",
    "*",
    "%3Cscript%3E",
    "롤백",
  ],
];

const isBody = (route: Route): boolean => route.method === "POST";
const toPath = (route: Route, part: string): string => route.path.replace(/:\w+/g, part);
const withQuery = (route: Route, query: string): string => toPath(route, "x") + query;

async function send(
  route: Route,
  path: string,
  body?: NonNullable<RequestInit["body"]>,
  type = "application/json",
): Promise<Response> {
  return bench.request(path, {
    method: route.method,
    ...(isBody(route) ? { body: body ?? "{}", headers: { "content-type": type } } : {}),
  });
}

async function expectRefusal(response: Response, what: string): Promise<void> {
  const text = await response.text();
  expect([what, response.status, text.slice(0, 300)]).toEqual([
    what,
    expect.toSatisfy((status: number) => status >= 400 && status < 500),
    text.slice(0, 300),
  ]);
  errorBody.parse(JSON.parse(text));
  expect(text).not.toContain(bench.kebab.paths.folder);
  expect(text).not.toContain(bench.folder.at("home"));
}

const routes = ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const);

describe.each(routes)("%s", (_name, route) => {
  it("refuses a query it does not know", async () => {
    for (const query of [
      "?nothing=1",
      "?__proto__=1",
      "?constructor=x",
      "?%00=%00",
      `?a=${"a".repeat(20_000)}`,
    ]) {
      await expectRefusal(await send(route, withQuery(route, query)), query);
    }
  });

  it("refuses every other method", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
      await expectRefusal(await bench.request(toPath(route, "x"), { method }), method);
    }
  });
});

describe.each(routes.filter(([, { path }]) => path.includes(":")))("%s", (_name, route) => {
  it("finds nothing by a trick in its address", async () => {
    for (const trick of TRICKS) await expectRefusal(await send(route, toPath(route, trick)), trick);
  });
});

describe.each(routes.filter(([, route]) => isBody(route) && route.body !== "bytes"))("%s", (_name, route) => {
  it("refuses a body that is no JSON or of another shape", async () => {
    const bodies = [
      ...["", "{", "nul", "[]", "7", '"text"', "null", "true", "\u0000", '{"a": 1}', '{"__proto__": {}}'],
      ...[
        "[".repeat(100_000),
        `{"query": ${"9".repeat(400)}}`,
        '{"question": "x", "question2": 1}',
        "\ufeff{}x",
      ],
      ...['{"query": {"$gt": ""}}', '{"query": ["a"]}', '{"text": 7}', '{"question": null}', '{"add": "x"}'],
      ...['{"source": 1}', '{"paths": "x"}', '{"force": "yes"}', '{"source": "notes", "paths": [".."]}'],
    ];
    for (const body of bodies)
      await expectRefusal(await send(route, withQuery(route, ""), body), body.slice(0, 40));
    const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x7b]);
    await expectRefusal(await send(route, withQuery(route, ""), bytes), "bytes");
    await expectRefusal(
      await send(route, withQuery(route, ""), `{"query": "${"x".repeat(3_000_000)}"}`),
      "huge",
    );
  });
});

/** What of a request has its right name and any value. */
const values = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 4 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
);

describe("any value under a right name", () => {
  const reading = ROUTES.filter((route) => !route.writes && (route.query !== null || route.body !== null));

  it.each(reading.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "is answered or refused by %s, never a fault",
    async (_name, route) => {
      const schema = route.query ?? (route.body as Exclude<Route["body"], "bytes" | null>);
      const keys = Object.keys(schema.shape);
      const given = fc.dictionary(fc.constantFrom(...keys), values, { maxKeys: 4 });
      await fc.assert(
        fc.asyncProperty(given, async (request) => {
          const isByQuery = route.query !== null;
          const pairs = new URLSearchParams();
          for (const [key, value] of Object.entries(request)) {
            pairs.append(key, typeof value === "string" ? value : JSON.stringify(value));
          }
          const query = isByQuery ? `?${pairs.toString()}` : "";
          const response = await send(
            route,
            withQuery(route, query),
            isByQuery ? "{}" : JSON.stringify(request),
          );
          const text = await response.text();
          expect(response.status < 500 ? "fine" : text).toBe("fine");
          if (response.status >= 400) errorBody.parse(JSON.parse(text));
        }),
        { numRuns: 60 },
      );
    },
  );

  it("leaves nothing in the log that would be ours to mend", () => {
    expect(bench.log).toEqual([]);
  });
});
