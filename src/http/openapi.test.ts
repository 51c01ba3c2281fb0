import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toOpenApi } from "./openapi.ts";
import { ROUTES } from "./routes.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: object }[];
  readonly requestBody?: { content: Record<string, { schema?: object }> };
  readonly responses: Record<string, { content: Record<string, unknown> }>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { schemas: Record<string, { $id: string }> };
}

const document = JSON.parse(JSON.stringify(toOpenApi(ROUTES, "1.2.3"))) as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe("the OpenAPI document", () => {
  it("describes every route once, each by a name of its own", () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = ROUTES.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
    expect(described.sort()).toEqual(routed.sort());
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(ROUTES.length);
    expect(document.openapi).toBe("3.1.0");
  });

  it("refers to nothing that is not there", () => {
    const references: string[] = [];
    JSON.stringify(document.paths, (key, value: unknown) => {
      if (key === "$ref") references.push(String(value));
      return value;
    });
    expect(references.length).toBeGreaterThan(20);
    for (const reference of new Set(references)) {
      const name = reference.replace("#/components/schemas/", "");
      expect(Object.keys(document.components.schemas)).toContain(name);
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect(schema.$id).toBe(`/api/v1/schema/${name}`);
      const inner = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(
        ([, target]) => target ?? "",
      );
      const known = Object.keys((schema as { $defs?: object }).$defs ?? {}).map((each) => `#/$defs/${each}`);
      for (const target of inner) expect([...known, "#"]).toContain(target);
    }
  });

  it("names path parameters, and tells which of the others are needed", () => {
    const compare = document.paths["/api/v1/eval/compare"]?.["get"]?.parameters ?? [];
    expect(compare.map(({ name, required }) => [name, required])).toEqual([
      ["a", true],
      ["b", true],
    ]);
    const read = document.paths["/api/v1/docs/{id}"]?.["get"]?.parameters ?? [];
    expect(read).toContainEqual(expect.objectContaining({ name: "id", in: "path", required: true }));
    const search = document.paths["/api/v1/search"]?.["get"]?.parameters ?? [];
    expect(search.find(({ name }) => name === "top")?.schema).toMatchObject({
      type: "integer",
      maximum: 1000,
    });
    expect(search.find(({ name }) => name === "type")).toMatchObject({
      explode: false,
      schema: { type: "array" },
    });
  });

  it("gives bodies as schemas that take what the server takes", () => {
    const body = document.paths["/api/v1/search"]?.["post"]?.requestBody?.content["application/json"]?.schema;
    const check = z.fromJSONSchema(body as Parameters<typeof z.fromJSONSchema>[0]);
    expect(check.safeParse({ query: "롤백", top: 3, tags: ["ops"], mode: "lexical" }).success).toBe(true);
    expect(check.safeParse({ query: "롤백", topp: 3 }).success).toBe(false);
    expect(check.safeParse({ top: 3 }).success).toBe(false);
  });
});
