// Where the bench works: a copy of the build, a home of its own, and an environment without surprises.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const WORK = join(ROOT, "bench", ".work");
/** Outside the checkout: a project's own .kebab/config.toml would be found from every folder inside it. */
export const ELSEWHERE = tmpdir();
/** What the bench needs besides the public library. */
const INSIDES = `
  export { openKebab } from "${ROOT}/src/index.ts";
  export { toDataPaths } from "${ROOT}/src/app/data-paths.ts";
  export { createFormats } from "${ROOT}/src/app/formats.ts";
  export { buildIndex, embedSet, toProse } from "${ROOT}/src/app/evaluate-beir.ts";
  export { openEmbedder } from "${ROOT}/src/app/open-embedder.ts";
  export { openGate } from "${ROOT}/src/app/open-gate.ts";
  export { openIndex } from "${ROOT}/src/app/open-index.ts";
  export { createQuestionEmbedder } from "${ROOT}/src/app/question-embedder.ts";
  export { openRetrievers, toFusion } from "${ROOT}/src/app/retrievers.ts";
  export { openVectorStore, toVectorKey } from "${ROOT}/src/app/vector-access.ts";
  export { openWriter } from "${ROOT}/src/app/writing.ts";
  export { loadConfig } from "${ROOT}/src/config/load-config.ts";
  export { toEmbeddingText } from "${ROOT}/src/core/embedding-text.ts";
  export { toDocumentId } from "${ROOT}/src/core/ids.ts";
  export { parseQuery } from "${ROOT}/src/core/query.ts";
  export { locateModel } from "${ROOT}/src/embedders/onnx/model-folder.ts";
  export { OnnxSession } from "${ROOT}/src/embedders/onnx/session.ts";
  export { openTokenizer } from "${ROOT}/src/embedders/onnx/tokenizer.ts";
  export { WindowMaker } from "${ROOT}/src/embedders/onnx/windows.ts";
  export { findModel } from "${ROOT}/src/embedders/registry.ts";
  export { ndcgAt, recallAt } from "${ROOT}/src/evaluation/metrics.ts";
  export { comparePaired } from "${ROOT}/src/evaluation/paired.ts";
  export { embedPending } from "${ROOT}/src/ingest/embed-pending.ts";
  export { prepareDocument, toPipeline } from "${ROOT}/src/ingest/prepare.ts";
  export { rankChunks } from "${ROOT}/src/retrieval/rank.ts";
  export { readBeirSet } from "${ROOT}/src/sources/beir/read-beir.ts";
  export { Database } from "${ROOT}/src/stores/sqlite/database.ts";
  export { toMatchExpression } from "${ROOT}/src/stores/sqlite/match-expression.ts";
  export { SqliteVectorLedger } from "${ROOT}/src/stores/sqlite/sqlite-vector-ledger.ts";
`;

/** Copies dist/, so that another build cannot take it away in the middle of a run. Each run has a copy of its own. */
export async function openWorkshop() {
  const copy = join(WORK, "builds", String(process.pid));
  rmSync(copy, { recursive: true, force: true });
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  mkdirSync(copy, { recursive: true });
  for (const part of ["bin", "dist", "models", "package.json"])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  const insidesFile = await bundleInsides(copy);
  return {
    kebab: join(copy, "bin", "kebab.js"),
    build: hashOfBuild(join(copy, "dist")),
    library: await import(pathToFileURL(join(copy, "dist", "index.js")).href),
    insidesFile,
    insides: await import(pathToFileURL(insidesFile).href),
  };
}

/** What was kept of an earlier run counts as long as this is the same. */
function hashOfBuild(dist) {
  const hash = createHash("sha256");
  const names = readdirSync(dist, { recursive: true }).map(String).sort();
  for (const name of names.filter((each) => each.endsWith(".js"))) {
    hash.update(name).update(readFileSync(join(dist, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

async function bundleInsides(copy) {
  const entry = join(copy, "insides-entry.mjs");
  writeFileSync(entry, INSIDES);
  const isPackage = (id) => /^[^./]/.test(id) && !id.startsWith("@oxc-project/runtime");
  const bundle = await rolldown({
    input: entry,
    platform: "node",
    external: isPackage,
    transform: { target: "node20" },
  });
  const file = join(copy, "insides.mjs");
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
