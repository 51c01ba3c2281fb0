// Fails when a main path has become clearly slower: its ratio to a yardstick of the same run, beside a pinned one.
// Usage: npm run bench:guard -- [--only lexical,vector] [--pin] [--repeat N], which tells how far N tries lie apart
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judgePaths, prepareGuard, runMeasure, spreadPaths } from "./measures/guard.mjs";
import { GUARD_PATHS } from "./measures/guard-paths.mjs";
import { describeCommit, describeMachine } from "./support/machine.mjs";
import { toTable } from "./support/table.mjs";
import { openWorkshop, ROOT } from "./support/workshop.mjs";

const BASELINE = join(ROOT, "bench", "results", "guard-baseline.json");
const PINNING_TRIES = 7;
const LIMIT = 1.2;
/** On another kind of machine than where it was pinned, the ratios themselves differ. */
const LIMIT_ELSEWHERE = 1.5;
const NOTE =
  "Ratios of processor time, kebab to a yardstick of the same kind of work in the same run. They hardly depend on how busy or fast a machine is, but somewhat on its kind of processor and on Node: where those change, pin anew.";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    pin: { type: "boolean" },
    repeat: { type: "string" },
    // One measure in a process of its own.
    measure: { type: "string" },
    context: { type: "string" },
  },
});

if (flags.measure === undefined) await guard();
else process.stdout.write(`${JSON.stringify(await runMeasure(flags.measure, JSON.parse(flags.context)))}\n`);

async function guard() {
  const started = performance.now();
  const say = (text) =>
    process.stderr.write(`[${((performance.now() - started) / 1000).toFixed(0)} s] ${text}\n`);
  const names = flags.only?.split(",") ?? Object.keys(GUARD_PATHS);
  const unknown = names.find((name) => GUARD_PATHS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`There is no path "${unknown}": there are ${Object.keys(GUARD_PATHS).join(", ")}`);
  const context = await prepareGuard(await openWorkshop(), say);
  if (flags.pin === true || flags.repeat !== undefined) {
    const spread = spreadPaths(names, Number(flags.repeat ?? PINNING_TRIES), { context, say });
    process.stdout.write(`${renderSpread(spread)}\n`);
    if (flags.pin === true) pin(spread);
    return;
  }
  const baseline = readBaseline();
  const limit = isElsewhere(baseline) ? LIMIT_ELSEWHERE : LIMIT;
  const verdicts = judgePaths(names, { pinned: baseline.paths, limit, context, say });
  process.stdout.write(`${renderVerdicts(verdicts, baseline, limit)}\n`);
  if (verdicts.some(({ isSlower }) => isSlower)) process.exitCode = 1;
}

function readBaseline() {
  if (existsSync(BASELINE)) return JSON.parse(readFileSync(BASELINE, "utf8"));
  throw new Error(
    `Nothing is pinned in ${BASELINE} yet: run npm run bench:guard -- --pin on a quiet machine`,
  );
}

/** Paths that were left out keep what was pinned before. */
function pin(spread) {
  const kept = flags.only === undefined ? {} : readBaseline().paths;
  const baseline = {
    schema_version: "kebab_guard.v1",
    date: new Date().toISOString(),
    ...describeCommit(ROOT),
    machine: describeMachine(),
    note: NOTE,
    limit: LIMIT,
    paths: { ...kept, ...spread },
  };
  writeFileSync(BASELINE, `${JSON.stringify(baseline, null, 2)}\n`);
  process.stdout.write(`\npinned in ${BASELINE}\n`);
}

function renderSpread(spread) {
  const rows = Object.entries(spread).map(([name, { ratio, least, most, tries, yardstick }]) => [
    ...[name, ratio.toFixed(3), least.toFixed(3), most.toFixed(3)],
    `${((100 * (most - least)) / ratio).toFixed(0)} %`,
    String(tries),
    yardstick,
  ]);
  return toTable([["path", "ratio", "least", "most", "spread", "tries", "to"], ...rows]);
}

function isElsewhere({ machine }) {
  const here = describeMachine();
  return here.cpu !== machine.cpu || here.node.split(".")[0] !== machine.node.split(".")[0];
}

function renderVerdicts(verdicts, baseline, limit) {
  const rows = verdicts.map(({ name, ratio, pinned, tries, isSlower }) => [
    ...[name, ratio.toFixed(3), pinned?.toFixed(3) ?? "-"],
    pinned === null ? "-" : `${(100 * (ratio / pinned - 1)).toFixed(0)} %`,
    String(tries),
    toVerdict({ ratio, pinned, isSlower }),
    `${GUARD_PATHS[name].what}, to ${GUARD_PATHS[name].yardstick}`,
  ]);
  const table = toTable([["path", "ratio", "pinned", "change", "tries", "", "what"], ...rows]);
  const { machine, date, commit } = baseline;
  const where = `pinned on ${date.slice(0, 10)} at ${commit} on ${machine.cpu}, Node ${machine.node}`;
  const here = isElsewhere(baseline) ? ", for this is another kind of machine" : "";
  return `${table}\n\n${where}; slower is more than ${limit} × in every try${here}`;
}

function toVerdict({ ratio, pinned, isSlower }) {
  if (pinned === null) return "NOT PINNED";
  if (isSlower) return "SLOWER";
  return ratio * LIMIT < pinned ? "faster: pin anew" : "ok";
}
