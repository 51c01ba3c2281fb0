import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Kebab } from "../app/kebab.ts";
import { parseRequest } from "../app/search-request.ts";
import { KebabError } from "../core/errors.ts";
import type { Address } from "./address.ts";
import { checkVisit } from "./guard.ts";
import { HttpError, isFault, toFailure } from "./http-error.ts";
import { createPage } from "./page.ts";
import { checkType, readBytes, readJson } from "./read-body.ts";
import type { Redact } from "./redact.ts";
import type { Call, Route, Surroundings, TurnName } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { Turns } from "./turns.ts";

/** What another protocol answers under its own path. Whoever reaches it has passed the same checks. */
export interface Mount {
  readonly path: string;
  readonly fetch: (request: Request) => Promise<Response>;
}

export interface HttpAppOptions {
  readonly kebab: Kebab;
  readonly version: string;
  readonly readonly: boolean;
  readonly token: string;
  /** Asked with every request: a server may choose its port by itself. */
  readonly address: () => Address;
  readonly maxFileBytes: number;
  /** Folder of the built page; null where there is none. */
  readonly webRoot: string | null;
  readonly mounts?: readonly Mount[];
  readonly redact: Redact;
  /** A line for whoever keeps the server. */
  log(line: string): void;
  /** Aborts when the server is told to end. */
  readonly stopping: AbortSignal;
  /** Aborts when it waits no longer for what is running. */
  readonly ended?: AbortSignal;
  keep?(work: Promise<unknown>): void;
  /** For tests: how long a body may take. */
  readonly bodyTimeoutMs?: number;
}

const MAX_JSON_BYTES = 2_000_000;
const BODY_TIMEOUT_MS = 10_000;
const FILE_TIMEOUT_MS = 120_000;
const MAX_QUERY_CHARACTERS = 12_000;

