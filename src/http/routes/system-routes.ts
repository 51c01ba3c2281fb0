import { basename } from "node:path";
import { z } from "zod";
import { KebabError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { toJsonSchema, WIRE_SCHEMAS, type WireName } from "../../wire/schemas.ts";
import { defineRoute, type Route } from "../route.ts";

const reading = { method: "GET", writes: false } as const;
const NAMES = Object.keys(WIRE_SCHEMAS) as WireName[];

/** An id, the start of one, `last` or `last~1`: never a path, which the command takes, too. */
const RUN = /^[0-9A-Za-z~-]{1,64}$/;
const VARIANT = /^[0-9A-Za-z~-]{1,64}(?::[a-z_]{1,32}(?:\/[a-z_]{1,32})?)?$/;
const variant = z.string().regex(VARIANT, "it is no run id, last or last~1, with :mode/fusion after it");

export const SYSTEM_ROUTES: readonly Route[] = [
  defineRoute({
    ...reading,
    path: "/healthz",
    name: "health",
    about: "Answers while the server lives",
    turn: null,
    answers: { wire: "health.v1" },
    handle: async ({ server: { version, readonly } }) => ({
      schema_version: "health.v1",
      status: "ok",
      version,
      readonly,
    }),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/status",
    name: "status",
    about: "What the index holds",
    turn: "search",
    answers: { wire: "status.v1" },
    handle: ({ server }) => server.kebab.status(),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/eval/runs",
    name: "listRuns",
    about: "Evaluations that were run, oldest first",
    turn: "search",
    answers: { wire: "eval_list.v1" },
    handle: async ({ server }) => {
      const list = await server.kebab.listRuns();
      // Where they lie is nobody's business here, and the reason names it.
      const broken = list.broken.map(({ folder }) => ({
        folder: basename(folder),
        reason: "`kebab eval list` tells why it cannot be read",
      }));
      return { ...list, broken };
    },
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/eval/runs/:id",
    name: "readRun",
    about: "One evaluation, by its id, the start of it, last or last~1",
    turn: "search",
    query: z.strictObject({
      queries: z.enum(["true", "false"]).exactOptional().describe("With every query's own figures"),
    }),
    answers: { wire: "eval_record.v1" },
    handle: ({ server, parameters, query }) => {
      const id = parameters["id"] ?? "";
      if (!RUN.test(id)) throw toUnknownRun();
      return server.kebab.readRun(id, { queries: query.queries === "true" });
    },
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/eval/compare",
    name: "compareRuns",
    about: "Two evaluations, or two variants such as last:hybrid/rrf, held against each other",
    turn: "search",
    query: z.strictObject({ a: variant.describe("The baseline"), b: variant }),
    answers: { wire: "eval_comparison.v1" },
    handle: ({ server, query }) => server.kebab.compareRuns(query.a, query.b),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/schema",
    name: "listSchemas",
    about: "JSON Schema of everything on the wire, by name",
    turn: null,
    answers: { type: "application/json", about: "One schema a name" },
    handle: async () => Object.fromEntries(NAMES.map((name) => [name, toJsonSchema(name)])),
  }),
  defineRoute({
    ...reading,
    path: "/api/v1/schema/:name",
    name: "readSchema",
    about: "JSON Schema of one type on the wire",
    turn: null,
    answers: { type: "application/schema+json", about: "A JSON Schema" },
    handle: async ({ parameters }) => {
      const asked = parameters["name"] ?? "";
      const found = NAMES.find((name) => name === asked);
      if (found !== undefined) return toJsonSchema(found) as object;
      const close = nearest(asked, NAMES);
      throw new KebabError("not-found", "Cannot find a schema of this name", {
        hint: close === null ? "GET /api/v1/schema lists them" : `Did you mean ${close}?`,
      });
    },
  }),
];

function toUnknownRun(): KebabError {
  return new KebabError("not-found", "Cannot find this run: it is no run id, last or last~1", {
    hint: "GET /api/v1/eval/runs lists them",
  });
}
