import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { run } from "../../src/cli/main.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { WIRE_SCHEMAS, type WireName } from "../../src/wire/schemas.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const NOTES = join(ROOT, "examples", "notes");
const PROGRAM = join(ROOT, "bin", "kebab.js");
const NO_NETWORK = new URL("no-network.mjs", import.meta.url);
const BUILD = { version: "0.0.0", workerScript: new URL("../../dist/prepare-worker.js", import.meta.url) };
/** Files that say nothing of their dates are dated by their file's time: the same one on every machine. */
const NOTES_TIME = new Date("2025-12-31T00:00:00Z");

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export type Wire<Name extends WireName> = ReturnType<(typeof WIRE_SCHEMAS)[Name]["parse"]>;

/** What a run left behind. */
export class Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;

  constructor(end: { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }) {
    this.code = end.code;
    this.signal = end.signal;
    this.stdout = end.stdout;
    this.stderr = end.stderr;
  }

  /** stdout as one JSON value. */
  json(): unknown {
    return JSON.parse(this.stdout);
  }

  /** stdout as one JSON value a line. */
  jsonLines(): unknown[] {
    return this.lines().map((line) => JSON.parse(line) as unknown);
  }

  /** stdout as one JSON value, held against its schema. */
  wire<Name extends WireName>(name: Name): Wire<Name> {
    if (this.stdout === "") throw new Error(`Nothing on stdout; stderr: ${this.stderr}`);
    return parseWire(name, this.json());
  }

  /** The error.v1 on the last line of stderr. */
  error(): Wire<"error.v1"> {
    return parseWire("error.v1", JSON.parse(this.stderr.trimEnd().split("\n").at(-1) ?? ""));
  }

  /** Lines of stdout without the last line break. */
  lines(): string[] {
    return this.stdout === "" ? [] : this.stdout.replace(/\n$/, "").split("\n");
  }
}

export function parseWire<Name extends WireName>(name: Name, value: unknown): Wire<Name> {
  return WIRE_SCHEMAS[name].parse(value) as Wire<Name>;
}

