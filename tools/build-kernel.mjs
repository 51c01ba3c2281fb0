// Compiles the vector scan's inner loop, written in WebAssembly text, into a TypeScript file
// that carries its bytes. `--check` writes nothing and fails when that file is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openWabt from "wabt";

const stores = fileURLToPath(new URL("../src/stores/", import.meta.url));
const SOURCE = "vector-scan-kernel.wat";
const TARGET = "vector-scan-kernel.ts";

const wabt = await openWabt();
const parsed = wabt.parseWat(SOURCE, readFileSync(stores + SOURCE, "utf8"), { simd: true });
parsed.validate();
const bytes = Buffer.from(parsed.toBinary({}).buffer);

const text = `// Made by tools/build-kernel.mjs from ${SOURCE}: do not edit.

/** ${bytes.length} bytes of WebAssembly, in base64. */
export const VECTOR_SCAN_KERNEL =
  "${bytes.toString("base64")}";
`;

if (!process.argv.includes("--check")) {
  writeFileSync(stores + TARGET, text);
} else if (readFileSync(stores + TARGET, "utf8") !== text) {
  process.stderr.write(`${TARGET} is stale: run \`node tools/build-kernel.mjs\`\n`);
  process.exitCode = 1;
}
