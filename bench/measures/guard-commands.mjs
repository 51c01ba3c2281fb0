// kebab as a command, by the processor's time that the shell tells of it.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { sum } from "../support/statistics.mjs";
import { createEnvironment, databaseOf, ELSEWHERE, programPath } from "../support/workshop.mjs";
import { bareSql, readConfig, toMatch } from "./search.mjs";

const NOTHING_FOUND = 1;
/** Milliseconds, where /proc counts children in steps of ten. */
const SCRIPT = 'TIMEFORMAT="cpu %3U %3S"; time "$@" > /dev/null';

export async function measureSearchCommand({ workshop, notes }) {
  const sql = bareSql(await readConfig(workshop, notes.home));
  const env = createEnvironment(notes.home, { KEBAB_NO_SERVER: "1" });
  const [database, bare] = [databaseOf(notes.home), programPath("bare-fts5.mjs")];
  const text = "how do we renew the certificate";
  return takeTurns(12, {
    kebab: () => cpuOf([workshop.kebab, "search", "--mode", "lexical", text], env),
    yardstick: () => cpuOf([bare, database, sql, toMatch(workshop, text)], env),
  });
}

export async function measureFirstIngest({ workshop, notes, scratch }) {
  const env = createEnvironment(scratch);
  const raw = join(scratch, "raw.sqlite");
  return takeTurns(3, {
    kebab: () => {
      rmSync(join(scratch, "data"), { recursive: true, force: true });
      return cpuOf([workshop.kebab, "ingest", "--no-embeddings", "--quiet", notes.folder], env);
    },
    yardstick: () => {
      for (const end of ["", "-wal", "-shm"]) rmSync(raw + end, { force: true });
      return cpuOf([programPath("raw-fts5-index.mjs"), notes.folder, raw], env);
    },
  });
}

/** The mean of the better half on each side: a start is never twice the same, and the best of all is luck. */
function takeTurns(rounds, sides) {
  const spent = { kebab: [], yardstick: [] };
  for (let round = -1; round < rounds; round++) {
    for (const side of round % 2 === 0 ? ["kebab", "yardstick"] : ["yardstick", "kebab"]) {
      const cpuMs = sides[side]();
      if (round >= 0) spent[side].push(cpuMs);
    }
  }
  const betterHalf = (list) => {
    const half = list.toSorted((a, b) => a - b).slice(0, Math.ceil(list.length / 2));
    return sum(half) / half.length;
  };
  return [{ kebab: betterHalf(spent.kebab), yardstick: betterHalf(spent.yardstick) }];
}

/** User and system time of node with these words. */
function cpuOf(words, env) {
  const run = spawnSync("bash", ["-c", SCRIPT, "bash", process.execPath, ...words], {
    env,
    cwd: ELSEWHERE,
    encoding: "utf8",
  });
  const told = /^cpu ([\d.]+) ([\d.]+)$/m.exec(run.stderr ?? "");
  if ((run.status !== 0 && run.status !== NOTHING_FOUND) || told === null)
    throw new Error(`${words.slice(0, 3).join(" ")}: exit ${run.status ?? run.error}\n${run.stderr}`);
  return (Number(told[1]) + Number(told[2])) * 1000;
}
