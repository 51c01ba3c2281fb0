// Trains a bridge: bundles tools/bridge/train.ts, because Node 20 runs no TypeScript, and runs it.
// Usage: npm run bridge:train -- [flags of the trainer]
import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Inside node_modules, from where every package is found: none has to be bundled. */
const folder = `${root}node_modules/.cache/kebab-bridge-${process.pid}`;
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));

const bundle = await rolldown({
  cwd: root,
  input: "tools/bridge/train.ts",
  platform: "node",
  external: (id) => /^[^./]/.test(id) && !id.startsWith("@oxc-project/runtime"),
  transform: { target: "node20" },
  onLog: (level, log, handle) => handle(level === "warn" ? "error" : level, log),
});
await bundle.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", sourcemap: true });
await bundle.close();

process.setSourceMapsEnabled(true);
await import(pathToFileURL(`${folder}/train.mjs`).href);
