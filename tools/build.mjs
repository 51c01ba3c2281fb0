// Bundles the program into dist/. What every search needs becomes one file, because each
// module Node loads costs about a millisecond; what other commands need stays in chunks of
// their own that a search never reads.
import { readFileSync, renameSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

/** Built aside and moved into place, so that a failed build leaves the last one whole. */
const DRAFT = `dist.${process.pid}`;

/** Packages with binaries or WebAssembly beside their code find those only from their own place. */
const KEPT_OUTSIDE = [
  "@photostructure/sqlite",
  "sqlite-vec",
  "@lancedb/lancedb",
  "apache-arrow",
  "onnxruntime-node",
  "kebab-model-bge-small-en",
  "@hyzyla/pdfium",
  "web-tree-sitter",
  "@vscode/tree-sitter-wasm",
  "@repomix/tree-sitter-wasms",
  "@lumis-sh/wasm-kotlin",
  "chokidar",
];

/** commander loads it for subcommands that are programs of their own; we have none, and it costs ten milliseconds. */
const withoutChildProcess = {
  name: "without-child-process",
  resolveId: (id, importer) =>
    id === "node:child_process" && importer?.includes("/commander/") ? "\0nothing" : null,
  load: (id) => (id === "\0nothing" ? "export default {}" : null),
};

/** The modules a search runs through: what these two import, and what that imports. */
const SEARCH_PATH = [`${root}src/cli/bin.ts`, `${root}src/app/kebab.ts`];
const onSearchPath = new Set();

function collect(id, modules) {
  if (onSearchPath.has(id)) return;
  onSearchPath.add(id);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) collect(next, modules);
}

const bundle = await rolldown({
  cwd: root,
  input: { cli: "src/cli/bin.ts", index: "src/index.ts", "prepare-worker": "src/app/prepare-worker.ts" },
  platform: "node",
  external: (id) =>
    id.startsWith("node:") ||
    builtinModules.includes(id) ||
    KEPT_OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
  transform: { target: "node20", define: { __KEBAB_VERSION__: JSON.stringify(manifest.version) } },
  plugins: [withoutChildProcess],
  // A module may be needed early by one command and late by another; everything else worth a warning stops the build.
  onLog: (level, log, handle) => {
    if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") handle(level === "warn" ? "error" : level, log);
  },
});
await bundle.write({
  dir: DRAFT,
  format: "esm",
  minify: { compress: false, mangle: false, codegen: true },
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: {
    groups: [
      {
        debugName: "search",
        name: (id, modules) => {
          if (onSearchPath.size === 0) for (const start of SEARCH_PATH) collect(start, modules);
          // The entries stay where they are: they know the thread script by its place beside them.
          return onSearchPath.has(id) && !modules.getModuleInfo(id)?.isEntry ? "search" : null;
        },
      },
    ],
  },
});
await bundle.close();
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(`${root}${DRAFT}`, `${root}dist`);
