// Every fault there is a harness for, two at a time, and one table of what held. Exits 1 when something did not.
// Usage: node test/robustness/faults.mjs [--short] [--only REGEX] [--seed 1] [--kebab DIR]

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { readOptions } from "./support/harness.mjs";

const options = readOptions({ short: false, only: "" });
const AT_ONCE = 2;

/**
 * Each fault with the harnesses that bring it about: name, flags, flags of the short form (null: left to the tests
 * that run it in short already).
 */
const FAULTS = {
  "10,000-file rename": [["rename-test", "", "--files 500"]],
  "corrupted SQLite page": [["damage-test", "--count 55 --files 12", "--count 4 --files 8"]],
  SIGKILL: [
    ["kill-test", "--count 25 --files 100", null],
    ["vector-kill-test", "--count 16 --files 16", null],
  ],
  "clock jumps": [["clock-test", "", "--files 10 --only ^sqlite-vec,.(clock.set|edit.within.two)"]],
  "network model vanishing mid-ingest": [
    ["vector-fault-test", "--files 8 --store sqlite-vec --only ,.(server|vectors.of|one.text)", null],
    [
      "vector-fault-test",
      "--files 8 --store lancedb --provider openai --only ,.server",
      "--files 6 --store sqlite-vec --provider openai --only ,.server.(vanishes|hangs)",
    ],
  ],
  "read-only disk": [["readonly-disk", "", "--files 6 --store sqlite-vec --state without"]],
  "deleted vector table": [
    [
      "vector-fault-test",
      "--files 10 --only ,.(table.gone|vectors.gone|vector.without|vectors.damaged)",
      "--files 6 --store lancedb --only ,.table.gone",
    ],
  ],
  "two writers": [
    ["writers-test", "", "--count 2 --files 30"],
    ["vector-fault-test", "--files 10 --only ,.(second.writer|readers.meanwhile)", null],
  ],
  "reader during migration": [
    ["migration-test", "", "--count 2 --files 30 --readers 1"],
    ["vector-fault-test", "--files 8 --only ,.old.schema", null],
  ],
  "file changing while read": [["moving-files", "", "--count 2 --files 20"]],
  "full disk": [
    ["full-disk", "--files 80 --sizes 256k,512k,1m", null],
    ["vector-full-disk", "--files 20 --room 80,160,320", null],
  ],
  "Ctrl-C, moves, other stores and models": [
    [
      "vector-fault-test",
      "--files 10 --store sqlite-vec --only ,.(ctrl|index.moved|other.store|model.there|job|new)",
      null,
    ],
  ],
};

const jobs = Object.entries(FAULTS)
  .filter(([fault]) => new RegExp(options.only, "i").test(fault))
  .flatMap(([fault, harnesses]) =>
    harnesses
      .map(([harness, full, short]) => ({ fault, harness, flags: options.short ? short : full }))
      .filter(({ flags }) => flags !== null),
  );
const started = performance.now();
const results = [];
const running = new Set();
// Each ends what it began: its scratch folder, its file systems.
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(130);
  });
const waiting = jobs.values();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const job of waiting) {
      const result = await run(job);
      results.push({ ...job, ...result });
      process.stderr.write(
        `${toSeconds(performance.now() - started)} s: ${job.fault}, ${job.harness}: ${result.outcome}\n`,
      );
      if (result.code !== 0) process.stderr.write(`${result.output.replace(/^/gm, "  ")}\n`);
    }
  }),
);
printTable();
const failed = results.filter(({ code }) => code !== 0);
console.log(
  `\n${results.length - failed.length} of ${results.length} held, in ${toSeconds(performance.now() - started)} s`,
);
if (failed.length > 0) process.exitCode = 1;

function run({ harness, flags }) {
  const begun = performance.now();
  const script = fileURLToPath(new URL(`${harness}.mjs`, import.meta.url));
  const fixed = ["--seed", String(options.seed), "--kebab", options.kebab];
  const child = spawn(process.execPath, [script, ...flags.split(" ").filter(Boolean), ...fixed], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 2, output: error.message, ...toOutcome(harness, "") }));
    child.once("close", (status) => {
      const outcome = toOutcome(harness, output);
      // A harness that ends without its last line did not come to its end.
      const code = outcome.outcome === "crashed" ? 2 : (status ?? 2);
      resolve({ code, output, ms: performance.now() - begun, ...outcome });
    });
  });
}

/** From a harness's last line: "kill-test: passed, 25 rounds". */
function toOutcome(harness, output) {
  const [, told, rounds] = new RegExp(`^${harness}: (.+?)(?:, (\\d+) rounds?)?$`, "m").exec(output) ?? [];
  return { outcome: told === "passed" ? "held" : (told ?? "crashed"), rounds: rounds ?? "" };
}

function printTable() {
  const order = Object.keys(FAULTS);
  const rows = results
    .toSorted((a, b) => order.indexOf(a.fault) - order.indexOf(b.fault))
    .map(({ fault, harness, rounds, outcome, ms }) => [fault, harness, rounds, outcome, toSeconds(ms ?? 0)]);
  const head = ["fault", "harness", "rounds", "outcome", "seconds"];
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at].length)));
  const isNumber = (at) => head[at] === "rounds" || head[at] === "seconds";
  const toLine = (row) =>
    `| ${row.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join(" | ")} |`;
  console.log(
    [toLine(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...rows.map(toLine)].join(
      "\n",
    ),
  );
}

function toSeconds(ms) {
  return (ms / 1000).toFixed(0);
}
