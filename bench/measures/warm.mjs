// `kebab search` through a running server and without it, beside node alone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createQueries } from "../corpus/queries.mjs";
import { interleave, runCommand } from "../support/command.mjs";
import { median, round } from "../support/statistics.mjs";
import { createEnvironment, ELSEWHERE } from "../support/workshop.mjs";
import { summariseRuns } from "./commands.mjs";
import { readConfig } from "./search.mjs";

const NOTHING_FOUND = 1;
const FIRST_SEARCHES = 2;

export async function measureWarm(workshop, home, { repeats }) {
  // Short, as a socket's path must be, and without the servers of whoever runs the bench.
  const runtime = mkdtempSync(join(tmpdir(), "kebab-bench-"));
  const env = createEnvironment(home, { XDG_RUNTIME_DIR: runtime, TMPDIR: runtime });
  const texts = await listQueries(workshop, home);
  const run = (words, more = {}) =>
    runCommand({ words, env: { ...env, ...more }, cwd: ELSEWHERE, exits: [0, NOTHING_FOUND] });
  // Each query is asked once: the server keeps the vectors of the last ones, which would flatter it.
  let asked = 0;
  const search =
    (mode, more = {}) =>
    () =>
      run([workshop.kebab, "search", "--mode", mode, texts[asked++ % texts.length]], more);
  const aside = { KEBAB_NO_SERVER: "1" };
  const runs = {
    node: () => run(["-e", "0"]),
    warm_hybrid: search("hybrid"),
    warm_lexical: search("lexical"),
    cold_hybrid: search("hybrid", aside),
    cold_lexical: search("lexical", aside),
  };
  const server = await startServer(workshop, env);
  try {
    interleave(runs, FIRST_SEARCHES);
    checkServer(workshop, run);
    const results = interleave(runs, repeats);
    checkServer(workshop, run);
    return summarise(results, repeats);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    rmSync(runtime, { recursive: true, force: true });
  }
}

/** A query in Hangul is read by the bridge, without the model: it would flatter the figure. */
async function listQueries(workshop, home) {
  const { embeddings } = await readConfig(workshop, home);
  const embedder = await workshop.insides.openEmbedder(embeddings);
  const texts = createQueries()
    .map(({ text }) => text)
    .filter((text) => embedder.covers(text, "query"));
  await embedder[Symbol.asyncDispose]();
  return texts;
}

async function startServer({ kebab }, env) {
  const server = spawn(process.execPath, [kebab, "serve", "--port", "0"], {
    env,
    cwd: ELSEWHERE,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await Promise.race([
    once(server.stdout, "data"),
    once(server, "exit").then(([code]) => {
      throw new Error(`kebab serve ended with ${code}`);
    }),
  ]);
  return server;
}

/** A search that fell back would be measured as a warm one. */
function checkServer({ kebab }, run) {
  const { stderr } = run([kebab, "search", "--verbose", "deploy"]);
  if (!/^run by the kebab server/m.test(stderr))
    throw new Error(`The server did not run a search: ${stderr}`);
}

function summarise(results, repeats) {
  const { wall, cpu } = summariseRuns(results);
  const toRatios = (figure) =>
    Object.fromEntries(Object.keys(wall).map((name) => [name, round(figure(name) / figure("node"))]));
  const each = (name) => median(results[name].map(({ wallMs }, turn) => wallMs / results.node[turn].wallMs));
  return {
    repeats,
    wall_ms: wall,
    // Of the commands: what the server does for them is not in it.
    cpu_ms: cpu,
    ratio: toRatios((name) => wall[name].p50),
    // The best of many is what it costs when nothing else runs.
    ratio_quiet: toRatios((name) => wall[name].min),
    // Each run beside the node of its own round: a busy minute falls on both.
    ratio_each: Object.fromEntries(Object.keys(wall).map((name) => [name, round(each(name))])),
  };
}
