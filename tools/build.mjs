// Bundles the program into dist/: importing one file costs half of importing its parts,
// and what a command does not need stays in a chunk that is never read.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

const root = new URL("..", import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
rmSync(`${root}dist`, { recursive: true, force: true });

await build({
  absWorkingDir: root,
  entryPoints: {
    cli: "src/cli/bin.ts",
    index: "src/index.ts",
    "prepare-worker": "src/app/prepare-worker.ts",
  },
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  chunkNames: "chunks/[name]-[hash]",
  sourcemap: false,
  minifySyntax: true,
  minifyWhitespace: true,
  define: { __KEBAB_VERSION__: JSON.stringify(manifest.version) },
  // Packages with binaries or WebAssembly beside their code find those only from their own place.
  external: ["@photostructure/sqlite", "@hyzyla/pdfium", "web-tree-sitter", "@vscode/tree-sitter-wasm", "@repomix/tree-sitter-wasms", "chokidar"],
  // Some bundled packages are CommonJS and call require().
  banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  logLevel: "warning",
});

if (process.argv.includes("--types")) {
  const { status } = spawnSync("npx", ["tsc", "-p", "tsconfig.types.json"], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