/** A run that goes on. */
export class Running {
  readonly #child: ChildProcess;
  readonly end: Promise<Result>;
  #stdout = "";
  #stderr = "";

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    this.end = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code, signal) => {
        resolve(new Result({ code, signal, stdout: this.#stdout, stderr: this.#stderr }));
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Until stdout satisfies the condition; fails when the program ends before, or after `withinMs`. */
  async until(condition: (stdout: string) => boolean, withinMs = 20_000): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!condition(this.#stdout)) {
      if (!this.isRunning) throw new Error(`kebab ended too early: ${(await this.end).stderr}`);
      if (performance.now() > deadline)
        throw new Error(`kebab did not get there; it printed: ${this.#stdout}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

export interface HomeOptions {
  readonly embeddings?: "onnx" | "none";
  /** For every run in it. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The real program in an empty home of its own; without embeddings unless told otherwise. */
export class KebabCommand implements Disposable {
  readonly #env: Readonly<Record<string, string>>;
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), "kebab-e2e-")));
  readonly dataDir = this.at(".local", "share", "kebab");

  constructor({ embeddings = "none", env = {} }: HomeOptions = {}) {
    // A model takes longer than all else together; what is about meaning asks for it.
    this.#env = { KEBAB_EMBEDDINGS_PROVIDER: embeddings, ...env };
  }

  at(...parts: string[]): string {
    return join(this.home, ...parts);
  }

  write(path: string, content: string | Uint8Array): string {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  folder(path: string): string {
    mkdirSync(this.at(path), { recursive: true });
    return this.at(path);
  }

  /** A copy of examples/notes with the same dates everywhere. */
  copyNotes(name = "notes"): string {
    return copyNotes(this.at(name));
  }

  start(args: readonly string[], options: RunOptions = {}): Running {
    return this.#spawn(process.execPath, [PROGRAM, ...args], options);
  }

  /** A script for bash in which `kebab` is the program. */
  shell(script: string, options: RunOptions = {}): Promise<Result> {
    const kebab = `kebab() { '${process.execPath}' '${PROGRAM}' "$@"; }\n`;
    return this.#spawn("bash", ["-c", kebab + script], options).end;
  }

  #spawn(program: string, args: readonly string[], options: RunOptions): Running {
    const child = spawn(program, args, {
      cwd: options.cwd ?? this.home,
      env: { ...this.#environment(), ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    // A program that does not read its stdin may be gone before the text is through.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.stdin ?? "");
    return new Running(child);
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Result> {
    return this.start(args, options).end;
  }

  /**
   * The same program without a process of its own: for tables of many runs, and for a
   * terminal, which a pipe is not.
   */
  async runHere(
    args: readonly string[],
    options: RunOptions & { terminal?: Partial<Terminal> } = {},
  ): Promise<Result> {
    const printed = { stdout: "", stderr: "" };
    const terminal: Terminal = {
      cwd: options.cwd ?? this.home,
      homeDir: this.home,
      platform: process.platform,
      stdoutIsTerminal: false,
      stderrIsTerminal: false,
      stdinIsTerminal: false,
      out: (text) => {
        printed.stdout += text;
      },
      err: (text) => {
        printed.stderr += text;
      },
      readStdin: async () => Buffer.from(options.stdin ?? "").toString("utf8"),
      ask: async () => {
        throw new Error("no one was to be asked");
      },
      interruptSignal: () => new AbortController().signal,
      ...options.terminal,
    };
    const code = await run(args, { ...this.#environment(), ...options.env }, terminal, BUILD);
    return new Result({ code, signal: null, ...printed });
  }

  /** Runs with --json and holds the answer against its schema. */
  async ask<Name extends WireName>(
    name: Name,
    args: readonly string[],
    options: RunOptions = {},
  ): Promise<Wire<Name>> {
    return (await this.run([...args, "--json"], options)).wire(name);
  }

  /** Like `ask`, without a process of its own. */
  async askHere<Name extends WireName>(
    name: Name,
    args: readonly string[],
    options: RunOptions = {},
  ): Promise<Wire<Name>> {
    return (await this.runHere([...args, "--json"], options)).wire(name);
  }

  /** Everything the index says of its documents and chunks, without row numbers and clocks. */
  dumpIndex(dataDir = this.dataDir): { documents: unknown[]; chunks: unknown[]; problems: unknown[] } {
    const database = new DatabaseSync(join(dataDir, "kebab.sqlite"), { readOnly: true });
    const documents = database.prepare(DUMP_DOCUMENTS).all();
    const chunks = database.prepare(DUMP_CHUNKS).all();
    const problems = database.prepare("pragma integrity_check").all();
    database.close();
    return { documents, chunks, problems };
  }

  [Symbol.dispose](): void {
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, SystemRoot } = process.env;
    return {
      ...(PATH === undefined ? {} : { PATH }),
      ...(SystemRoot === undefined ? {} : { SystemRoot }),
      HOME: this.home,
      USERPROFILE: this.home,
      XDG_CONFIG_HOME: this.at(".config"),
      XDG_DATA_HOME: this.at(".local", "share"),
      XDG_CACHE_HOME: this.at(".cache"),
      NODE_OPTIONS: `--import "${NO_NETWORK.href}"`,
      ...this.#env,
    };
  }
}

const DUMP_DOCUMENTS = /* sql */ `
  select doc_id, source_id, path, type, title, lang, code_lang, repo, trust, metadata, content_hash, size, pipeline, tail,
    (select json_group_array(tag || ':' || origin) from
      (select tag, origin from document_tags where document = d.id order by tag, origin)) as tags
  from documents d order by doc_id
`;
const DUMP_CHUNKS = /* sql */ `
  select chunk_id, doc_id, ordinal, start_offset, end_offset, start_line, end_line, heading_path, symbol, lead, text
  from chunks c join documents d on d.id = c.document order by chunk_id
`;

/** A copy of examples/notes with the same dates everywhere. */
export function copyNotes(folder: string): string {
  cpSync(NOTES, folder, { recursive: true });
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(folder, file), NOTES_TIME, NOTES_TIME);
  }
  return folder;
}

/** A home that has ingested examples/notes. */
export async function openNotes(options: HomeOptions = {}): Promise<KebabCommand> {
  const kebab = new KebabCommand(options);
  const { code, stderr } = await kebab.run(["ingest", kebab.copyNotes()]);
  if (code !== 0) throw new Error(`Cannot ingest the notes: ${stderr}`);
  return kebab;
}

/** At most `limit` at a time, results in order. */
export async function mapInParallel<Item, Out>(
  items: readonly Item[],
  work: (item: Item) => Promise<Out>,
  limit = 4,
): Promise<Out[]> {
  const results: Out[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [position, item] of waiting) results[position] = await work(item);
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
