#!/usr/bin/env node
import { existsSync } from "node:fs";

const built = new URL("../dist/cli.js", import.meta.url);
if (existsSync(built)) {
  const { main } = await import(built.href);
  await main();
} else {
  console.error("kebab is not built yet: run `npm run build` in its folder first");
  process.exit(2);
}
