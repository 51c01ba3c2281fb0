// Where the bench works: a copy of the build, a home of its own, and an environment without surprises.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const WORK = join(ROOT, "bench", ".work");
/** Outside the checkout: a project's own .kebab/config.toml would be found from every folder inside it. */
export const ELSEWHERE = tmpdir();
const COPY = join(WORK, "build");
/** What the bench needs besides the public library. */
const INSIDES = `
  export { openKebab } from "${ROOT}/src/index.ts";
  export { loadConfig } from "${ROOT}/src/config/load-config.ts";
  export { parseQuery } from "${ROOT}/src/core/query.ts";
  export { Database } from "${ROOT}/src/stores/sqlite/database.ts";
  export { toMatchExpression } from "${ROOT}/src/stores/sqlite/match-expression.ts";
`;

/** Copies dist/, so that another build cannot take it away in the middle of a run. */
export async function openWorkshop() {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const name of ["bin", "dist", "package.json"])
    cpSync(join(ROOT, name), join(COPY, name), { recursive: true });
  return {
    kebab: join(COPY, "bin", "kebab.js"),
    library: await import(pathToFileURL(join(COPY, "dist", "index.js")).href),
    insides: await import(pathToFileURL(await bundleInsides()).href),
  };
}

async function bundleInsides() {
  const entry = join(COPY, "insides-entry.mjs");
  writeFileSync(entry, INSIDES);
  const isPackage = (id) => /^[^./]/.test(id) && !id.startsWith("@oxc-project/runtime");
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    external: isPackage,
    transform: { target: "node20" },
  });
  const file = join(COPY, "insides.mjs");
  await bundle.write({ file, format: "esm", codeSplitting: false });
  await bundle.close();
  return file;
}

export function workFolder(...names) {
  const folder = join(WORK, ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * A home of its own, no config but what the bench writes, and no NODE_EXTRA_CA_CERTS, which
 * alone costs every start of Node 20 as much as the rest of it.
 */
export function createEnvironment(home, more = {}) {
  return {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_HOME: join(home, "data"),
    XDG_CACHE_HOME: join(home, "cache"),
    LANG: "C.UTF-8",
    ...more,
  };
}

/** Where kebab keeps its index in such a home. */
export function databaseOf(home) {
  return join(home, "data", "kebab", "kebab.sqlite");
}

export function programPath(name) {
  return join(ROOT, "bench", "programs", name);
}
