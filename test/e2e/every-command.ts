import { createProgram } from "../../src/cli/program.ts";
import type { WireName } from "../../src/wire/schemas.ts";
import type { KebabCommand, RunOptions } from "./kebab-command.ts";

/** Every command line words can start with, aliases and subcommands included: "search", "eval beir". */
export function listCommands(): string[] {
  const program = createProgram("0.0.0", unused, unused);
  return program.commands.flatMap((command) => {
    const names = [command.name(), ...command.aliases()];
    if (command.commands.length === 0) return names;
    return names.flatMap((name) => command.commands.map((inner) => `${name} ${inner.name()}`));
  });
}

function unused(): never {
  throw new Error("no command is run here");
}

/** One way to use a command in a home that has ingested the notes. */
export interface Example {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** What --json prints; null for a command whose output is text in any case, or JSON in any case. */
  readonly wire: WireName | null;
  /** It changes the index, the library or the config. */
  readonly writes?: true;
  /** It fails where embeddings.provider is "none". */
  readonly embeds?: true;
}

/** What embeds does so with the server at `ollama`: a model would take longer than all other examples together. */
export function toRunOptions({ stdin, embeds }: Example, ollama: string): RunOptions {
  return {
    ...(stdin === undefined ? {} : { stdin }),
    ...(embeds === true ? { env: toOllama(ollama) } : {}),
  };
}

/** The environment that embeds with the server at this address. */
export function toOllama(url: string, model = "bge-m3"): Readonly<Record<string, string>> {
  return {
    KEBAB_EMBEDDINGS_PROVIDER: "ollama",
    KEBAB_EMBEDDINGS_ENDPOINT: url,
    KEBAB_EMBEDDINGS_MODEL: model,
  };
}

/** At least one example for every command; a test fails where one is missing. */
export function listExamples(kebab: KebabCommand): Record<string, readonly Example[]> {
  const set = writeTinySet(kebab);
  const outside = kebab.write("outside/memo.md", "# Memo\n\nbarium\n");
  return {
    search: [{ args: ["search", "rollback"], wire: "search_response.v1" }],
    ingest: [{ args: ["ingest"], wire: "ingest_report.v1", writes: true }],
    add: [{ args: ["add", outside, "--tags", "x"], wire: "document.v1", writes: true }],
    "ingest-file": [{ args: ["ingest-file", outside], wire: "document.v1", writes: true }],
    note: [
      { args: ["note", "remember", "the", "milk"], wire: "document.v1", writes: true },
      { args: ["note", "-", "--title", "Piped"], stdin: "from a pipe\n", wire: "document.v1", writes: true },
    ],
    "ingest-stdin": [{ args: ["ingest-stdin"], stdin: "from stdin\n", wire: "document.v1", writes: true }],
    // Meaning search needs a model, which these tests do without.
    "eval beir": [
      { args: ["eval", "beir", set, "--mode", "lexical,hybrid"], wire: "eval_run.v1", writes: true },
    ],
    index: [{ args: ["index", "--embeddings"], wire: "index_report.v1", writes: true, embeds: true }],
    "models list": [{ args: ["models", "list"], wire: "model_list.v1" }],
    // It came with kebab: nothing is fetched.
    "models pull": [{ args: ["models", "pull", "bge-small-en-v1.5"], wire: "model_pull.v1", writes: true }],
    "models verify": [{ args: ["models", "verify"], wire: "model_verify.v1" }],
    list: [
      { args: ["list", "docs"], wire: "document_list.v1" },
      { args: ["list", "tags"], wire: "tag_list.v1" },
      { args: ["list", "sources"], wire: "source_list.v1" },
    ],
    inspect: [{ args: ["inspect", "doc", "ops/tls-renewal.md"], wire: "document.v1" }],
    fetch: [
      { args: ["fetch", "doc", "ops/tls-renewal.md"], wire: "fetch_result.v1" },
      { args: ["fetch", "span", "ops/tls-renewal.md#L10-L12"], wire: "fetch_result.v1" },
    ],
    tag: [{ args: ["tag", "ops/tls-renewal.md", "+checked"], wire: "document.v1", writes: true }],
    init: [{ args: ["init"], wire: "config_file.v1", writes: true }],
    status: [{ args: ["status"], wire: "status.v1" }],
    doctor: [{ args: ["doctor"], wire: "doctor_report.v1" }],
    schema: [{ args: ["schema"], wire: null }],
    config: [
      { args: ["config", "show"], wire: "config.v1" },
      { args: ["config", "path"], wire: "config_file.v1" },
      { args: ["config", "migrate"], wire: "config_file.v1" },
    ],
    completion: [{ args: ["completion", "bash"], wire: null }],
    reset: [{ args: ["reset", "--yes"], wire: "reset_report.v1", writes: true }],
  };
}

/** A BEIR set of two documents, under the home. */
export function writeTinySet(kebab: KebabCommand): string {
  const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  kebab.write(
    "tiny/corpus.jsonl",
    lines([
      { _id: "d1", title: "Cats", text: "A cat sleeps all day" },
      { _id: "d2", title: "Dogs", text: "A dog barks at night" },
    ]),
  );
  kebab.write(
    "tiny/queries.jsonl",
    lines([
      { _id: "q1", text: "sleeping cat" },
      { _id: "q2", text: "barking dog" },
    ]),
  );
  kebab.write("tiny/qrels.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t1\n");
  return kebab.at("tiny");
}
