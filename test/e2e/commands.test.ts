import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { WIRE_SCHEMAS, type WireName } from "../../src/wire/schemas.ts";
import { type OllamaServer, openOllamaServer } from "../support/ollama-server.ts";
import { type Example, listCommands, listExamples, toRunOptions } from "./every-command.ts";
import { KebabCommand, openNotes, parseWire, ROOT } from "./kebab-command.ts";

const POSIX = process.platform !== "win32";

let kebab: KebabCommand;
let ollama: OllamaServer;
let examples: Record<string, readonly Example[]>;
beforeAll(async () => {
  kebab = await openNotes();
  ollama = await openOllamaServer();
  examples = listExamples(kebab);
});
afterAll(async () => {
  kebab[Symbol.dispose]();
  await ollama[Symbol.asyncDispose]();
});

/** By its own definition and by the JSON Schema users get, made back into a check. */
function expectWire(name: WireName, text: string): void {
  const value: unknown = JSON.parse(text);
  parseWire(name, value);
  const schema = JSON_SCHEMAS.get(name);
  if (schema === undefined) throw new Error(`kebab schema does not know ${name}`);
  expect(z.fromJSONSchema(schema).safeParse(value).error).toBeUndefined();
}
const JSON_SCHEMAS = new Map<string, Parameters<typeof z.fromJSONSchema>[0]>();

describe("schemas", () => {
  it("are listed by name, given one by one, and given all at once with --json", async () => {
    const names = Object.keys(WIRE_SCHEMAS);
    expect((await kebab.run(["schema"])).lines()).toEqual(names);
    const all = (await kebab.run(["schema", "--json"])).json() as Record<
      string,
      Parameters<typeof z.fromJSONSchema>[0]
    >;
    expect(Object.keys(all)).toEqual(names);
    for (const [name, schema] of Object.entries(all)) {
      expect(schema).toMatchObject({ title: name, $schema: "https://json-schema.org/draft/2020-12/schema" });
      expect((await kebab.runHere(["schema", name])).json()).toEqual(schema);
      // Throws for what is no JSON Schema.
      z.fromJSONSchema(schema);
      JSON_SCHEMAS.set(name, schema);
    }
  });

  it("refuse a wrong name with the nearest right one", async () => {
    const { code, stderr } = await kebab.runHere(["schema", "search_respons.v1"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: Cannot find a schema "search_respons.v1"\nhint: Did you mean search_response.v1?\n',
    });
  });

  it("are there for every version the program can print", () => {
    const sources = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(join(ROOT, "src", file), "utf8"));
    const printed = new Set(
      sources.flatMap((text) => [...text.matchAll(/"([a-z_]+\.v\d+)"/g)].map((match) => match[1] ?? "")),
    );
    expect([...printed].sort()).toEqual(Object.keys(WIRE_SCHEMAS).sort());
  });
});

