// Links, special files, tricky names and races: what lies outside a source never gets into the index or any output.
// Usage: node test/robustness/escape-test.mjs [--race-seconds 60] [--references 99]

import { fork, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Findings, openScratch, printFigures, readOptions, toShown } from "./support/harness.mjs";
import { checkIndex } from "./support/index-dump.mjs";
import { createSetup, readReport, runKebab } from "./support/run-kebab.mjs";

const options = readOptions({ "race-seconds": 60, references: 99 });
const findings = new Findings();
const scratch = openScratch("escape-test", options.keep);
const setup = createSetup(options.kebab, scratch);
const source = join(scratch, "source");
const outside = join(scratch, "outside");
/** Lower-case letters and digits: the keyword index keeps them as they are. */
const secret = `zq${randomBytes(8).toString("hex")}7`;
/** Stands in names of files outside, never in a content. */
const secretName = `zn${randomBytes(8).toString("hex")}7`;
const searched = { files: 0, bytes: 0 };
const SECRET_TEXT = `# Secret ${secret}\n\n${`the secret is ${secret}\n\n`.repeat(200)}`;
const figures = {};

put(outside, "secret.md", SECRET_TEXT);
put(outside, `${secretName}.md`, SECRET_TEXT);
put(outside, `${secretName}.png`, SECRET_TEXT);
put(outside, "deep/er/secret.md", SECRET_TEXT);
put(outside, "ignore", `# ${secret}\n*.hidden\n`);
put(source, "plain.md", "# Plain\n\ninnocent words\n");
put(source, "folder/inner.md", "# Inner\n\nmore innocent words\n");

await tryLinks();
await trySpecialFiles();
await tryIgnoreFiles();
await tryReferences();
await tryRoots();
await tryConfig();
await tryLibrary();
await tryRace();
for (const problem of checkIndex(setup.dataDir)) findings.add(problem);
figures["searched for the secrets"] = `${searched.files} files, ${(searched.bytes / 1e6).toFixed(1)} MB`;
printFigures(figures);
findings.end("escape-test");

async function tryLinks() {
  const links = {
    "link.md": "../outside/secret.md",
    "absolute.md": join(outside, "secret.md"),
    "linked-folder": "../outside",
    "folder/linked": "../../outside/deep",
    etc: "/etc",
    "passwd.md": "/etc/passwd",
    "environment.txt": "/proc/self/environ",
    processes: "/proc/self",
    "memory.txt": "/proc/self/mem",
    loop: ".",
    "folder/up": "..",
    "one.md": "two.md",
    "two.md": "one.md",
    "self.md": "self.md",
    "dangling.md": "../outside/nothing.md",
    "through.md": "linked-folder/secret.md",
    "inside.md": "plain.md",
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(source, name));
  const { report } = await ingest("links");
  figures.links = `${Object.keys(links).length} made, ${report.skipped.filter(({ reason }) => reason === "symbolic link").length} reported as links, ${report.added} files stored`;
  findings.check(report.added === 2, `links: ${report.added} files stored instead of 2`);
}

async function trySpecialFiles() {
  const made = [];
  const attempt = (name, command, args) => {
    if (spawnSync(command, [...args.slice(0, 1), join(source, name), ...args.slice(1)]).status === 0)
      made.push(name);
  };
  if (spawnSync("mkfifo", [join(source, "pipe.md")]).status === 0) made.push("pipe.md");
  if (spawnSync("mkfifo", [join(source, "folder/.gitignore")]).status === 0) made.push("folder/.gitignore");
  attempt("zero.md", "mknod", ["-m644", "c", "1", "5"]);
  attempt("random.txt", "mknod", ["-m644", "c", "1", "9"]);
  const server = createServer();
  await new Promise((resolve) => server.listen(join(source, "socket.md"), resolve));
  made.push("socket.md");
  const { result, report } = await ingest("special files");
  figures["special files"] =
    `${made.join(", ")}: ${result.ms.toFixed(0)} ms, ${report.unchanged} files unchanged`;
  findings.check(report.added === 0 && report.unchanged === 2, "special files: something was stored");
  server.close();
  for (const name of made) if (existsSync(join(source, name))) unlinkSync(join(source, name));
  // Files whose size is 0 and whose content is not.
  for (const folder of ["/proc/sys/kernel/random", "/sys/kernel/mm/ksm", "/proc/self/task"]) {
    if (!existsSync(folder)) continue;
    await watchedRun(["ingest", folder, "--json"], { dataDir: join(scratch, "proc-data") });
  }
}

