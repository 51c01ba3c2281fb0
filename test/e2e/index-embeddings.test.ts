import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerJson, toTestVector } from "../support/local-server.ts";
import { type OllamaServer, openOllamaServer } from "../support/ollama-server.ts";
import { toOllama } from "./every-command.ts";
import { KebabCommand, parseWire, type Result, type RunOptions, type Wire } from "./kebab-command.ts";

const TOPICS = ["Bread", "Sailing", "Tax return", "Chess opening", "Bicycle chain", "Orchard"];
const QUERY = "how to bake";
const MODEL = "bge-small-en-v1.5+bridge-ko";

let kebab: KebabCommand;
beforeEach(() => {
  kebab = new KebabCommand({ embeddings: "onnx" });
});
afterEach(() => kebab[Symbol.dispose]());

/** One chunk a note. */
function writeNotes(topics: readonly string[] = TOPICS): void {
  for (const topic of topics) {
    kebab.write(`notes/${topic.toLowerCase().replace(" ", "-")}.md`, `# ${topic}\n\nNotes about ${topic}.\n`);
  }
}

const statusOf = (options: RunOptions = {}): Promise<Wire<"status.v1">> =>
  kebab.askHere("status.v1", ["status"], options);
const reportOf = (result: Result): Wire<"index_report.v1"> =>
  parseWire("index_report.v1", result.jsonLines().at(-1));
const progressOf = (result: Result): { done: number; total: number }[] =>
  result
    .jsonLines()
    .slice(0, -1)
    .map((line) => parseWire("ingest_progress.v1", line))
    .flatMap((event) => (event.kind === "chunks-embedded" ? [{ done: event.done, total: event.total }] : []));
const searchJson = async (args: readonly string[], options: RunOptions = {}): Promise<string> =>
  (await kebab.runHere(["search", ...args, "--json"], options)).stdout;

