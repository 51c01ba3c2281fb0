#!/usr/bin/env node
// CommonJS: a search that a server runs is over before Node has made its loader of ES modules.
const { existsSync } = require("node:fs");
const path = require("node:path");

const dist = path.join(__dirname, "..", "dist");

async function main() {
  const { runInServer } = require(path.join(dist, "start.cjs"));
  const code = await runInServer().catch(async (error) => {
    const { fail } = await import("../dist/cli.js");
    fail(error);
    return process.exitCode;
  });
  if (code === null) {
    const cli = await import("../dist/cli.js");
    await cli.main();
  } else {
    process.exitCode = code;
  }
}

if (existsSync(path.join(dist, "start.cjs"))) {
  void main();
} else {
  console.error("kebab is not built yet: run `npm run build` in its folder first");
  process.exit(2);
}