describe("every command", () => {
  it("has an example here", () => {
    expect(Object.keys(examples).sort()).toEqual(listCommands().sort());
  });

  it.each(listCommands())("%s works, in text and with --json", async (command) => {
    for (const example of examples[command] ?? []) {
      const { args, wire } = example;
      const options = toRunOptions(example, ollama.url);
      const json = await kebab.run([...args, "--json"], options);
      expect({ args, code: json.code }).toEqual({ args, code: 0 });
      if (wire !== null) expectWire(wire, json.lines().at(-1) ?? "");
      // What was made by the first run is made by the second.
      if (command === "init") rmSync(kebab.at(".config", "kebab", "config.toml"));
      const text = await kebab.runHere(args, options);
      expect({ args, code: text.code }).toEqual({ args, code: 0 });
      expect(text.stdout).not.toBe("");
      expect(text.stdout).not.toContain('schema_version":');
      const printed = text.stdout + text.stderr + json.stderr;
      expect(printed).not.toMatch(/^error:|undefined|\[object|NaN| {4}at /m);
      expect(printed).not.toContain("\u001b");
    }
    if (command === "reset") await kebab.run(["ingest", kebab.at("notes")]);
  });

  it("prints progress as ndjson before the report", async () => {
    kebab.write("progress/a.md", "# A\n");
    kebab.write("progress/b.md", "# B\n");
    kebab.write("progress/c.pdf", "no pdf");
    const result = await kebab.run([
      "ingest",
      kebab.at("progress"),
      "--json",
      "--data-dir",
      kebab.at("progress-data"),
    ]);
    const lines = result.lines();
    expectWire("ingest_report.v1", lines.at(-1)!);
    const events = lines.slice(0, -1);
    for (const line of events) expectWire("ingest_progress.v1", line);
    const kinds = events.map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(kinds[0]).toBe("scan-finished");
    expect(kinds.slice(1).sort()).toEqual(["file-failed", "file-stored", "file-stored"]);
  });

  it("inspects and fetches chunks, in text and with --json", async () => {
    const { chunks } = await kebab.ask("document.v1", ["inspect", "doc", "ops/tls-renewal.md"]);
    const id = chunks[0]!.chunk_id;
    const inspected = await kebab.run(["inspect", "chunk", id, "--json"]);
    expectWire("chunk.v1", inspected.stdout);
    expect((await kebab.run(["inspect", "chunk", id])).stdout).toContain("ops/tls-renewal.md#L10-L12");
    const fetched = await kebab.run(["fetch", "chunk", id, "--json"]);
    expectWire("fetch_result.v1", fetched.stdout);
    expect((await kebab.run(["fetch", "chunk", id])).stdout).toMatch(/^# TLS certificate renewal\n/);
  });
});

describe("help", () => {
  it("is what kebab without arguments gives, and --help, and help", async () => {
    const [none, flag, word] = await Promise.all([kebab.run([]), kebab.run(["--help"]), kebab.run(["help"])]);
    expect(none).toMatchObject({ code: 0, stderr: "" });
    expect(none.stdout).toMatch(/^Usage: kebab \[options\] \[command\]\n/);
    expect([flag.stdout, word.stdout]).toEqual([none.stdout, none.stdout]);
  });

  it.each(listCommands())("of %s names its arguments and the global flags", async (command) => {
    const { code, stdout } = await kebab.runHere([...command.split(" "), "--help"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: kebab /);
    expect(stdout).toContain("--config <path>");
    expect(stdout).toContain("--json");
  });

  it("gives the version", async () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      version: string;
      bin: unknown;
    };
    const { version, bin } = manifest;
    expect(bin).toEqual({ kebab: "bin/kebab.js", kb: "bin/kebab.js" });
    for (const flag of ["--version", "-V"]) {
      expect(await kebab.run([flag])).toMatchObject({ code: 0, stdout: `${version}\n` });
    }
  });
});

describe("errors", () => {
  const wrong: readonly (readonly [args: string, code: string, says: RegExp])[] = [
    ["serch rollback", "usage", /unknown command 'serch'.*Did you mean search/s],
    ["search", "usage", /there is no query.*kebab search install git/s],
    ["search -kafka", "usage", /there is no query.*put -- before/s],
    ["search x --mod lexical", "usage", /unknown option '--mod'.*Did you mean --mode/s],
    ["search kafka -zag", "usage", /unknown option '-zag'.*put -- before/s],
    ["search x --mode fuzzy", "usage", /lexical, vector, hybrid/],
    ["list documents", "usage", /docs, tags, sources/],
    ["list docs --top 0", "usage", /--top 0/],
    ["inspect page x", "usage", /doc, chunk/],
    ["inspect doc nowhere.md", "not-found", /nowhere\.md.*kebab list docs/s],
    ["inspect chunk 00", "not-found", /kebab inspect doc/],
    ["fetch page x", "usage", /chunk, doc, span/],
    ["fetch chunk 00", "not-found", /kebab inspect doc/],
    ["fetch doc nowhere.md", "not-found", /kebab list docs/],
    ["fetch span ops/tls-renewal.md", "usage", /not a citation.*#L12-L34/s],
    ["fetch span ops/tls-renewal.md#L9000-L9001", "not-found", /ends before/],
    ["fetch chunk 00 --context -1", "usage", /--context -1/],
    ["tag ops/tls-renewal.md", "usage", /no tag was given/],
    ["tag nowhere.md +x", "not-found", /nowhere\.md/],
    ["ingest nowhere", "not-found", /no such file or folder/],
    ["ingest outside/memo.md", "usage", /kebab add/],
    ["add nowhere.md", "not-found", /no such file/],
    ["add notes", "usage", /kebab ingest/],
    ["note  ", "usage", /empty note/],
    ["ingest-stdin", "usage", /empty note/],
    ["init --config new.toml nowhere", "not-found", /no such folder/],
    ["init --config new.toml outside/memo.md", "not-found", /no such folder/],
    ["init --config outside/memo.md", "usage", /exists already/],
    ["config edit", "usage", /show, path, migrate/],
    ["completion tcsh", "usage", /bash, zsh, fish/],
    ["eval", "usage", /subcommand/],
    ["eval beer tiny", "usage", /unknown command 'beer'/],
    ["eval beir tiny --mode vector", "usage", /provider is "none".*--mode lexical/s],
    ["index", "usage", /provider is "none".*KEBAB_EMBEDDINGS_PROVIDER=onnx/s],
    ["index --batch-size 0", "usage", /--batch-size 0/],
    ["models", "usage", /subcommand/],
    ["models pull bge-small-en-v1.6", "not-found", /v1\.6.*Did you mean bge-small-en-v1\.5/s],
    ["models verify nothing-like-it", "not-found", /nothing-like-it.*kebab models list/s],
    ["status --config nowhere.toml", "config-invalid", /nowhere\.toml.*--config/s],
    ["reset", "usage", /--yes/],
    ["note hello --data-dir outside/memo.md", "internal", /The system refused it/],
    ["init --config outside/memo.md/new.toml", "internal", /The system refused it/],
  ];
  it.each(wrong)("%s is %s", async (words, code, says) => {
    const args = words.split(" ");
    const text = await kebab.runHere(args);
    expect({ code: text.code, stdout: text.stdout }).toEqual({ code: 2, stdout: "" });
    expect(text.stderr).toMatch(/^error: Cannot [^\n]+\nhint: [^\n]+\n$/);
    expect(text.stderr).toMatch(says);
    const json = await kebab.runHere([...args, "--json"]);
    expect({ code: json.code, stdout: json.stdout, lines: json.stderr.trimEnd().split("\n").length }).toEqual(
      {
        code: 2,
        stdout: "",
        lines: 1,
      },
    );
    const error = json.error();
    expect(error.code).toBe(code);
    expect(`error: ${error.message}\nhint: ${error.hint}\n`).toBe(text.stderr);
  });

  it("come from the real program just so", async () => {
    const text = await kebab.run(["fetch", "doc", "nowhere.md"]);
    expect(text).toMatchObject({ code: 2, stdout: "" });
    expect(text.stderr).toMatch(/^error: Cannot find a document "nowhere.md" in the index\nhint: /);
    const json = await kebab.run(["--json", "serch"]);
    expect(json).toMatchObject({ code: 2, stdout: "" });
    expect(json.error().code).toBe("usage");
  });

  it("before the first ingest name what to run", async () => {
    using fresh = new KebabCommand();
    for (const words of [
      "search x",
      "status",
      "list docs",
      "list tags",
      "list sources",
      "inspect doc a",
      "fetch doc a",
      "tag a +b",
    ]) {
      const { code, stderr } = await fresh.runHere(words.split(" "));
      expect(code).toBe(2);
      expect(stderr).toMatch(/there is none at .*\nhint: Run `kebab ingest PATH`/);
    }
    expect(await fresh.runHere(["ingest"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("kebab ingest ~/notes"),
    });
    expect(readdirSync(fresh.home)).not.toContain("kebab.sqlite");
  });

  it("keep their stack for --verbose", async () => {
    using fresh = new KebabCommand();
    fresh.write(
      ".local/share/kebab/kebab.sqlite",
      "this is no database, however long it may be ".repeat(100),
    );
    const short = await fresh.run(["search", "x"]);
    expect(short.stderr).not.toMatch(/ {4}at /);
    const long = await fresh.run(["search", "x", "--verbose"]);
    expect(long.stderr.startsWith(short.stderr)).toBe(true);
    expect(long.stderr).toMatch(/ {4}at /);
    expect((await fresh.run(["search", "x", "-v"])).stderr).toBe(long.stderr);
  });
});

describe.skipIf(!POSIX)("in a shell", () => {
  it("a reader that leaves early is no error", async () => {
    const script = `set -o pipefail; kebab search 2026 --top 1000 --quiet | head -1`;
    const { code, stdout, stderr } = await kebab.shell(script);
    expect({ code, stderr, lines: stdout.split("\n").length }).toEqual({ code: 0, stderr: "", lines: 2 });
  });

  it("a full disk behind stdout is an error without a stack", async () => {
    const { code, stderr } = await kebab.shell("kebab search rollback > /dev/full");
    expect(code).toBe(process.platform === "linux" ? 2 : code);
    expect(stderr).not.toMatch(/ {4}at /);
  });

  it("a deleted working folder is told as such", async () => {
    const folder = kebab.folder("doomed");
    const { code, stdout, stderr } = await kebab.shell(
      "rmdir ../doomed; kebab status --json; kebab --version",
      { cwd: folder },
    );
    expect(stderr).toContain("the current folder has been deleted");
    expect(stderr).not.toMatch(/ {4}at /);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it.each(["bash", "zsh", "fish"])("the completion script for %s loads", async (shell) => {
    const { code, stderr } = await kebab.shell(
      `kebab completion ${shell} > script.${shell}; if command -v ${shell} > /dev/null; then ${shell} -n script.${shell}; fi`,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const script = readFileSync(kebab.at(`script.${shell}`), "utf8");
    const missing = listCommands().filter((command) => !script.includes(command.split(" ")[0] ?? ""));
    expect(missing).toEqual([]);
  });

  it("the completion script completes commands, flags and files in bash", async () => {
    const complete = `source <(kebab completion bash)
      ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _kebab; echo "\${COMPREPLY[*]}"; }
      ask kebab ing; ask kebab search --fts; ask kebab search x --js; ask kebab ingest note`;
    const { lines } = { lines: (await kebab.shell(complete)).lines() };
    expect(lines).toEqual(["ingest ingest-file ingest-stdin", "--fts-only", "--json", "notes"]);
  });
});