describe("index --embeddings", () => {
  it("makes what `ingest --no-embeddings` left, and then has nothing to do", async () => {
    writeNotes();
    const ingested = await kebab.run(["ingest", "notes", "--no-embeddings", "--json"]);
    expect(parseWire("ingest_report.v1", ingested.jsonLines().at(-1))).toMatchObject({
      added: 6,
      vectors: null,
    });
    expect((await statusOf()).vectors).toMatchObject([
      { store: "sqlite-vec", model: MODEL, index_version: null, committed: 0, pending: 6 },
    ]);
    const before = await kebab.run(["search", "bread", "--json"]);
    expect(before.wire("search_response.v1")).toMatchObject({ returned: 1, warnings: [expect.any(String)] });
    expect(before.stderr).toMatch(/^warning: .*no vectors? yet.*\n$/);
    const refused = (await kebab.run(["search", QUERY, "--vec-only", "--json"])).error();
    expect(refused).toMatchObject({
      code: "index-missing",
      hint: expect.stringContaining("kebab index --embeddings"),
    });
    const indexed = await kebab.run(["index", "--embeddings", "--json"]);
    expect({ code: indexed.code, stderr: indexed.stderr }).toEqual({ code: 0, stderr: "" });
    expect(reportOf(indexed)).toMatchObject({
      ...{ store: "sqlite-vec", model: MODEL, embedded: 6, reused: 0, uncovered: 0, split: 0 },
      ...{ removed: 0, remaining: 0, interrupted: false },
    });
    expect(progressOf(indexed)).toEqual([
      { done: 0, total: 6 },
      { done: 6, total: 6 },
    ]);
    expect((await statusOf()).vectors).toMatchObject([
      {
        committed: 6,
        pending: 0,
        index_version: expect.stringMatching(/^vec:bge-small-en-v1\.5\+bridge-ko@\S+:384$/),
      },
    ]);
    const after = await kebab.run(["search", QUERY, "--vec-only", "--json"]);
    expect(after.stderr).toBe("");
    expect(after.wire("search_response.v1").hits[0]?.doc_path).toBe("bread.md");
    const idle = await kebab.run(["index", "--embeddings", "--json"]);
    expect(idle.lines()).toHaveLength(1);
    expect(reportOf(idle)).toMatchObject({ embedded: 0, reused: 0, remaining: 0 });
    expect((await kebab.run(["index"])).stdout).toMatch(
      /^bge-small-en-v1\.5\+bridge-ko in sqlite-vec; [\d.]+ s\nevery chunk has its vector\n$/,
    );
  }, 120_000);

  it("takes over from the model without the bridge: a search says so, and English is not embedded again", async () => {
    const before = { env: { KEBAB_EMBEDDINGS_MODEL: "bge-small-en-v1.5" } };
    writeNotes();
    kebab.write("notes/korean.md", "# 빵\n\n반죽을 하룻밤 재운다.\n");
    await kebab.run(["ingest", "notes"], before);
    const warned = await kebab.run(["search", "bread", "--json"]);
    expect(warned.code).toBe(0);
    expect(warned.wire("search_response.v1").warnings).toEqual([
      `meaning search has nothing to say: this index has vectors of bge-small-en-v1.5 in sqlite-vec, none of ${MODEL} in sqlite-vec`,
    ]);
    expect((await kebab.run(["search", QUERY, "--vec-only", "--json"])).error()).toMatchObject({
      code: "index-missing",
      hint: expect.stringContaining("kebab index --embeddings"),
    });
    const report = reportOf(await kebab.run(["index", "--embeddings", "--json"]));
    expect(report).toMatchObject({ model: MODEL, embedded: 1, reused: 6, uncovered: 0, remaining: 0 });
    const found = async (options: RunOptions = {}) =>
      (await kebab.run(["search", QUERY, "--vec-only", "--json", "--lang", "en"], options))
        .wire("search_response.v1")
        .hits.map(({ doc_path, score }) => [doc_path, score]);
    expect(await found()).toEqual(await found(before));
  }, 120_000);

  it("without a provider, a stopped run or a model of that name is an error with a hint", async () => {
    const none = { env: { KEBAB_EMBEDDINGS_PROVIDER: "none" } };
    writeNotes(["Bread"]);
    await kebab.runHere(["ingest", "notes", "--no-embeddings"]);
    expect((await kebab.runHere(["index", "--json"], none)).error()).toMatchObject({
      code: "usage",
      hint: expect.stringContaining("KEBAB_EMBEDDINGS_PROVIDER=onnx"),
    });
    const resumed = await kebab.run(["index", "--embeddings", "--resume", "--json"]);
    expect(resumed).toMatchObject({ code: 2, stdout: "" });
    expect(resumed.error()).toMatchObject({
      code: "usage",
      message: expect.stringContaining("Cannot resume"),
      hint: expect.stringContaining("without --resume"),
    });
    expect((await kebab.runHere(["index", "--model", "bge-small-en-v1.6", "--json"])).error()).toMatchObject({
      code: "model-missing",
      hint: "Did you mean bge-small-en-v1.5?",
    });
  });
});