async function tryIgnoreFiles() {
  symlinkSync("../outside/ignore", join(source, ".gitignore"));
  put(
    source,
    ".kebabignore",
    `!../outside/**\n!/etc/passwd\n../**\n!linked-folder/**\n!linked-folder\n/../../*\n\\\n[\n**/**/**\n!**\n\0\n`,
  );
  put(source, "folder/.kebabignore", "!../../outside/secret.md\n!linked/**\n..\n.\n/\n");
  const { report } = await ingest("ignore files");
  figures["ignore files"] = `${report.unchanged} files unchanged`;
  // Patterns that take a careless matcher for ever on the paths below.
  const deep = join(scratch, "deep-source");
  put(deep, `${"a/".repeat(60)}${"a".repeat(120)}.md`, "# Deep\n");
  put(deep, `${"a".repeat(200)}.md`, "# Long\n");
  put(
    deep,
    ".gitignore",
    [
      `${"**/a/".repeat(8)}b`,
      `${"*a".repeat(20)}b`,
      `${"a*".repeat(20)}b`,
      `${"[a-z]*".repeat(20)}b`,
      `${"?*".repeat(20)}b`,
      "**/**/**/**/**/b",
      `${"**/".repeat(12)}b`,
      `${"a/**/".repeat(8)}b`,
    ].join("\n"),
  );
  const hostile = await watchedRun(["ingest", deep, "--json"], {
    timeoutMs: 30_000,
    dataDir: join(scratch, "deep-data"),
  });
  figures["hostile patterns"] = `${hostile.ms.toFixed(0)} ms`;
  findings.check(
    !hostile.timedOut && hostile.code === 0,
    "ignore files: hostile patterns keep the walk busy for ever",
  );
}

/** Only what is in the index can be fetched, whatever a reference looks like. */
async function tryReferences() {
  const paths = [
    "../outside/secret.md",
    join(outside, "secret.md"),
    "folder/../../outside/secret.md",
    "link.md",
    "linked-folder/secret.md",
    "through.md",
    "/etc/passwd",
    "file:///etc/passwd",
    `file://${outside}/secret.md`,
    "....//outside/secret.md",
    "..\\outside\\secret.md",
    "%2e%2e/outside/secret.md",
    "~/secret.md",
    "secret.md",
    "\u2025/outside/secret.md",
    ".",
    "..",
    "/",
    "",
  ];
  let refused = 0;
  for (const path of paths.slice(0, options.references)) {
    for (const args of [
      ["fetch", "doc", path],
      ["fetch", "span", `${path}#L1-L9`],
      ["inspect", "doc", path],
    ]) {
      const { code } = await watchedRun(args);
      findings.check(code === 2, `${args.join(" ")} exits ${code}`);
      refused++;
    }
  }
  const searches = [
    ["--path", "../**"],
    ["--path", "/**"],
    ["--path", `${outside}/**`],
    ["--source", "../outside"],
    ["--doc", "../outside/secret.md"],
  ];
  for (const flags of searches) await watchedRun(["search", "secret", ...flags, "--mode", "lexical"]);
  for (const args of [
    ["search", secret.slice(0, 6)],
    ["search", "root"],
    ["list", "docs"],
    ["status", "--verbose"],
    ["doctor"],
    ["list", "sources"],
  ])
    await watchedRun(args);
  await watchedRun(["fetch", "doc", "plain.md", "--source", "../outside"]);
  const proof = await watchedRun(["fetch", "doc", "plain.md"]);
  findings.check(proof.stdout.includes("innocent"), "fetch doc plain.md does not give the document");
  figures.references = `${refused} refused, ${searches.length} searches`;
}

