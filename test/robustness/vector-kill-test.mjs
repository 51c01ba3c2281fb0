// SIGKILL while vectors are made and stored: none is lost, doubled or seen too early, and the next run mends it all.
// --onnx embeds with the model that comes with kebab, which takes its time: give few --files.
// Usage: node test/robustness/vector-kill-test.mjs [--count 100] [--store both] [--files 40] [--scenario edit] [--moment clock] [--onnx] [--seed 1]

import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createCorpus, evolveCorpus, writeCorpus } from "./support/corpus.mjs";
import { MODEL, OTHER_MODEL, openEmbeddingServer } from "./support/embedding-server.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, followLines, startKebab } from "./support/run-kebab.mjs";
import { createVectorBench } from "./support/vector-bench.mjs";
import { watchWrites } from "./support/watch-writes.mjs";

const options = readOptions({ count: 100, store: "both", files: 40, scenario: "", moment: "", onnx: false });
const findings = new Findings();
const scratch = openScratch("vector-kill-test", options.keep);
const setup = createSetup(options.kebab, scratch);
setup.batchSize = 3;
const random = createRandom(options.seed);
const server = await openEmbeddingServer({ delayMs: 3 });
const STORES = options.store === "both" ? ["sqlite-vec", "lancedb"] : options.store.split(",");
const MOMENTS = options.onnx ? ["clock", "event", "write"] : ["clock", "event", "request", "answer", "write"];

/** Each has a folder of documents in the state the killed run is to take in, and an index to start from. */
const SCENARIOS = {
  first: { start: [], command: ["ingest"] },
  index: { start: [["ingest", "--no-embeddings"]], command: ["index", "--embeddings"] },
  edit: { start: [["ingest"]], evolve: evolveCorpus, command: ["ingest"] },
  removal: { start: [["ingest"]], evolve: removeSome, command: ["ingest"] },
  switch: { start: [["ingest"]], model: OTHER_MODEL, command: ["ingest"] },
  "switch by flag": {
    start: [["ingest"]],
    model: OTHER_MODEL,
    command: ["index", "--embeddings", "--model", OTHER_MODEL],
  },
};
const names = Object.keys(SCENARIOS)
  .filter((name) => options.scenario === "" || name === options.scenario)
  .filter((name) => !options.onnx || SCENARIOS[name].model === undefined);

const counts = { kills: 0, killed: 0, "ended before": 0 };
const tally = {};
const states = { "nothing committed": 0, "some pending": 0, "none pending": 0 };
const prepared = {};
const started = performance.now();
let preparingMs = 0;
for (let round = 0; round < options.count; round++) {
  const own = random.fork(`round ${round}`);
  const store = STORES[round % STORES.length];
  const name = names[Math.floor(round / STORES.length) % names.length];
  prepared[`${store} ${name}`] ??= await prepare(createBench(store), name);
  await runRound(round, prepared[`${store} ${name}`], own);
  if (round % 20 === 19) console.log(`${round + 1} rounds, ${findings.count} failures`);
}
printFigures({
  rounds: `${options.count}: ${toList(tally)}`,
  kills: `${counts.kills} sent; ${counts.killed} hit a running process, ${counts["ended before"]} came after its end`,
  "found after a kill": toList(states),
  "undisturbed (ms)": Object.entries(prepared)
    .map(([name, { ms, requests }]) => `${name} ${ms.toFixed(0)} (${requests} requests)`)
    .join(", "),
  seconds: `${((performance.now() - started) / 1000).toFixed(0)}, ${(preparingMs / 1000).toFixed(0)} of them to prepare`,
});
await server.close();
findings.end("vector-kill-test", options.count);

/** The index a round starts from, and what an undisturbed run makes of it: done twice, for what differs by itself. */
async function prepare(bench, name) {
  const preparing = performance.now();
  const { start, evolve, command, model = MODEL } = SCENARIOS[name];
  const folder = join(scratch, `${bench.store} ${name}`.replaceAll(" ", "-"));
  const corpus = join(folder, "corpus");
  const base = join(folder, "base");
  const files = createCorpus(createRandom(options.seed).fork("corpus"), options.files);
  writeCorpus(corpus, files);
  for (const [verb, ...flags] of start) {
    await bench.mustRun(`${name}, start`, [verb, corpus, ...flags], { dataDir: base });
  }
  const before = start.length === 0 ? { search: [] } : await bench.look({ dataDir: base, model });
  if (evolve !== undefined) writeCorpus(corpus, evolve(files, createRandom(options.seed).fork(name)));
  const args = command[0] === "ingest" ? [...command, corpus] : command;
  const scenario = { bench, name, base: start.length === 0 ? null : base, args, model, ms: 0 };
  const runs = [];
  for (const attempt of [1, 2]) {
    const dataDir = join(folder, `undisturbed-${attempt}`);
    if (scenario.base !== null) cpSync(base, dataDir, { recursive: true });
    const requestsBefore = server.requests;
    scenario.writes = 0;
    const stop = watchWrites(dataDir, () => scenario.writes++);
    const result = await bench.mustRun(`${name}, undisturbed`, args, { dataDir, model });
    stop();
    scenario.ms = result.ms;
    scenario.requests = server.requests - requestsBefore;
    scenario.events = result.stdout.split("\n").filter((line) => line.includes("chunks-embedded")).length;
    const label = `${bench.store}, ${name}, undisturbed`;
    if (attempt === 1) runs.push(await bench.look({ dataDir, model }));
    else await bench.check(label, runs[0], { dataDir, model });
  }
  preparingMs += performance.now() - preparing;
  return { ...scenario, expected: runs[0], states: [before, runs[0]] };
}

