// What a hybrid search costs besides embedding the query, in one process; and as a command, beside node alone.
import { createQueries } from "../corpus/queries.mjs";
import { clocked, interleave, runCommand } from "../support/command.mjs";
import { median, round, summarise } from "../support/statistics.mjs";
import { createEnvironment, ELSEWHERE, programPath } from "../support/workshop.mjs";
import { summariseRuns } from "./commands.mjs";
import { openEngine } from "./search.mjs";

const TOP = 10;
const NOTHING_FOUND = 1;
const QUESTIONS = [
  "how do we renew the certificate of a server",
  "where is the backup kept",
  "deploy to staging",
];

export async function measureHybrid(workshop, { home, config }, { repeats, every }) {
  const embedder = await workshop.insides.openEmbedder(config.embeddings);
  const kebab = await openEngine(workshop.library, home);
  // A query in Hangul is read by the bridge, without the model: it would flatter the figure.
  const queries = createQueries().filter(
    ({ text }, at) => at % every === 0 && embedder.covers(text, "query"),
  );
  const search = (mode) => (text) => kebab.search(text, { mode, top: TOP });
  const sides = {
    hybrid: search("hybrid"),
    embed: (text) => embedder.embedQuery(text),
    lexical: search("lexical"),
    vector: search("vector"),
  };
  const names = Object.keys(sides);
  const spent = Object.fromEntries(names.map((name) => [name, queries.map(() => [])]));
  for (let turn = -1; turn < repeats; turn++) {
    for (const [position, { text }] of queries.entries()) {
      for (let step = 0; step < names.length; step++) {
        const name = names[(turn + 1 + position + step) % names.length];
        const { wallMs } = await clocked(() => sides[name](text));
        if (turn >= 0) spent[name][position].push(wallMs);
      }
    }
  }
  await kebab[Symbol.asyncDispose]();
  await embedder[Symbol.asyncDispose]();
  const p50 = (name, reduce) => median(spent[name].map(reduce));
  const best = (values) => Math.min(...values);
  return {
    queries: queries.length,
    repeats,
    wall_ms: Object.fromEntries(names.map((name) => [name, summarise(spent[name].map(median))])),
    beside_embedding_ms: round(p50("hybrid", median) - p50("embed", median)),
    beside_embedding_quiet_ms: round(p50("hybrid", best) - p50("embed", best)),
  };
}

/** For information: a command loads the model and the codes anew each time. */
export function measureVectorCommands(workshop, { home }, { repeats, stepRepeats }) {
  const env = createEnvironment(home);
  const run = (words) => runCommand({ words, env, cwd: ELSEWHERE, exits: [0, NOTHING_FOUND] });
  const search = (mode) => (repeat) =>
    run([workshop.kebab, "search", "--mode", mode, QUESTIONS[Math.abs(repeat) % QUESTIONS.length]]);
  const runs = {
    node: () => run(["-e", "0"]),
    lexical: search("lexical"),
    vector: search("vector"),
    hybrid: search("hybrid"),
  };
  interleave(runs, 1);
  const { wall, cpu } = summariseRuns(interleave(runs, repeats));
  const words = [programPath("search-steps.mjs"), workshop.insidesFile, home, QUESTIONS[0]];
  const steps = Array.from({ length: stepRepeats }, () => JSON.parse(run(words).stdout));
  return {
    repeats,
    wall_ms: wall,
    cpu_ms: cpu,
    ratio_to_node: Object.fromEntries(
      Object.entries(wall).map(([name, { p50 }]) => [name, round(p50 / wall.node.p50)]),
    ),
    steps_ms: Object.fromEntries(
      Object.keys(steps[0]).map((name) => [name, round(median(steps.map((each) => each[name])))]),
    ),
  };
}
