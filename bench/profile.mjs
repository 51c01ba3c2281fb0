// Where the processor's time goes, by source file and by function, in each thread.
// Usage: node bench/profile.mjs search|first|again [files]
//   search: `kebab search`; first: a first ingest; again: an ingest of nothing new. The build is one of its own, not minified.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { makeCorpus } from "./make-corpus.mjs";
import { runCommand } from "./support/command.mjs";
import { toTable } from "./support/table.mjs";
import { createEnvironment, ELSEWHERE, ROOT, workFolder } from "./support/workshop.mjs";

const SHOWN = 25;
const sourcesByLine = new Map();
const INTERVAL_US = { search: 100, first: 1000, again: 200 };

const [what = "search", files = "1000"] = process.argv.slice(2);
if (INTERVAL_US[what] === undefined)
  throw new Error(`Cannot profile "${what}": it is one of search, first, again`);
const kebab = await buildReadable();
const corpus = makeCorpus(Number(files), join(workFolder("corpus"), files));
const home = workFolder("homes", "profile");
const profiles = workFolder("profiles", what);

rmSync(profiles, { recursive: true, force: true });
rmSync(join(home, "data"), { recursive: true, force: true });
const ingest = ["ingest", "--no-embeddings", "--quiet", corpus.folder];
if (what !== "first") run([kebab, ...ingest]);
// The first run that finds nothing new remembers that, and the next ones are quicker.
if (what === "again") run([kebab, ...ingest]);
const profiled =
  what === "search" ? ["search", "--mode", "lexical", "how does the server report a change"] : ingest;
run([
  "--cpu-prof",
  "--cpu-prof-dir",
  profiles,
  "--cpu-prof-interval",
  String(INTERVAL_US[what]),
  kebab,
  ...profiled,
]);

for (const [thread, name] of readdirSync(profiles).sort().entries()) {
  process.stdout.write(`\n${thread === 0 ? "main thread" : `thread ${thread}`}, ${join(profiles, name)}\n`);
  process.stdout.write(`${describe(JSON.parse(readFileSync(join(profiles, name), "utf8")))}\n`);
}

function run(words) {
  return runCommand({ words, env: createEnvironment(home), cwd: ELSEWHERE, exits: [0, 1] });
}

/** Names and lines kept; each module's code begins with a comment that names its file. */
async function buildReadable() {
  const folder = workFolder("readable");
  const bundle = await rolldown({
    cwd: ROOT,
    input: { cli: "src/cli/bin.ts", "prepare-worker": "src/app/prepare-worker.ts" },
    platform: "node",
    external: (id) =>
      /^(node:|@photostructure|@hyzyla|web-tree-sitter|@vscode|@repomix|@lumis-sh|chokidar)/.test(id),
    transform: { target: "node20", define: { __KEBAB_VERSION__: '"profiled"' } },
    onLog: () => undefined,
  });
  await bundle.write({
    dir: join(folder, "dist"),
    format: "esm",
    entryFileNames: "[name].js",
    cleanDir: true,
  });
  await bundle.close();
  const start = join(folder, "kebab.mjs");
  writeFileSync(start, 'const { main } = await import("./dist/cli.js");\nawait main();\n');
  return start;
}

function describe({ nodes, samples, timeDeltas }) {
  const own = new Map();
  for (const [position, id] of samples.entries())
    own.set(id, (own.get(id) ?? 0) + timeDeltas[position] / 1000);
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node])));
  const sums = { file: new Map(), own: new Map(), within: new Map() };
  for (const node of nodes) {
    const spent = own.get(node.id) ?? 0;
    if (node.callFrame.functionName !== "(idle)") add(sums.file, fileOf(node.callFrame), spent);
    add(sums.own, nameOf(node.callFrame), spent);
    const stack = new Set();
    for (let at = node; at !== undefined; at = parents.get(at.id)) stack.add(nameOf(at.callFrame));
    for (const name of stack) add(sums.within, name, spent);
  }
  const total = [...own.values()].reduce((sum, spent) => sum + spent, 0);
  const idle = [...sums.own].find(([name]) => name.startsWith("(idle)"))?.[1] ?? 0;
  const tables = Object.entries({
    "by file, own time": sums.file,
    "by function, own time": sums.own,
    "by function, with what it calls": sums.within,
  });
  const text = tables.map(([title, times]) => toRanking(title, times, total - idle)).join("\n\n");
  return `${total.toFixed(0)} ms, ${idle.toFixed(0)} of them idle\n\n${text}`;
}

function toRanking(title, times, busy) {
  const rows = [...times]
    .filter(([name]) => !name.startsWith("(idle)") && !name.startsWith("(root)"))
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN)
    .map(([name, spent]) => [spent.toFixed(1), `${((spent / busy) * 100).toFixed(1)} %`, name]);
  return toTable([["ms", "of busy", title], ...rows]);
}

function add(times, name, spent) {
  times.set(name, (times.get(name) ?? 0) + spent);
}

function nameOf(frame) {
  return `${frame.functionName || "(anonymous)"}  ${fileOf(frame)}`;
}

function fileOf({ url, lineNumber }) {
  if (!url.startsWith("file:")) return url === "" ? "(native)" : url;
  const path = fileURLToPath(url);
  return linesOf(path)[lineNumber] ?? path;
}

/** For each line of a bundle the source file it comes from. */
function linesOf(path) {
  if (!sourcesByLine.has(path)) {
    let current = path.replace(/^.*node_modules\//, "").replace(`${ROOT}/`, "");
    const lines = readFileSync(path, "utf8").split("\n");
    sourcesByLine.set(
      path,
      lines.map((line) => {
        const [, source] = /^\/\/ (?:\.\.\/)*((?:src|node_modules|\\0)\S*)$/.exec(line.trim()) ?? [];
        if (source !== undefined) current = source.replace(/^node_modules\//, "");
        return current;
      }),
    );
  }
  return sourcesByLine.get(path);
}
