// Tries of the main paths, each in processes of their own, and what they say beside the pinned ratios.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeCorpus } from "../make-corpus.mjs";
import { makeVectors } from "../support/made-vectors.mjs";
import { median, round, sum } from "../support/statistics.mjs";
import { makeVectorIndex } from "../support/vector-index.mjs";
import { workFolder } from "../support/workshop.mjs";
import { GUARD_PATHS } from "./guard-paths.mjs";
import { ingestAnew } from "./ingest.mjs";

const FILES = 300;
const ROWS = 10_000;
const MOST_TRIES = 4;

/** What the measures work on, as plain data that a child process can be handed. */
export async function prepareGuard(workshop, say) {
  say(`corpus and index of ${FILES} files`);
  const { folder } = makeCorpus(FILES, join(workFolder("corpus"), String(FILES)));
  const home = workFolder("homes", "guard");
  ingestAnew(workshop, home, folder);
  say(`index of ${ROWS} vectors`);
  const index = await makeVectorIndex(workshop, makeVectors(ROWS, 1));
  return {
    build: dirname(workshop.insidesFile),
    notes: { home, folder },
    vectors: { home: index.home, rows: ROWS },
    scratch: workFolder("guard", "scratch"),
  };
}

/** In the child: the measure itself. */
export async function runMeasure(name, { build, ...context }) {
  const load = (file) => import(pathToFileURL(join(build, file)).href);
  const workshop = {
    kebab: join(build, "bin", "kebab.js"),
    library: await load(join("dist", "index.js")),
    insides: await load("insides.mjs"),
  };
  return GUARD_PATHS[name].measure({ ...context, workshop });
}

/**
 * A path is slower when it is so in every try: a busy minute does not last for four, a change does. Those that are
 * suspected are tried again after all others.
 */
export function judgePaths(names, { pinned, limit, context, say }) {
  const verdicts = names.map((name) => ({
    name,
    pinned: pinned[name]?.ratio ?? null,
    ratio: null,
    tries: 0,
    isSlower: true,
  }));
  for (let turn = 0; turn < MOST_TRIES; turn++) {
    for (const verdict of verdicts.filter(({ isSlower }) => isSlower)) {
      const ratio = tryPath(verdict.name, context);
      verdict.tries++;
      verdict.ratio = Math.min(ratio, verdict.ratio ?? ratio);
      verdict.isSlower = verdict.pinned === null || ratio > limit * verdict.pinned;
      const isSuspect = verdict.isSlower && turn + 1 < MOST_TRIES;
      say(`${verdict.name}: ${ratio} beside ${verdict.pinned}${isSuspect ? ", to be tried again" : ""}`);
    }
  }
  return verdicts;
}

/** Tries of all paths in turns: what they are by and large, and how far they lie apart. */
export function spreadPaths(names, tries, { context, say }) {
  const ratios = Object.fromEntries(names.map((name) => [name, []]));
  for (let turn = 1; turn <= tries; turn++) {
    for (const name of names) {
      const ratio = tryPath(name, context);
      ratios[name].push(ratio);
      say(`try ${turn} of ${tries}, ${name}: ${ratio}`);
    }
  }
  const toFigures = (name) => {
    const { what, yardstick } = GUARD_PATHS[name];
    const list = ratios[name];
    return {
      what,
      yardstick,
      ratio: round(median(list)),
      least: Math.min(...list),
      most: Math.max(...list),
      tries,
    };
  };
  return Object.fromEntries(names.map((name) => [name, toFigures(name)]));
}

/** In a process of its own: each compiles and lies in memory its own way, and a second try shall not inherit that. */
function tryPath(name, context) {
  const script = fileURLToPath(new URL("../guard.mjs", import.meta.url));
  const words = [script, "--measure", name, "--context", JSON.stringify(context)];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The measure "${name}" failed: ${error?.message ?? stderr}`);
  const items = JSON.parse(stdout.trimEnd().split("\n").at(-1));
  const total = (side) => sum(items.map((item) => item[side]));
  return round(total("kebab") / total("yardstick"));
}
