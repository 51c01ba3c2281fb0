import { join } from "node:path";
import { openRunStore } from "../../src/app/run-store.ts";
import { createProgram } from "../../src/cli/program.ts";
import { METRIC_NAMES } from "../../src/core/metric-names.ts";
import type { MetricValues } from "../../src/evaluation/run-record.ts";
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
  const [first, second] = writeRuns(kebab);
  return {
    search: [{ args: ["search", "rollback"], wire: "search_response.v1" }],
    ask: [
      { args: ["ask", "배포 롤백은 어떻게 하지?"], wire: "answer.v1" },
      { args: ["ask", "how", "are", "TLS", "certificates", "renewed?", "--explain"], wire: "answer.v1" },
    ],
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
    "eval run": [{ args: ["eval", "run", writeTinyGolden(kebab)], wire: "eval_run.v1", writes: true }],
    "eval list": [{ args: ["eval", "list", "--data-dir", kebab.at("kept")], wire: "eval_list.v1" }],
    "eval show": [{ args: ["eval", "show", first, "--queries"], wire: "eval_record.v1" }],
    "eval compare": [{ args: ["eval", "compare", first, second], wire: "eval_comparison.v1" }],
    "eval tune": [
      { args: ["eval", "tune", writeTunableSet(kebab), "--quiet"], wire: "eval_tune.v1", writes: true },
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
    // It goes on until it is told to end: its own tests run it.
    serve: [{ args: ["serve", "--help"], wire: null }],
    mcp: [{ args: ["mcp", "--help"], wire: null }],
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
  return writeSet(kebab, "tiny", [
    { title: "Cats", text: "A cat sleeps all day", query: "sleeping cat" },
    { title: "Dogs", text: "A dog barks at night", query: "barking dog" },
  ]);
}

/** As few queries as can be tuned on. */
function writeTunableSet(kebab: KebabCommand): string {
  const animals = "cat dog cow hen fox owl bee ant bat elk rat yak".split(" ");
  return writeSet(
    kebab,
    "tunable",
    animals.map((name) => ({ title: name, text: `The ${name} sleeps all day`, query: `sleeping ${name}` })),
  );
}

/** One query a document, which answers it. */
function writeSet(
  kebab: KebabCommand,
  folder: string,
  rows: readonly { title: string; text: string; query: string }[],
): string {
  const lines = (toRow: (row: (typeof rows)[number], id: number) => object): string =>
    rows.map((row, position) => `${JSON.stringify(toRow(row, position + 1))}\n`).join("");
  kebab.write(
    `${folder}/corpus.jsonl`,
    lines(({ title, text }, id) => ({ _id: `d${id}`, title, text })),
  );
  kebab.write(
    `${folder}/queries.jsonl`,
    lines(({ query }, id) => ({ _id: `q${id}`, text: query })),
  );
  const judged = rows.map((_, position) => `q${position + 1}\td${position + 1}\t1\n`).join("");
  kebab.write(`${folder}/qrels.tsv`, `query-id\tcorpus-id\tscore\n${judged}`);
  return kebab.at(folder);
}

/** A golden set with a corpus of one document. */
function writeTinyGolden(kebab: KebabCommand): string {
  kebab.write("golden/notes/rollback.md", "# 롤백\n\n배포를 롤백하려면 argocd app rollback을 실행한다.\n");
  return kebab.write(
    "golden/tiny.yaml",
    `version: 1
corpus: notes
queries:
  - { id: q1, query: "배포 롤백", expect: { path: rollback.md, contains: argocd }, must_contain: argocd }
  - { id: n1, query: capital of Mongolia, refuse: true }
`,
  );
}

/** Two runs that are kept, as their folders. */
function writeRuns(kebab: KebabCommand): [string, string] {
  const folder = kebab.at("kept", "runs");
  const write = (startedAt: string, value: number): string => {
    const metrics = Object.fromEntries(METRIC_NAMES.map((name) => [name, value])) as MetricValues;
    const variant = { mode: "lexical", fusion: null, metrics } as const;
    const shared = { ...variant, kind: null, group: null, latency_ms: 1, ranking: ["d1"] };
    const lines = ["q1", "q2"].map((id) => ({ ...shared, query_id: id, query: `question ${id}` }));
    const { run_id } = openRunStore(folder).write(
      {
        schema_version: "eval_record.v1",
        kind: "beir",
        set: "tiny",
        set_hash: "c0ffee",
        started_at: startedAt,
        documents: 2,
        queries: 2,
        versions: { lexical: "lex:1" },
        config: { "search.rrf_k": 60 },
        git: null,
        ask: null,
        runs: [{ ...variant, empty_rate: 0, latency_ms: { p50: 1, p95: 1 } }],
      },
      lines,
    );
    return join(folder, run_id);
  };
  return [write("2026-01-01T00:00:00Z", 0.5), write("2026-01-02T00:00:00Z", 0.75)];
}
