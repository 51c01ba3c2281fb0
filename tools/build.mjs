// Bundles the program into dist/. What every search needs becomes one file, because each
// module Node loads costs about a millisecond; what other commands need stays in chunks of
// their own that a search never reads. What asks a running server first is a file of its own.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { build as buildPage } from "vite";

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

/** Of everything that is bundled: two programs with the same one do the same. */
function hashSources() {
  const hash = createHash("sha256");
  const files = readdirSync(`${root}src`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of [`${root}package.json`, `${root}tools/build.mjs`, ...files]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}

const SHARED = {
  cwd: root,
  platform: "node",
  external: (id) =>
    id.startsWith("node:") ||
    builtinModules.includes(id) ||
    KEPT_OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`)),
  transform: {
    target: "node20",
    define: {
      __KEBAB_VERSION__: JSON.stringify(manifest.version),
      __KEBAB_BUILD__: JSON.stringify(`${manifest.version}+${hashSources()}`),
    },
  },
  plugins: [withoutChildProcess],
  // A module may be needed early by one command and late by another; everything else worth a warning stops the build.
  onLog: (level, log, handle) => {
    if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") handle(level === "warn" ? "error" : level, log);
  },
};
const MINIFY = { compress: false, mangle: false, codegen: true };

const bundle = await rolldown({
  ...SHARED,
  input: { cli: "src/cli/bin.ts", index: "src/index.ts", "prepare-worker": "src/app/prepare-worker.ts" },
});
await bundle.write({
  dir: DRAFT,
  format: "esm",
  minify: MINIFY,
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
const start = await rolldown({ ...SHARED, input: "src/cli/start.ts" });
await start.write({ file: `${DRAFT}/start.cjs`, format: "cjs", minify: MINIFY });
await start.close();
await buildPage({
  configFile: `${root}web/vite.config.ts`,
  build: { outDir: `${root}${DRAFT}/web`, emptyOutDir: true },
});
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(`${root}${DRAFT}`, `${root}dist`);
