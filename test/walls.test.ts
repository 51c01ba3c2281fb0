import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

/** A small kebab inside its walls: what is allowed, spelled out. */
const SOUND: Record<string, string> = {
  "src/core/document.ts": `import { createHash } from "node:crypto";\nexport const hash = createHash;`,
  "src/ports/store.ts": `import type { hash } from "../core/document.ts";\nexport type { hash } from "../core/document.ts";\nexport interface Store { hash: typeof hash }`,
  "src/sources/fs/walk.ts": `import { readdirSync } from "node:fs";\nexport const walk = readdirSync;`,
  "src/chunkers/pack.ts": `export const pack = 1;`,
  "src/chunkers/heading/heading.ts": `import { pack } from "../pack.ts";\nexport const heading = pack;`,
  "src/chunkers/heading/heading.test.ts": `import { heading } from "./heading.ts";\nimport { window } from "../window/window.ts";\nimport { help } from "../../../test/help.ts";\nhelp(heading, window);`,
  "src/chunkers/window/window.ts": `import { pack } from "../pack.ts";\nexport const window = pack;`,
  "src/stores/sqlite/rows.ts": `export const ROWS = /* sql */ \`select id from chunks\`;`,
  "src/stores/memory/memory.ts": `import type { Store } from "../../ports/store.ts";\nexport type Memory = Store;`,
  "src/ingest/run.ts": `import { join } from "node:path";\nimport type { Store } from "../ports/store.ts";\nexport const run = (store: Store) => [store, join];`,
  "src/ingest/run.test.ts": `console.log(process.env.HOME, "select id from chunks");`,
  "src/retrieval/hybrid.ts": `import { setTimeout } from "node:timers/promises";\nexport const hybrid = setTimeout;`,
  "src/evaluation/golden.ts": `import { parse } from "yaml";\nexport const golden = parse;`,
  "src/answer/words.ts": `export const WORDS = ["Select a document from the list", "select one from many to delete it", "Delete from both stores", "Create an index", "update notes set by hand", "pragma is a word", "with care"];`,
  "src/config/load.ts": `export const home = process.env.HOME;`,
  "src/wire/search.ts": `import { z } from "zod";\nexport const search = z;`,
  "src/app/open.ts": `import { heading } from "../chunkers/heading/heading.ts";\nimport { home } from "../config/load.ts";\nexport const open = [heading, home];`,
  "src/mcp/serve.ts": `import { open } from "../app/open.ts";\nexport const serve = open;`,
  "src/http/listen.ts": `export const listen = 1;`,
  "src/cli/main.ts": `import { serve } from "../mcp/serve.ts";\nimport { listen } from "../http/listen.ts";\nconsole.log(serve, listen, process.env.HOME);\nprocess.exitCode = 1;`,
  "src/index.ts": `export { open } from "./app/open.ts";`,
  "src/embedders/vectors.ts": `export const unit = 1;`,
  "tools/bridge/train.ts": `import { readFileSync } from "node:fs";\nimport { unit } from "../../src/embedders/vectors.ts";\nconsole.log(readFileSync, unit, process.env.HOME);`,
  "tools/bridge/train.test.ts": `import { help } from "../../test/help.ts";\nhelp();`,
  "test/help.ts": `export const help = (...values: unknown[]) => values;`,
};