/** The page's own code, styles and pictures; nothing inline, nothing from elsewhere, in nobody's frame. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const SAFETY_HEADERS = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

export function createHttpApp(options: HttpAppOptions): Hono {
  const app = new Hono();
  const server = toSurroundings(options);
  app.use("*", async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(SAFETY_HEADERS)) context.header(name, value);
    if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
    // Those who keep their connection are told to make a new one, which will find nobody.
    if (options.stopping.aborted) context.header("connection", "close");
  });
  addRoutes(app, server, options);
  addMounts(app, options);
  addPage(app, options);
  app.notFound((context) => {
    checkVisit({ headers: context.req.raw.headers, writes: false }, toDoor(options));
    throw new KebabError("not-found", "Cannot find anything at this address", {
      hint: "GET /api/v1/openapi.json describes all there is",
    });
  });
  app.onError((error, context) => {
    // A body that breaks off with its connection is nobody's fault.
    if (isFault(error) && !context.req.raw.signal.aborted) {
      options.log(`${context.req.method} ${context.req.path}: ${error.stack ?? error.message}`);
    }
    const { status, body, headers } = toFailure(error, options.redact);
    return Response.json(body, { status, headers });
  });
  return app;
}

function toSurroundings(options: HttpAppOptions): Surroundings {
  const turns: Record<TurnName, Turns> = {
    // While some wait for a server to embed their query others can read.
    search: new Turns({ running: 4, waiting: 500 }),
    answer: new Turns({ running: 4, waiting: 50 }),
    write: new Turns({ running: 1, waiting: 100 }),
  };
  return {
    kebab: options.kebab,
    version: options.version,
    readonly: options.readonly,
    stopping: options.stopping,
    takeTurn: (name, signal) => turns[name].take(signal),
    keep: (work) => {
      work.catch(() => undefined);
      options.keep?.(work);
    },
    toErrorEvent: (error) => {
      if (isFault(error))
        options.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return { event: "error", data: toFailure(error, options.redact).body };
    },
  };
}

function toDoor({ address, token }: HttpAppOptions) {
  return { address: address(), token };
}

function addRoutes(app: Hono, server: Surroundings, options: HttpAppOptions): void {
  const methods = new Map<string, string[]>();
  for (const route of ROUTES) {
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
    app.on(route.method, route.path, async (context) => {
      const { raw } = context.req;
      checkVisit({ headers: raw.headers, writes: route.writes }, toDoor(options));
      if (route.writes && options.readonly) {
        throw new KebabError("readonly", "Cannot write: kebab was started with --readonly", {
          hint: "Start `kebab serve` without --readonly",
        });
      }
      return answer(route, context, server, options);
    });
  }
  for (const [path, allowed] of methods) {
    app.all(path, (context) => {
      checkVisit({ headers: context.req.raw.headers, writes: false }, toDoor(options));
      throw toWrongMethod(allowed);
    });
  }
}

function toWrongMethod(allowed: readonly string[]): HttpError {
  const allow = allowed.includes("GET") ? [...allowed, "HEAD"] : allowed;
  return new HttpError(
    "method-not-allowed",
    `Cannot answer this method: the address takes ${allow.join(", ")}`,
    {
      hint: "GET /api/v1/openapi.json describes all there is",
      headers: { allow: allow.join(", ") },
    },
  );
}

async function answer(
  route: Route,
  context: Context,
  server: Surroundings,
  options: HttpAppOptions,
): Promise<Response> {
  const { raw } = context.req;
  const url = new URL(raw.url);
  if (url.search.length > MAX_QUERY_CHARACTERS) {
    throw new HttpError("too-large", "Cannot read the request: its query is too long", {
      hint: "Send it by POST",
    });
  }
  const query = readQuery(route, url.searchParams);
  const body = await readBody(route, raw, options);
  const signal = options.ended === undefined ? raw.signal : AbortSignal.any([raw.signal, options.ended]);
  const parameters = context.req.param() as Record<string, string>;
  const call: Call<unknown, unknown> = { server, request: raw, parameters, query, body, signal };
  const given = await inTurn(route, call);
  return given instanceof Response ? given : Response.json(given);
}

async function inTurn(route: Route, call: Call<unknown, unknown>): Promise<object> {
  if (route.turn === null) return route.handle(call);
  const release = await call.server.takeTurn(route.turn, call.signal);
  try {
    return await route.handle(call);
  } finally {
    release();
  }
}

function readQuery(route: Route, given: URLSearchParams): unknown {
  const names = [...new Set(given.keys())];
  const [first] = names;
  if (route.query !== null) {
    return parseRequest(
      route.query,
      Object.fromEntries(names.map((name) => [name, given.getAll(name).join(",")])),
    );
  }
  if (first === undefined) return null;
  throw new KebabError("usage", "Cannot read the request: this address takes no query", {
    hint: `Leave out everything from "?" on`,
  });
}

async function readBody(route: Route, request: Request, options: HttpAppOptions): Promise<unknown> {
  if (route.body === null) return null;
  if (route.body === "bytes") {
    checkType(request, "application/octet-stream");
    const timeoutMs = options.bodyTimeoutMs ?? FILE_TIMEOUT_MS;
    return readBytes(request, { maxBytes: options.maxFileBytes, timeoutMs });
  }
  const timeoutMs = options.bodyTimeoutMs ?? BODY_TIMEOUT_MS;
  return parseRequest(route.body, await readJson(request, { maxBytes: MAX_JSON_BYTES, timeoutMs }));
}

function addMounts(app: Hono, options: HttpAppOptions): void {
  for (const { path, fetch } of options.mounts ?? []) {
    const limit = bodyLimit({
      maxSize: MAX_JSON_BYTES,
      onError: () => {
        throw new HttpError(
          "too-large",
          `Cannot read the request: its body is longer than ${MAX_JSON_BYTES} bytes`,
          {
            hint: "Send less at once",
          },
        );
      },
    });
    app.all(path, async (context, next) => {
      checkVisit({ headers: context.req.raw.headers, writes: true }, toDoor(options));
      return limit(context, next);
    });
    app.all(path, (context) => fetch(context.req.raw));
  }
}

function addPage(app: Hono, options: HttpAppOptions): void {
  const page = createPage(options.webRoot);
  app.get("/", (context) => {
    const query = new URL(context.req.url).searchParams;
    checkVisit({ headers: context.req.raw.headers, writes: false, query }, toDoor(options));
    const text = "kebab's API is at /api/v1/openapi.json; its page is not built: run `npm run build:web`\n";
    return page.open(options.token) ?? context.text(text);
  });
  app.get("*", async (context, next) => {
    const found = page.find(context.req.path);
    if (found === null) return next();
    checkVisit({ headers: context.req.raw.headers, writes: false, isPublic: true }, toDoor(options));
    return found;
  });
}