function createBench(store) {
  return createVectorBench(setup, options.onnx ? null : server, findings, store);
}

function removeSome(files, own) {
  return new Map([...files].filter(() => !own.chance(0.4)));
}

async function runRound(round, scenario, own) {
  const { bench, model, args } = scenario;
  const dataDir = join(scratch, "round");
  rmSync(dataDir, { recursive: true, force: true });
  if (scenario.base !== null) cpSync(scenario.base, dataDir, { recursive: true });
  const kills = own.chance(0.3) ? own.between(2, 4) : 1;
  const moments = [];
  for (let kill = 0; kill < kills; kill++) moments.push(await killOnce(scenario, dataDir, own, kill));
  const label = `round ${round} (${bench.store}, ${scenario.name}, killed ${moments.join(" and ")})`;
  const found = await bench.checkMeanwhile(label, { dataDir, model }, scenario.states);
  if (found.committed === 0) states["nothing committed"]++;
  else states[found.pending > 0 ? "some pending" : "none pending"]++;
  // Vectors alone, then what the kill kept of the documents from the index; or both at once.
  if (args[0] === "ingest" && existsSync(join(dataDir, "kebab.sqlite")) && own.chance(0.3)) {
    const result = await bench.run(["index", "--embeddings"], { dataDir, model });
    findings.check(
      result.code === 0 || /index-missing/.test(result.stderr),
      () => `${label}: index --embeddings exits ${result.code}: ${result.stderr.slice(0, 400)}`,
    );
  }
  await bench.mustMend(label, args, { dataDir, model, expected: scenario.expected });
  const key = `${bench.store} ${scenario.name}`;
  tally[key] = (tally[key] ?? 0) + 1;
}

/** The moments close in on what is written: by the clock, by what the run tells, by its requests, by its files. */
async function killOnce({ bench, args, model, ms, ...whole }, dataDir, own, killsBefore) {
  counts.kills++;
  // What the runs before have done is not done again.
  const [requests, events, writes] = [whole.requests, whole.events, whole.writes].map((count) =>
    Math.ceil(count / (killsBefore + 1)),
  );
  const moments = events === 0 ? ["clock", "write"] : MOMENTS;
  const kind = options.moment === "" ? own.pick(moments) : options.moment;
  const run = startKebab(setup, [...args, "--json"], { dataDir, env: bench.env(model) });
  const afterMs = kind === "write" || own.chance(0.3) ? 0 : own.next() * 25;
  let hasKilled = false;
  const kill = () => {
    if (hasKilled) return;
    hasKilled = true;
    if (afterMs === 0) run.child.kill("SIGKILL");
    else setTimeout(() => run.child.kill("SIGKILL"), afterMs);
  };
  const stops = [];
  let told = 0;
  stops.push(
    followLines(run.stdoutPath, (lines) => {
      told += lines.filter((line) => line.includes("chunks-embedded")).length;
      if (kind === "event" && told >= wantedEvent) kill();
    }),
  );
  const wantedEvent = own.between(1, Math.max(1, events));
  const wantedRequest = server.requests + own.between(1, Math.max(1, requests));
  let moment = `${kind} `;
  if (kind === "clock") {
    // The first third is Node that starts and documents that are read.
    const delay = ms * (0.2 + own.next() * 0.85);
    moment += `${delay.toFixed(0)} ms`;
    void sleep(delay).then(kill);
  } else if (kind === "event") {
    moment += `${wantedEvent} of ${events}`;
  } else if (kind === "request" || kind === "answer") {
    moment += `${wantedRequest - server.requests} of ${requests}`;
    if (kind === "request")
      server.answer = ({ number, vectors }) => {
        if (number >= wantedRequest) kill();
        return vectors;
      };
    else
      server.onAnswered = (number) => {
        if (number >= wantedRequest) kill();
      };
  } else {
    const wanted = own.between(1, Math.max(1, writes));
    moment += `write ${wanted} of ${writes}`;
    let seen = 0;
    stops.push(
      watchWrites(dataDir, () => {
        if (++seen >= wanted) kill();
      }),
    );
  }
  const { signal } = await run.ended;
  server.answer = null;
  server.onAnswered = null;
  for (const stop of stops) stop();
  counts[signal === "SIGKILL" ? "killed" : "ended before"]++;
  return `${moment}, ${afterMs.toFixed(0)} ms later`;
}

function toList(counted) {
  return Object.entries(counted)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
