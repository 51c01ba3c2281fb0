// One server, many clients, each with its next request as soon as the last one is answered.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createQueries } from "../corpus/queries.mjs";
import { quantile, round } from "../support/statistics.mjs";
import { createEnvironment, ELSEWHERE } from "../support/workshop.mjs";

const SINGLE_REQUESTS = 200;
const WARM_UP_REQUESTS = 500;
const INGESTED_FILES = 2000;

export async function measureLoad(workshop, kept, { clients, seconds }) {
  // A copy: one of the runs writes.
  const home = mkdtempSync(join(tmpdir(), "kebab-load-"));
  cpSync(kept, home, { recursive: true });
  const env = createEnvironment(home, { XDG_RUNTIME_DIR: home });
  const server = await startServer(workshop, env);
  const queries = createQueries().map(({ text }) => text);
  try {
    const context = { server, queries, agent: new Agent({ keepAlive: true, maxSockets: clients }) };
    await ask(context, 1, { requests: WARM_UP_REQUESTS });
    const single = summarise(await ask(context, 1, { requests: SINGLE_REQUESTS }));
    const alone = await run("searching alone", context, { clients, seconds });
    const ingest = startIngest(workshop, env, home);
    const beside = await run("beside an ingest", context, { clients, seconds });
    ingest.kill("SIGTERM");
    return { single, runs: [alone, beside] };
  } finally {
    server.child.kill("SIGTERM");
    await once(server.child, "exit");
    rmSync(home, { recursive: true, force: true });
  }
}

async function run(name, context, { clients, seconds }) {
  await ask(context, clients, { seconds: Math.min(5, seconds) });
  const before = memoryOf(context.server);
  const answers = await ask(context, clients, { seconds });
  const per_second = round(answers.length / seconds, 1);
  return {
    name,
    requests: answers.length,
    per_second,
    ...summarise(answers),
    memory_mb: { before, after: memoryOf(context.server) },
  };
}

/** Every client asks in turn until the time, or the number of requests, is over. */
async function ask(context, clients, { requests = Number.POSITIVE_INFINITY, seconds = 3600 }) {
  const answers = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const client = async () => {
    while (performance.now() < end && next < requests) {
      const query = context.queries[next++ % context.queries.length];
      answers.push(await askOnce(context, query));
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

function askOnce({ server, agent }, query) {
  const started = performance.now();
  const url = new URL(`/api/v1/search?${new URLSearchParams({ query, mode: "hybrid" })}`, server.url);
  return new Promise((resolve) => {
    const end = (isRight) => resolve({ ms: performance.now() - started, isRight });
    const sent = request(url, { agent }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => (text += part));
      response.on("end", () => end(response.statusCode === 200 && isWhole(text, query)));
    });
    sent.on("error", () => end(false));
    sent.end();
  });
}

/** Not torn: as many hits as it says, each with its text and its place. */
function isWhole(text, query) {
  const body = JSON.parse(text);
  const isRight = ({ snippet, citation }) => typeof snippet === "string" && citation.uri.length > 0;
  return body.query === query && body.hits.length === body.returned && body.hits.every(isRight);
}

function summarise(answers) {
  const times = answers.map(({ ms }) => ms);
  const errors = answers.filter(({ isRight }) => !isRight).length;
  return { errors, p50: round(quantile(times, 0.5), 2), p95: round(quantile(times, 0.95), 2) };
}

function memoryOf({ child }) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

async function startServer({ kebab }, env) {
  const words = [kebab, "serve", "--port", "0", "--json"];
  const child = spawn(process.execPath, words, { env, cwd: ELSEWHERE, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return { child, url: JSON.parse(line).url };
}

function startIngest({ kebab }, env, home) {
  const folder = join(home, "incoming");
  mkdirSync(folder);
  for (let number = 0; number < INGESTED_FILES; number++) {
    const text = `# Note ${number}\n\nBackup ${number} of the order service was restored on staging in ${number % 60} minutes.\n`;
    writeFileSync(join(folder, `note-${number}.md`), text);
  }
  return spawn(process.execPath, [kebab, "ingest", folder, "--quiet"], {
    env,
    cwd: ELSEWHERE,
    stdio: "ignore",
  });
}