describe("with a server", () => {
  let ollama: OllamaServer;
  let options: { env: Readonly<Record<string, string>> };
  beforeEach(async () => {
    ollama = await openOllamaServer();
    options = { env: toOllama(ollama.url) };
    writeNotes();
  });
  afterEach(() => ollama[Symbol.asyncDispose]());

  it("search warns of chunks that wait, and status counts them, until they are embedded", async () => {
    expect((await kebab.run(["ingest", "notes", "--quiet"], options)).code).toBe(0);
    writeNotes(["Glass", "Soap"]);
    await kebab.runHere(["ingest", "--no-embeddings"], options);
    expect((await statusOf(options)).vectors).toMatchObject([{ committed: 6, pending: 2 }]);
    const text = await kebab.runHere(["status"], options);
    expect(text.stdout).toMatch(
      /^vectors +6 of ollama\/bge-m3 in sqlite-vec, 2 waiting \(`kebab index --embeddings`\)$/m,
    );
    for (const mode of ["hybrid", "vector"]) {
      const found = await kebab.run(["search", "soap", "--mode", mode, "--json"], options);
      const { warnings, hits } = found.wire("search_response.v1");
      expect(warnings).toEqual([
        "2 chunks have no vector yet and can only be found by keyword: run `kebab index --embeddings`",
      ]);
      expect(found.stderr).toBe(`warning: ${warnings[0]}\n`);
      const isFound = hits.some((hit) => hit.doc_path === "soap.md");
      expect({ mode, isFound }).toEqual({ mode, isFound: mode === "hybrid" });
    }
    const report = reportOf(await kebab.runHere(["index", "--embeddings", "--json"], options));
    expect(report).toMatchObject({ model: "ollama/bge-m3", embedded: 2, remaining: 0 });
    expect((await statusOf(options)).vectors).toMatchObject([{ committed: 8, pending: 0 }]);
    const { warnings, returned } = await kebab.askHere(
      "search_response.v1",
      ["search", "soap", "--vec-only"],
      options,
    );
    expect({ warnings, returned }).toEqual({ warnings: [], returned: 8 });
  });

  it("--batch-size says how many chunks go together", async () => {
    await kebab.runHere(["ingest", "notes", "--no-embeddings"], options);
    const result = await kebab.run(["index", "--batch-size", "4", "--json"], options);
    expect(progressOf(result).map(({ done }) => done)).toEqual([0, 4, 6]);
    expect(ollama.requests.map(({ input }) => input.length)).toEqual([4, 2]);
  });

  it("embeds only what is new: an edit, a rename and a removal", async () => {
    await kebab.runHere(["ingest", "notes"], options);
    const before = ollama.requests.length;
    kebab.write("notes/bread.md", "# Bread\n\nNotes about sourdough.\n");
    kebab.write("notes/copy-of-chess.md", "# Chess opening\n\nNotes about Chess opening.\n");
    const result = await kebab.run(["ingest", "--json"], options);
    const report = parseWire("ingest_report.v1", result.jsonLines().at(-1));
    expect(report.vectors).toMatchObject({ embedded: 1, reused: 1, removed: 1, remaining: 0 });
    expect(ollama.requests.slice(before).flatMap(({ input }) => input)).toHaveLength(1);
    expect((await statusOf(options)).vectors).toMatchObject([{ committed: 7, pending: 0 }]);
  });

  it("a second model's vectors lie apart, and switching back costs nothing", async () => {
    await using second = await openOllamaServer({ model: "nomic-embed-text" });
    const other = { env: toOllama(second.url, "nomic-embed-text") };
    await kebab.runHere(["ingest", "notes"], options);
    const args = [QUERY, "--vec-only"];
    const first = await searchJson(args, options);
    // Until it is embedded, the other model has nothing to say, and says why.
    const early = await kebab.runHere(["search", "bread", "--json"], other);
    expect(early.wire("search_response.v1")).toMatchObject({
      returned: 1,
      warnings: [
        expect.stringContaining("vectors of ollama/bge-m3 in sqlite-vec, none of ollama/nomic-embed-text"),
      ],
    });
    const made = reportOf(await kebab.runHere(["index", "--embeddings", "--json"], other));
    expect(made).toMatchObject({ model: "ollama/nomic-embed-text", embedded: 6 });
    const tables = (await statusOf(options)).vectors.map(({ model, committed }) => `${model} ${committed}`);
    expect(tables.sort()).toEqual(["ollama/bge-m3 6", "ollama/nomic-embed-text 6"]);
    for (const [run, model] of [
      [options, "ollama/bge-m3"],
      [other, "ollama/nomic-embed-text"],
    ] as const) {
      const { hits, index_version } = await kebab.askHere("search_response.v1", ["search", ...args], run);
      expect(index_version).toMatch(new RegExp(`^vec:${model}@\\S+:4$`));
      expect(hits).toHaveLength(6);
      expect(new Set(hits.map((hit) => hit.embedding_model))).toEqual(new Set([model]));
      expect(new Set(hits.map((hit) => hit.index_version))).toEqual(new Set([index_version]));
    }
    const asked = ollama.requests.length;
    const back = reportOf(await kebab.runHere(["index", "--embeddings", "--json"], options));
    expect(back).toMatchObject({ model: "ollama/bge-m3", embedded: 0, remaining: 0 });
    expect(ollama.requests).toHaveLength(asked);
    expect(await searchJson(args, options)).toBe(first);
    // By name, without changing the setting: its own server must know it.
    const named = reportOf(
      await kebab.runHere(["index", "--model", "nomic-embed-text", "--json"], { env: toOllama(second.url) }),
    );
    expect(named).toMatchObject({ model: "ollama/nomic-embed-text", embedded: 0 });
  });

  it("documents stored while one model was configured get vectors of the other on its next run", async () => {
    await using second = await openOllamaServer({ model: "nomic-embed-text" });
    const other = { env: toOllama(second.url, "nomic-embed-text") };
    await kebab.runHere(["ingest", "notes"], options);
    await kebab.runHere(["index"], other);
    writeNotes(["Glass"]);
    await kebab.runHere(["ingest"], other);
    kebab.write("notes/bread.md", "# Bread\n\nNotes about rye.\n");
    await kebab.runHere(["ingest"], options);
    for (const run of [options, other]) {
      await kebab.runHere(["index"], run);
      const { hits, warnings } = await kebab.askHere(
        "search_response.v1",
        ["search", "rye", "--vec-only", "--top", "50"],
        run,
      );
      expect(warnings).toEqual([]);
      expect(hits.map((hit) => hit.doc_path).sort()).toEqual(
        [...TOPICS, "Glass"].map((topic) => `${topic.toLowerCase().replace(" ", "-")}.md`).sort(),
      );
    }
  });

  it("that is gone leaves the documents stored; once it is back, the vectors follow", async () => {
    await ollama[Symbol.asyncDispose]();
    const result = await kebab.run(["ingest", "notes", "--json"], options);
    expect(result.code).toBe(2);
    expect(result.error()).toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining(ollama.url),
      hint: expect.stringMatching(
        /ollama serve.*All documents are stored \(6 added.*kebab index --embeddings/s,
      ),
    });
    for (const mode of ["lexical", "hybrid"]) {
      const found = await kebab.run(["search", "bread", "--mode", mode, "--json"], options);
      expect({ mode, code: found.code }).toEqual({ mode, code: 0 });
      expect(found.wire("search_response.v1").hits[0]?.doc_path).toBe("bread.md");
    }
    expect((await statusOf(options)).vectors).toMatchObject([{ committed: 0, pending: 6 }]);
    await using back = await openOllamaServer();
    const again = { env: toOllama(back.url) };
    // A run that failed is one that was stopped.
    const report = reportOf(await kebab.run(["index", "--embeddings", "--resume", "--json"], again));
    expect(report).toMatchObject({ embedded: 6, remaining: 0 });
    expect((await statusOf(again)).vectors).toMatchObject([{ committed: 6, pending: 0 }]);
    expect((await kebab.run(["search", QUERY, "--vec-only"], again)).code).toBe(0);
  }, 120_000);

  it("that goes after the vectors were made leaves hybrid search its keywords, with a warning", async () => {
    await kebab.runHere(["ingest", "notes"], options);
    await ollama[Symbol.asyncDispose]();
    const found = await kebab.runHere(["search", "bread", "--json"], options);
    expect(found.code).toBe(0);
    const { hits, warnings } = found.wire("search_response.v1");
    expect(hits[0]).toMatchObject({
      doc_path: "bread.md",
      retrieval: { lexical_rank: 1, vector_rank: null },
    });
    expect(warnings).toEqual([
      expect.stringMatching(/^meaning search has nothing to say: Cannot .*ollama serve/s),
    ]);
    const alone = await kebab.runHere(["search", "bread", "--vec-only", "--json"], options);
    expect([alone.code, alone.error().code]).toEqual([2, "model-unreachable"]);
  }, 120_000);

  it("that is gone keeps a note, and says where", async () => {
    await ollama[Symbol.asyncDispose]();
    const error = (await kebab.runHere(["note", "hello", "--json"], options)).error();
    expect(error).toMatchObject({
      code: "model-unreachable",
      hint: expect.stringMatching(/The text is kept in .*library.*: do not add it again/),
    });
    expect((await kebab.runHere(["search", "hello", "--fts-only"], options)).code).toBe(0);
  }, 120_000);

  it("is not needed to store documents: a model that is not here is told at the end", async () => {
    const absent = { env: { KEBAB_EMBEDDINGS_PROVIDER: "onnx", KEBAB_EMBEDDINGS_MODEL: "gte-small" } };
    const error = (await kebab.runHere(["ingest", "notes", "--json"], absent)).error();
    expect(error).toMatchObject({
      code: "model-missing",
      hint: expect.stringMatching(/kebab models pull gte-small.*All documents are stored \(6 added/s),
    });
    expect((await kebab.runHere(["search", "bread"], absent)).code).toBe(0);
  });

  it("does nothing where there is no index", async () => {
    const error = (await kebab.runHere(["index", "--embeddings", "--json"], options)).error();
    expect(error).toMatchObject({ code: "index-missing", hint: expect.stringContaining("kebab ingest") });
    expect((await kebab.runHere(["status", "--json"], options)).error().code).toBe("index-missing");
  });

  it("that has no such model is told apart from one that is gone", async () => {
    const wrong = { env: toOllama(ollama.url, "bge-m4") };
    const error = (await kebab.runHere(["ingest", "notes", "--json"], wrong)).error();
    expect(error).toMatchObject({
      code: "model-missing",
      hint: expect.stringContaining("ollama pull bge-m4"),
    });
  });
});

