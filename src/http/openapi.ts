import { z } from "zod";
import { toJsonSchema, WIRE_SCHEMAS, type WireName } from "../wire/schemas.ts";
import type { Answers, Route } from "./route.ts";

const ERROR = "error.v1" satisfies WireName;

/** OpenAPI 3.1, from the table of routes and the schemas that check what comes and goes. */
export function toOpenApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) };
  }
  const names = Object.keys(WIRE_SCHEMAS) as WireName[];
  return {
    openapi: "3.1.0",
    info: {
      title: "kebab",
      version,
      description: "Search, answers and documents of a local knowledge base. Every failure is error.v1.",
    },
    paths,
    components: {
      // An id of its own makes a schema's inner references count from itself.
      schemas: Object.fromEntries(
        names.map((name) => [name, { ...(toJsonSchema(name) as object), $id: `/api/v1/schema/${name}` }]),
      ),
      securitySchemes: {
        token: { type: "apiKey", in: "header", name: "x-kebab-token" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  };
}

function toOperation(route: Route): object {
  const { name, about, writes, body, answers } = route;
  const parameters = [...toPathParameters(route.path), ...toQueryParameters(route.query)];
  return {
    operationId: name,
    summary: about,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: { required: true, content: toBodyContent(body) } }),
    // A program on the same machine needs no token; a page does, and so does whoever comes from elsewhere.
    ...(writes ? { security: [{ token: [] }, { bearer: [] }, {}] } : {}),
    responses: {
      "200": { description: "type" in answers ? answers.about : answers.wire, content: toContent(answers) },
      default: {
        description: "What went wrong",
        content: { "application/json": { schema: toReference(ERROR) } },
      },
    },
  };
}

function toPathParameters(path: string): object[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function toQueryParameters(query: z.ZodObject | null): object[] {
  if (query === null) return [];
  const { properties = {}, required = [] } = toInputSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    // Several names in one parameter, with commas.
    ...((schema as { type?: string }).type === "array" ? { style: "form", explode: false } : {}),
    schema,
  }));
}

function toBodyContent(body: z.ZodObject | "bytes"): object {
  if (body === "bytes") return { "application/octet-stream": {} };
  return { "application/json": { schema: toInputSchema(body) } };
}

function toInputSchema(schema: z.ZodObject) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return rest;
}

function toContent(answers: Answers): object {
  if ("type" in answers) return { [answers.type]: {} };
  const json = { "application/json": { schema: toReference(answers.wire) } };
  if (answers.events === undefined) return json;
  const events = Object.entries(answers.events).map(([event, wire]) => `event: ${event} with ${wire}`);
  return {
    ...json,
    "text/event-stream": {
      schema: { type: "string", description: `${events.join("; ")} as data, one line of JSON` },
    },
  };
}

function toReference(name: WireName): object {
  return { $ref: `#/components/schemas/${name}` };
}
