import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "vitest";
import type { WireName } from "../../src/wire/schemas.ts";
import { type KebabCommand, parseWire, ROOT, type Wire } from "./kebab-command.ts";

interface SessionOptions extends Pick<ClientOptions, "versionNegotiation"> {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A client connected to `kebab mcp` in a home. */
export class Session implements AsyncDisposable {
  readonly client: Client;
  readonly errors: Error[] = [];
  stderr = "";

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    // What is no message on stdout ends here.
    client.onerror = (error) => this.errors.push(error);
    transport.stderr?.on("data", (bytes: Buffer) => {
      this.stderr += bytes.toString("utf8");
    });
  }

  static async open(kebab: KebabCommand, options: SessionOptions = {}): Promise<Session> {
    const { args = [], env = {}, ...clientOptions } = options;
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(ROOT, "bin", "kebab.js"), "mcp", ...args],
      cwd: kebab.home,
      env: { ...toEnvironment(kebab), ...env },
      stderr: "pipe",
    });
    const session = new Session(new Client({ name: "test", version: "1" }, clientOptions), transport);
    await session.client.connect(transport);
    return session;
  }

  /** The structured result, held against its schema. */
  async call<Name extends WireName>(wire: Name, name: string, args: Record<string, unknown> = {}) {
    const result = await this.client.callTool({ name, arguments: args });
    if (result.isError === true) throw new Error(textOf(result));
    return { value: parseWire(wire, result.structuredContent), text: textOf(result) };
  }

  /** The error a call ends with. */
  async fail(name: string, args: Record<string, unknown>): Promise<Wire<"error.v1"> & { text: string }> {
    const result = await this.client.callTool({ name, arguments: args });
    expect(result.isError).toBe(true);
    return { ...parseWire("error.v1", result.structuredContent), text: textOf(result) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    expect(this.errors).toEqual([]);
  }
}

export function toEnvironment(kebab: KebabCommand): Record<string, string> {
  return {
    HOME: kebab.home,
    USERPROFILE: kebab.home,
    XDG_CONFIG_HOME: kebab.at(".config"),
    XDG_DATA_HOME: kebab.at(".local", "share"),
    XDG_CACHE_HOME: kebab.at(".cache"),
    KEBAB_EMBEDDINGS_PROVIDER: "none",
  };
}

export function textOf(result: { content: readonly { type: string }[] }): string {
  return result.content.map((block) => ("text" in block ? String(block.text) : "")).join("\n");
}
