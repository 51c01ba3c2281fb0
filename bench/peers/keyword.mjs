// The keyword side over a folder of Markdown: ingest, ingest of nothing new, cold and warm search, memory and disk.
import { createQueries } from "../corpus/queries.mjs";
import { interleave, runCommand, runCommandWithPeak } from "../support/command.mjs";
import { createContestant, homeOf, PEERS } from "./contestants.mjs";
import { ableTo, reasonsFor, toMeasure } from "./measure.mjs";
import { searchInTurns } from "./warm.mjs";

export async function measureKeyword(workshop, { installed, corpus, plan, say }) {
  const contestants = new Map(
    ableTo(PEERS, installed, "keyword").map((peer) => {
      const home = homeOf(`files-${corpus.files}`, peer.name);
      return [peer.name, createContestant(peer, workshop, { home, folder: corpus.folder })];
    }),
  );
  const those = (capability) =>
    ableTo(PEERS, installed, capability).flatMap(({ name }) => contestants.get(name) ?? []);
  const told = (capability) => ({
    ...reasonsFor(PEERS, installed, capability),
    ...reasonsFor(PEERS, installed, "keyword"),
  });
  say("ingest");
  const ingests = runInTurns(those("ingest"), plan.ingest, ({ commands, clear }) => {
    clear();
    return runCommandWithPeak(commands.ingest());
  });
  say("ingest of nothing new");
  const agains = runInTurns(those("again"), plan.again, ({ commands }) => runCommand(commands.again()));
  const bytes = Object.fromEntries(those("bytes").map(({ name, bytes: size }) => [name, [size()]]));
  say("cold search");
  const words = oneOfEachClass();
  const cold = ({ commands }, repeat) => runCommand(commands.cold(words[repeat % words.length]));
  runInTurns(those("cold"), 1, cold);
  const colds = runInTurns(those("cold"), plan.cold * words.length, cold);
  say("warm search");
  const queries = createQueries().filter((_, position) => position % plan.everyQuery === 0);
  const warm = await searchInTurns(those("warm"), { mode: "keyword", queries, rounds: plan.rounds });
  const walls = (results) => mapLists(results, ({ wallMs }) => wallMs);
  const perSecond = (ms) => (corpus.files / ms) * 1000;
  const row = (id, label, unit, lists, more = {}) =>
    toMeasure({ id, label, unit, lists, reasons: told(id), ...more });
  return [
    row("ingest", "first ingest, files a second", "files/s", mapLists(walls(ingests), perSecond), {
      better: "more",
    }),
    row("again", "ingest of nothing new", "ms", walls(agains)),
    row("cold", "search as a new process", "ms", walls(colds)),
    row("warm", "search in a process that stays, p50", "ms", warm.p50),
    row("warm", "search in a process that stays, p95", "ms", warm.p95),
    row("answered", `queries of ${queries.length} with any hit`, "queries", toLists(warm.answered), {
      better: "more",
    }),
    row(
      "ingest_memory",
      "peak memory of the ingest",
      "bytes",
      mapLists(ingests, ({ peakBytes }) => peakBytes),
    ),
    row(
      "search_memory",
      "peak memory of the searches",
      "bytes",
      without(toLists(warm.peak), told("search_memory")),
    ),
    row("bytes", "index on disk", "bytes", bytes),
  ];
}

function runInTurns(contestants, repeats, run) {
  const runs = contestants.map((contestant) => [contestant.name, (repeat) => run(contestant, repeat)]);
  return interleave(Object.fromEntries(runs), repeats);
}

function mapLists(lists, change) {
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.map(change)]));
}

export function toLists(figures) {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, [figure]]));
}

function without(lists, reasons) {
  return Object.fromEntries(Object.entries(lists).filter(([name]) => reasons[name] === undefined));
}

function oneOfEachClass() {
  return [...new Map(createQueries().map(({ kind, text }) => [kind, text])).values()];
}
