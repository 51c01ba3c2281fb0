import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Kebab } from "../app/kebab.ts";
import { parseRequest } from "../app/search-request.ts";
import { errorBody } from "../wire/system.ts";
import { type Redact, renderError, toErrorBody } from "./errors.ts";
import { Progress } from "./progress.ts";
import type { RunningCalls } from "./running-calls.ts";
import { toShortSchema } from "./short-schema.ts";

/** What a tool works with. */
export interface Call {
  readonly kebab: Kebab;
  /** Aborts when the client cancels the call or goes away. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Files may come from the folders of known sources alone. */
  readonly onlyKnownSources: boolean;
  readonly redact: Redact;
}

export interface ToolResult {
  /** What matches the output schema. */
  readonly structured: Record<string, unknown>;
  /** The same for a reader who counts tokens, one block each. */
  readonly text: readonly string[];
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the agent that chooses: when to use it, and how. */
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodType;
  readonly writes: boolean;
  /** Called twice with the same arguments it leaves what calling once leaves. */
  readonly isIdempotent: boolean;
  readonly call: (args: z.infer<Input>, call: Call) => Promise<ToolResult>;
}

/** Checks a tool's parts against each other; from here on its arguments are checked when it is called. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool;
}

export interface RegisterOptions extends Pick<Call, "kebab" | "onlyKnownSources" | "redact"> {
  readonly calls: RunningCalls;
}

export function registerTool(server: McpServer, tool: Tool, options: RegisterOptions): void {
  const { name, title, description, writes, isIdempotent } = tool;
  const { inputSchema, outputSchema } = publish(tool);
  const annotations = {
    readOnlyHint: !writes,
    destructiveHint: false,
    idempotentHint: isIdempotent,
    openWorldHint: false,
  };
  server.registerTool(
    name,
    { title, description, inputSchema, outputSchema, annotations },
    async (args: unknown, context: ServerContext) =>
      options.calls.track(runTool(tool, args, context, options)),
  );
}

async function runTool(
  tool: Tool,
  args: unknown,
  context: ServerContext,
  { kebab, onlyKnownSources, redact }: RegisterOptions,
): Promise<CallToolResult> {
  const progress = new Progress(context);
  try {
    const call = { kebab, onlyKnownSources, redact, progress, signal: context.mcpReq.signal };
    const { structured, text } = await tool.call(parseRequest(tool.input, args ?? {}), call);
    await progress.sent;
    return {
      content: text.map((block) => ({ type: "text", text: block })),
      structuredContent: structured,
    };
  } catch (error) {
    await progress.sent;
    const body = toErrorBody(error, redact);
    return { content: [{ type: "text", text: renderError(body) }], structuredContent: body, isError: true };
  }
}

interface Published {
  readonly inputSchema: StandardSchemaWithJSON;
  readonly outputSchema: StandardSchemaWithJSON;
}

/** Made once a process: over HTTP every request has a server of its own. */
const PUBLISHED = new WeakMap<Tool, Published>();

function publish(tool: Tool): Published {
  const known = PUBLISHED.get(tool);
  if (known !== undefined) return known;
  const published = {
    // Told as the check leaves it: what that takes besides, such as a list with commas, need not be learnt.
    // Checked in the call, not here: so a wrong argument gets an error.v1 with a hint, like every other error.
    inputSchema: toPublished(toShortSchema(z.toJSONSchema(tool.input)), (value) => ({ value })),
    // Some clients hold errors against the output schema, too, so it names them.
    outputSchema: toPublished(
      { type: "object", ...z.toJSONSchema(z.union([tool.output, errorBody])) },
      (value) => tool.output["~standard"].validate(value),
    ),
  };
  PUBLISHED.set(tool, published);
  return published;
}

function toPublished(
  json: Record<string, unknown>,
  validate: StandardSchemaWithJSON["~standard"]["validate"],
): StandardSchemaWithJSON {
  const jsonSchema = { input: () => json, output: () => json };
  return { "~standard": { version: 1, vendor: "kebab", validate, jsonSchema } };
}
