import { z } from "zod";
import { KebabError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import { toJsonSchema, WIRE_SCHEMAS, type WireName } from "../../wire/schemas.ts";
import { status } from "../../wire/system.ts";
import { renderStatus } from "../text.ts";
import { defineTool } from "../tool.ts";

export const statusTool = defineTool({
  name: "status",
  title: "State of the index",
  description:
    "How much is indexed, of which types and sources, when it was last brought up to date, and how many passages still wait for their vectors. Look here when a search finds less than you expect.",
  input: z.strictObject({}),
  output: status,
  writes: false,
  isIdempotent: true,
  call: async (_request, { kebab }) => {
    const state = await kebab.status();
    return { structured: state, text: [renderStatus(state)] };
  },
});

const NAMES = Object.keys(WIRE_SCHEMAS) as WireName[];

export const schemaTool = defineTool({
  name: "schema",
  title: "JSON Schema of kebab's output",
  description:
    'The JSON Schema of a structured result, such as {"name": "search_response.v1"}; without a name, the names there are. For programs that read the results; to use the other tools you do not need it.',
  input: z.strictObject({ name: z.string().max(1000).exactOptional() }),
  output: z.strictObject({
    names: z.array(z.string()),
    schema: z.record(z.string(), z.json()).nullable().describe("Null when no name was given"),
  }),
  writes: false,
  isIdempotent: true,
  call: async ({ name }) => {
    if (name === undefined) return { structured: { names: NAMES, schema: null }, text: [NAMES.join("\n")] };
    const found = NAMES.find((each) => each === name);
    if (found === undefined) {
      const close = nearest(name, NAMES);
      throw new KebabError("not-found", `Cannot find a schema "${name}"`, {
        hint: close === null ? "Call it without a name to see which there are" : `Did you mean ${close}?`,
      });
    }
    const schema = toJsonSchema(found);
    return { structured: { names: [found], schema }, text: [JSON.stringify(schema)] };
  },
});