async function tryRoots() {
  const root = join(scratch, "root-link");
  const dataDir = join(scratch, "root-data");
  symlinkSync(source, root);
  const first = await watchedRun(["ingest", root, "--json"], { dataDir });
  findings.check(readReport(first).report.added === 2, "a source that is a link: its target was not indexed");
  unlinkSync(root);
  symlinkSync(outside, root);
  // Known sources again, after the link was turned to the outside.
  const again = await watchedRun(["ingest", "--json"], { dataDir });
  findings.check(
    readReport(again).report.unchanged === 2,
    "a source that is a link: turned elsewhere, it was followed",
  );
  for (const path of [`${source}/../source`, `${source}/folder/..`, `${source}/./folder/../plain.md`]) {
    const { code } = await watchedRun(["ingest", path, "--json"], { dataDir });
    findings.check(code === 0, `ingest ${path} exits ${code}`);
  }
  // Named alone, a link to a file inside a source is still a link. (One to a folder is a root that the user named.)
  for (const name of ["link.md", "through.md", "passwd.md"]) {
    const { stdout } = await watchedRun(["ingest", join(source, name), "--json"], { dataDir });
    findings.check(!/"kind":"file-stored"/.test(stdout), `ingest ${name}: the link was followed`);
  }
  figures.roots = "a link as source root, turned elsewhere afterwards; .. in paths";
}

async function tryConfig() {
  const config = join(scratch, "config.toml");
  const globs = JSON.stringify([
    "../outside/**",
    "**/../**",
    "/etc/**",
    `${outside}/**`,
    "**",
    "linked-folder/**",
  ]);
  writeFileSync(
    config,
    `[[sources]]\nid = "s"\npath = ${JSON.stringify(`${source}/folder/..`)}\ninclude = ${globs}\n`,
  );
  const result = await watchedRun(["ingest", "--json", "--config", config], {
    dataDir: join(scratch, "config-data"),
  });
  findings.check(
    result.code === 0 && readReport(result).report.added === 2,
    "config: globs that lead outside changed what is indexed",
  );
  figures.config = "include globs that lead outside";
}

async function tryLibrary() {
  const before = listAll(scratch).filter(
    (path) => !path.startsWith(setup.home) && !path.startsWith(setup.dataDir),
  );
  for (const title of ["../../outside/evil", "/etc/evil", "..", "a/../../b", "\0", "con\\..\\x"]) {
    await watchedRun(["note", "some words", `--title=${title.replace("\0", "")}`]);
  }
  symlinkSync(join(outside, "secret.md"), join(setup.dataDir, "library/notes/planted.md"));
  symlinkSync(outside, join(setup.dataDir, "library/planted"));
  await watchedRun(["ingest", "--json"]);
  const after = listAll(scratch).filter(
    (path) => !path.startsWith(setup.home) && !path.startsWith(setup.dataDir),
  );
  findings.check(
    after.length === before.length,
    () => `note: a title led outside: ${after.find((path) => !before.includes(path))}`,
  );
  figures.library = "titles that lead outside, links planted in the library";
}