describe.skipIf(process.platform === "win32")("stopped while embedding", () => {
  /** Answers so slowly that a run can be caught. */
  const openSlowServer = (): Promise<OllamaServer> =>
    openOllamaServer({
      answer: ({ input, model }, response) => {
        const embeddings = input.map((text) => toTestVector(text));
        setTimeout(() => answerJson(response, 200, { model, embeddings }), 150);
        return true;
      },
    });
  const topics = Array.from({ length: 30 }, (_, position) => `Topic ${position}`);
  const searchAll = async (dataDir: string, options: RunOptions): Promise<string> =>
    (await searchJson([QUERY, "--vec-only", "--top", "100", "--data-dir", dataDir], options)).replaceAll(
      /"indexed_at":"[^"]+"/g,
      "",
    );

  it.each([
    ["ingest", "SIGINT"],
    ["index", "SIGTERM"],
    ["index", "SIGKILL"],
  ] as const)(
    "%s by %s: the next run completes it to the same",
    async (command, signal) => {
      writeNotes(topics);
      await using slow = await openSlowServer();
      await using fast = await openOllamaServer();
      const quick = { env: toOllama(fast.url) };
      await kebab.run(["ingest", "notes", "--data-dir", kebab.at("undisturbed")], quick);
      const dataDir = kebab.at("disturbed");
      const here = ["--data-dir", dataDir];
      if (command === "index") await kebab.run(["ingest", "notes", "--no-embeddings", ...here], quick);
      const args = command === "index" ? ["index"] : ["ingest", "notes"];
      const running = kebab.start([...args, "--json", ...here], {
        env: { ...toOllama(slow.url), KEBAB_EMBEDDINGS_BATCH_SIZE: "2" },
      });
      await running.until((stdout) => /"done":4/.test(stdout));
      running.kill(signal);
      const result = await running.end;
      const done = Number(/.*"done":(\d+)/s.exec(result.stdout)?.[1]);
      if (signal === "SIGKILL") expect(result.signal).toBe("SIGKILL");
      else {
        expect({ code: result.code, signal: result.signal }).toEqual({ code: 130, signal: null });
        const report = result.jsonLines().at(-1) as { interrupted: boolean; vectors?: object };
        expect(report.interrupted).toBe(true);
        expect(report.vectors ?? report).toMatchObject({ embedded: done, remaining: 30 - done });
      }
      const halfway = await kebab.askHere("status.v1", ["status", ...here], quick);
      const { committed, pending } = halfway.vectors[0]!;
      expect(committed + pending).toBe(30);
      expect(committed).toBeGreaterThanOrEqual(4);
      expect(pending).toBeGreaterThan(0);
      const search = await kebab.askHere("search_response.v1", ["search", "topic", ...here], quick);
      expect(search.warnings).toEqual([expect.stringContaining(`${pending} chunks have no vector yet`)]);
      const next = command === "index" ? ["index", "--resume"] : ["ingest"];
      const second = await kebab.run([...next, "--json", ...here], quick);
      expect(second.code).toBe(0);
      const completed = second.jsonLines().at(-1) as { vectors?: object };
      expect(completed.vectors ?? completed).toMatchObject({ remaining: 0 });
      expect((await kebab.askHere("status.v1", ["status", ...here], quick)).vectors).toMatchObject([
        { committed: 30, pending: 0 },
      ]);
      expect(await searchAll(dataDir, quick)).toBe(await searchAll(kebab.at("undisturbed"), quick));
      // And no run is left to resume.
      expect((await kebab.runHere(["index", "--resume", "--json", ...here], quick)).error().code).toBe(
        "usage",
      );
    },
    60_000,
  );
});