/** Each line breaks one wall: the file, what it holds, the rule that must name it, and the line it must name. */
const PLANTED: readonly [rule: string, file: string, text: string, line?: number][] = [
  [
    "core-may-import",
    "src/core/reaches-out.ts",
    `import type { Store } from "../ports/store.ts";\nexport type S = Store;`,
  ],
  [
    "core-may-use",
    "src/core/reads-disk.ts",
    `export const a = 1;\nimport { readFileSync } from "node:fs";\nexport const b = readFileSync;`,
    2,
  ],
  ["core-may-use", "src/core/uses-package.ts", `import { parse } from "yaml";\nexport const a = parse;`],
  [
    "bridge-trainer-may-import",
    "tools/bridge/opens-all.ts",
    `import { open } from "../../src/app/open.ts";\nexport const a = open;`,
  ],
  [
    "embedders-may-import",
    "src/embedders/trains.ts",
    `import { unit } from "./vectors.ts";\nimport "../../tools/bridge/train.ts";\nexport const a = unit;`,
    2,
  ],
  ["no-cycle", "src/core/egg.ts", `import type { Hen } from "./hen.ts";\nexport interface Egg { hen: Hen }`],
  [
    "ports-import-types",
    "src/ports/imports-value.ts",
    `import { hash } from "../core/document.ts";\nexport type Hash = typeof hash;`,
  ],
  [
    "ports-compile-to-nothing",
    "src/ports/imports-value.ts",
    `import { hash } from "../core/document.ts";\nexport type Hash = typeof hash;`,
  ],
  ["ports-compile-to-nothing", "src/ports/holds-value.ts", `export const VALUE = 1;`],
  [
    "ports-may-import",
    "src/ports/knows-adapter.ts",
    `import type { Memory } from "../stores/memory/memory.ts";\nexport type M = Memory;`,
  ],
  [
    "no-sibling-adapter",
    "src/stores/memory/knows-sqlite.ts",
    `import { ROWS } from "../sqlite/rows.ts";\nexport const a = ROWS;`,
  ],
  [
    "no-choosing-adapters",
    "src/chunkers/choose.ts",
    `import { heading } from "./heading/heading.ts";\nexport const a = heading;`,
  ],
  [
    "parsers-may-import",
    "src/parsers/pdf/knows-store.ts",
    `import { ROWS } from "../../stores/sqlite/rows.ts";\nexport const a = ROWS;`,
  ],
  [
    "sources-may-import",
    "src/sources/fs/knows-index.ts",
    `import { open } from "../../index.ts";\nexport const a = open;`,
  ],
  [
    "ingest-may-import",
    "src/ingest/knows-adapter.ts",
    `import { walk } from "../sources/fs/walk.ts";\nexport const a = walk;`,
  ],
  [
    "ingest-may-import",
    "src/ingest/knows-test-help.ts",
    `import { help } from "../../test/help.ts";\nexport const a = help;`,
  ],
  [
    "ingest-tests-may-import",
    "src/ingest/knows-app.test.ts",
    `import { open } from "../app/open.ts";\nexport const a = open;`,
  ],
  [
    "retrieval-may-use",
    "src/retrieval/reads-disk.ts",
    `import { readFile } from "node:fs/promises";\nexport const a = readFile;`,
  ],
  ["answer-may-use", "src/answer/spawns.ts", `export const a = () => import("node:child_process");`],
  [
    "evaluation-may-use",
    "src/evaluation/opens-database.ts",
    `import { DatabaseSync } from "@photostructure/sqlite";\nexport const a = DatabaseSync;`,
  ],
  [
    "config-may-import",
    "src/config/knows-port.ts",
    `import type { Store } from "../ports/store.ts";\nexport type S = Store;`,
  ],
  [
    "wire-may-import",
    "src/wire/knows-app.ts",
    `import { open } from "../app/open.ts";\nexport const a = open;`,
  ],
  ["app-may-import", "src/app/knows-cli.ts", `import "../cli/main.ts";`],
  [
    "mcp-may-import",
    "src/mcp/knows-retrieval.ts",
    `import { hybrid } from "../retrieval/hybrid.ts";\nexport const a = hybrid;`,
  ],
  [
    "cli-may-import",
    "src/cli/knows-store.ts",
    `import { ROWS } from "../stores/sqlite/rows.ts";\nexport const a = ROWS;`,
  ],
  ["unknown-room", "src/utils", ""],
  ["no-unresolved", "src/app/lost.ts", `import { gone } from "./gone.ts";\nexport const a = gone;`],
  ["no-dev-dependency", "src/app/test-tool.ts", `import fc from "fast-check";\nexport const a = fc;`],
  ["no-borrowed-package", "src/app/borrowed.ts", `import acorn from "acorn";\nexport const a = acorn;`],
  ["no-import-of-tests", "src/ingest/knows-test.ts", `import "./run.test.ts";`],
  [
    "sql-in-store",
    "src/retrieval/begins-like-sql.ts",
    `const table = "t";\nexport const a = \`\n  select chunk_id, score\n  from \${table} where id = ?\`;`,
    2,
  ],
  ["sql-in-store", "src/app/marked-as-sql.ts", `export const a = /* sql */ "vacuum";`],
  ["sql-in-store", "src/app/pragma.ts", `export const a = "pragma journal_mode = wal";`],
  ["sql-in-store", "src/stores/memory/upper-case.ts", `export const a = "DELETE FROM chunks WHERE id = 1";`],
  ["env-at-the-edge", "src/stores/sqlite/reads-env.ts", `export const a = process.env.HOME;`],
  ["env-at-the-edge", "src/app/takes-env.ts", `const { env } = process;\nexport const a = env;`],
  ["env-at-the-edge", "src/app/imports-env.ts", `import { env } from "node:process";\nexport const a = env;`],
  ["exit-in-bin", "src/cli/exits.ts", `export function stop() {\n  process.exit(1);\n}`, 2],
  ["console-in-cli", "src/ingest/prints.ts", `console.error("halfway");`],
  ["named-exports", "src/app/default-value.ts", `const a = 1;\nexport default a;`, 2],
  ["named-exports", "src/app/default-function.ts", `export default function a() {}`],
  ["named-exports", "src/app/default-alias.ts", `const a = 1;\nexport { a as default };`, 2],
  // Text of planted files, which the walls must find: no code of ours is loosened by it.
  ["no-any", "src/app/any-parameter.ts", `export const a = (b: any) => b;`],
  ["no-any", "src/app/any-cast.test.ts", `export const a = 1 as unknown as any[];`],
  ["no-ts-ignore", "src/app/ignores.ts", `// @ts-ignore\nexport const a = 1;`],
  ["file-length", "src/app/long.ts", "// line\n".repeat(401), 401],
];