/** Another process turns files and folders into links, pipes and back while ingest after ingest runs. */
async function tryRace() {
  const racing = join(scratch, "racing");
  for (let at = 0; at < 20; at++) {
    put(racing, `swap/file-${at}.md`, `# File ${at}\n\ninnocent\n`);
    put(racing, `nested/one/two/file-${at}.md`, `# Nested ${at}\n\ninnocent\n`);
    put(outside, `swap/file-${at}.md`, SECRET_TEXT);
    put(outside, `nested/one/two/file-${at}.md`, SECRET_TEXT);
    put(racing, `file-${at}.md`, `# Single ${at}\n\ninnocent\n`);
  }
  for (const folder of ["swap", "nested", "nested/one", "nested/one/two"]) {
    put(outside, `${folder}/${secretName}.md`, SECRET_TEXT);
    put(outside, `${folder}/${secretName}.png`, SECRET_TEXT);
  }
  const swapper = fork(fileURLToPath(new URL("./support/swap-forever.mjs", import.meta.url)), [
    racing,
    outside,
  ]);
  const messages = [];
  swapper.on("message", (message) => messages.push(message));
  const dataDir = join(scratch, "race-data");
  const until = performance.now() + options["race-seconds"] * 1000;
  const reasons = new Map();
  let runs = 0;
  let stored = 0;
  while (performance.now() < until) {
    const result = await watchedRun(["ingest", racing, "--json", "--force"], { dataDir, timeoutMs: 60_000 });
    findings.check(!result.timedOut, "race: an ingest hangs");
    findings.check(
      result.code === 0 || result.code === 2,
      () => `race: an ingest exits ${result.code}: ${result.stderr.slice(0, 300)}`,
    );
    runs++;
    if (!result.stdout.includes("ingest_report.v1")) continue;
    const { report } = readReport(result);
    stored += report.added + report.updated;
    for (const { reason } of [...report.failed, ...report.skipped]) {
      const kind = reason.replace(/'[^']*'/g, "…").replace(/[-/][\w./-]*\/[\w./-]*/g, "…");
      reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
    }
  }
  swapper.kill("SIGTERM");
  await new Promise((resolve) => swapper.once("exit", resolve));
  for (const args of [
    ["search", "secret", "--mode", "lexical", "--json"],
    ["list", "docs"],
    ["status", "--verbose"],
  ])
    await watchedRun(args, { dataDir });
  for (const problem of checkIndex(dataDir)) findings.add(`race: ${problem}`);
  figures.race = `${runs} ingests against ${messages.at(-1)?.swaps ?? 0} swaps, ${stored} files stored`;
  for (const [reason, count] of [...reasons].sort((a, b) => b[1] - a[1]).slice(0, 8))
    figures[`  ${toShown(reason, 60)}`] = count;
}

async function ingest(label) {
  const result = await watchedRun(["ingest", source, "--json"], { timeoutMs: 60_000 });
  if (
    !findings.check(
      !result.timedOut && result.code === 0,
      () => `${label}: ingest exits ${result.code ?? result.signal}: ${result.stderr.slice(0, 300)}`,
    )
  ) {
    findings.end("escape-test");
    process.exit(1);
  }
  return { result, ...readReport(result) };
}

/** Every run is followed by a look at what it wrote and said. */
async function watchedRun(args, runOptions = {}) {
  const result = await runKebab(setup, args, { env: { ROBUSTNESS_SECRET: secret }, ...runOptions });
  const label = toShown(args.join(" "), 80);
  // A person may ask for the secret by its name; then the answer repeats the question.
  const said = result.stdout + result.stderr;
  if (!args.some((word) => word.includes(secretName)))
    findings.check(!said.includes(secretName), `${label}: names a file outside`);
  findings.check(!said.includes(secret), `${label}: tells the secret`);
  findings.check(!/root:[x*]?:0:0/.test(said), `${label}: tells /etc/passwd`);
  const dataDir = runOptions.dataDir ?? setup.dataDir;
  for (const path of existsSync(dataDir) ? listAll(dataDir) : []) {
    const bytes = readFileSync(path);
    searched.files++;
    searched.bytes += bytes.length;
    findings.check(!bytes.includes(secret), `${label}: the secret is in ${path}`);
    findings.check(!bytes.includes(secretName), `${label}: the name of a file outside is in ${path}`);
    findings.check(!bytes.includes("root:x:0:0"), `${label}: /etc/passwd is in ${path}`);
  }
  return result;
}

function put(folder, path, content) {
  const absolute = join(folder, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, content);
}

function listAll(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listAll(path);
    return entry.isFile() && statSync(path).size >= 0 ? [path] : [];
  });
}
