import { expect, it } from "vitest";
import { z } from "zod";
import { toShortSchema } from "./short-schema.ts";

it("toShortSchema() leaves out bounds and keeps what an agent needs, at every depth", () => {
  const schema = z.strictObject({
    text: z.string().min(1).max(9).describe("Words"),
    top: z.int().min(1).max(10),
    tags: z.array(z.string().max(5)).min(1),
    queries: z.array(z.strictObject({ query: z.string().min(2) })),
  });
  expect(toShortSchema(z.toJSONSchema(schema))).toEqual({
    type: "object",
    properties: {
      text: { type: "string", description: "Words" },
      top: { type: "integer", minimum: 1, maximum: 10 },
      tags: { type: "array", items: { type: "string" } },
      queries: {
        type: "array",
        items: {
          type: "object",
          properties: { query: { type: "string" } },
          required: ["query"],
          additionalProperties: false,
        },
      },
    },
    required: ["text", "top", "tags", "queries"],
    additionalProperties: false,
  });
});

it("toShortSchema() keeps arguments whose names are keywords", () => {
  const schema = z.strictObject({ maxItems: z.string(), properties: z.string(), minLength: z.string() });
  expect(Object.keys(toShortSchema(z.toJSONSchema(schema))["properties"] as object)).toEqual([
    "maxItems",
    "properties",
    "minLength",
  ]);
});