/** Files the planted ones need, themselves sound. */
const HELPERS: Record<string, string> = {
  "src/core/hen.ts": `import type { Egg } from "./egg.ts";\nexport interface Hen { egg: Egg }`,
  "src/utils/strings.ts": `export const pad = 1;`,
  "src/app/rather-long.ts": "// line\n".repeat(301),
};

const folders: string[] = [];

function plant(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "kebab-walls-"));
  folders.push(folder);
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"), "junction");
  cpSync(join(PROJECT, "package.json"), join(folder, "package.json"));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

function runWalls(files: Record<string, string>): {
  status: number | null;
  broken: string[];
  printed: string;
} {
  const tool = join(PROJECT, "tools", "walls.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, plant(files)], { encoding: "utf8" });
  return { status, broken: stderr.split("\n").filter((line) => line !== ""), printed: stdout };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("tools/walls.mjs", () => {
  it("passes a tree that keeps inside the walls", () => {
    expect(runWalls(SOUND)).toMatchObject({ status: 0, broken: [] });
  });

  it("fails when it read hardly any modules", () => {
    const few = runWalls({ "src/core/only.ts": "export const a = 1;" });
    expect(few.status).toBe(1);
    expect(few.broken).toEqual(["src:1 not-cruised: only 1 modules were read, fewer than 20"]);
  });

  describe("on a tree with one violation planted in each of many files", () => {
    const planted = PLANTED.filter(([, , text]) => text !== "").map(([, file, text]) => [file, text]);
    let result: ReturnType<typeof runWalls>;
    beforeAll(() => {
      result = runWalls({ ...SOUND, ...HELPERS, ...Object.fromEntries(planted) });
    });

    it("fails", () => {
      expect(result.status).toBe(1);
    });

    it.each(PLANTED)("%s names %s", (rule, file, _text, line = 1) => {
      expect(result.broken.filter((report) => report.startsWith(`${file}:${line} ${rule}: `))).toHaveLength(
        1,
      );
    });

    it("names nothing else", () => {
      const wanted = PLANTED.map(([rule, file, , line = 1]) => `${file}:${line} ${rule}`);
      expect(result.broken.map((report) => report.slice(0, report.indexOf(": "))).sort()).toEqual(
        wanted.sort(),
      );
    });

    it("notices a file over 300 lines without failing it", () => {
      expect(result.printed).toContain("notice src/app/rather-long.ts:301 file-length: 301 lines, over 300");
    });
  });
});
