import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as library from "../src/index.ts";
import { KebabCommand, ROOT } from "./e2e/kebab-command.ts";

describe("what the package exports", () => {
  const program = ts.createProgram([join(ROOT, "src", "index.ts")], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
    types: ["node"],
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(join(ROOT, "src", "index.ts"));
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  const symbols = module === undefined ? [] : checker.getExportsOfModule(module);

  it("is these values and these types", () => {
    expect(Object.keys(library).sort()).toEqual(["KebabError", "openKebab"]);
    expect(symbols.map(({ name }) => name).sort()).toEqual([
      "Answer",
      "AnswerEvent",
      "AnswerSource",
      "AskOptions",
      "ChunkDetail",
      "Citation",
      "DocumentDetail",
      "DocumentList",
      "DocumentSummary",
      "FetchReference",
      "FetchResult",
      "IngestReport",
      "IngestRequest",
      "Kebab",
      "KebabError",
      "KebabErrorCode",
      "ListOptions",
      "NoteRequest",
      "OpenOptions",
      "SearchFilter",
      "SearchHitWire",
      "SearchMode",
      "SearchOptions",
      "SearchResponse",
      "SourceList",
      "Status",
      "StoredFile",
      "TagList",
      "openKebab",
    ]);
  });

  it("opens a base with these calls", () => {
    const kebab = symbols.find(({ name }) => name === "Kebab");
    const type = kebab === undefined ? undefined : checker.getDeclaredTypeOfSymbol(kebab);
    const calls = type?.getProperties().map(({ name }) => name) ?? [];
    expect(calls).toEqual(
      expect.arrayContaining([
        ...["search", "ask", "askStream", "ingest", "watch", "add", "note", "tag", "embed"],
        ...["fetch", "fetchChunk", "fetchDocument", "fetchSpan", "inspectDocument", "inspectChunk"],
        ...["list", "listDocuments", "listTags", "listSources", "status", "doctor", "close"],
      ]),
    );
  });

  it("is documented where it is written", () => {
    const own = symbols.filter(({ declarations }) =>
      declarations?.some(
        (declaration) => declaration.getSourceFile() === file && !ts.isExportSpecifier(declaration),
      ),
    );
    expect(own.map(({ name }) => name).sort()).toEqual([
      "FetchReference",
      "Kebab",
      "ListOptions",
      "OpenOptions",
      "openKebab",
    ]);
    const silent = own.filter((symbol) => symbol.getDocumentationComment(checker).length === 0);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe("the examples", () => {
  let kebab: KebabCommand;
  beforeAll(() => {
    kebab = new KebabCommand();
  });
  afterAll(() => kebab[Symbol.dispose]());

  // In this order: the others read what the first one has written.
  it("ingest.mjs indexes a folder and finds the note it adds", async () => {
    const { code, stdout, stderr } = await run("ingest.mjs", kebab.copyNotes());
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^\d+ added, 0 updated, 0 unchanged\nfound the note\n\d+ documents, \d+ chunks\n$/,
    );
  });

  it("ingest.mjs tells what is wrong", async () => {
    const { code, stderr } = await run("ingest.mjs", kebab.at("nowhere"));
    expect(code).toBe(2);
    expect(stderr).toMatch(/no such file or folder \(not-found\)\nCheck the path/);
  });

  it.each([["배포 rollback"], ["deploy rollback"]])(
    "search.mjs finds %j and fetches what it cites",
    async (query) => {
      const { code, stdout } = await run("search.mjs", query);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^1\. ops\/deploy-rollback\.md#L\d+-L\d+ \(/);
      expect(stdout).toMatch(/\nops\/deploy-rollback\.md#L\d+-L\d+ has \d+ characters\n$/);
    },
  );

  it("ask.mjs answers with citations, and refuses", async () => {
    const answered = await run("ask.mjs", "배포 롤백은 어떻게 하지?");
    expect(answered.code).toBe(0);
    expect(answered.stdout).toMatch(/argocd.*\[1\]\n\[1\] ops\/deploy-rollback\.md#L/s);
    const refused = await run("ask.mjs", "What is the capital of Mongolia?");
    expect(refused).toMatchObject({ code: 0, stdout: expect.stringContaining("No passage matches") });
  });

  it("a script that gives an object for the query hears what to do", async () => {
    const opened = await library.openKebab({ cwd: kebab.home, dataDir: kebab.dataDir });
    const query: unknown = { query: "rollback" };
    const told = { code: "usage", hint: expect.stringContaining("search(query, { top: 5 })") };
    try {
      await expect(opened.search(query as string)).rejects.toMatchObject(told);
      await expect(opened.ask(query as string)).rejects.toMatchObject(told);
    } finally {
      await opened.close();
    }
  });

  function run(example: string, argument: string) {
    const script = join(ROOT, "examples", example);
    return kebab.shell(`'${process.execPath}' "$SCRIPT" "$ARGUMENT"`, {
      env: { SCRIPT: script, ARGUMENT: argument },
    });
  }
});

describe("openKebab()", () => {
  it("refuses to write when readonly, and says so by a code", async () => {
    using home = new KebabCommand();
    const kebab = await library.openKebab({ cwd: home.home, dataDir: home.dataDir, readonly: true });
    try {
      await expect(kebab.note({ text: "x" })).rejects.toMatchObject({ code: "readonly" });
      await expect(kebab.search("x")).rejects.toBeInstanceOf(library.KebabError);
      await expect(kebab.list("everything" as "docs")).rejects.toMatchObject({ code: "usage" });
    } finally {
      await kebab.close();
      await kebab.close();
    }
  });
});
