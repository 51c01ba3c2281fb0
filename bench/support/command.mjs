// Runs a program to its end and tells what it cost.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { programPath, workFolder } from "./workshop.mjs";

/** A program that hangs must not take the whole run with it. */
const LIMIT_MS = 1_800_000;

/** @param {{ program?: string, words: string[], env: object, cwd: string, exits?: number[] }} command */
export function runCommand({ program = process.execPath, words, env, cwd, exits = [0] }) {
  const cpuBefore = childCpuMs();
  const started = performance.now();
  const ended = spawnSync(program, words, {
    env,
    cwd,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: LIMIT_MS,
  });
  const wallMs = performance.now() - started;
  if (ended.error !== undefined || !exits.includes(ended.status)) {
    const told = ended.error?.message ?? `exit ${ended.status ?? ended.signal}`;
    throw new Error(`${program} ${words.slice(0, 4).join(" ")}: ${told}\n${ended.stderr ?? ""}`, {
      cause: ended.error,
    });
  }
  const cpuAfter = childCpuMs();
  const { stdout, stderr } = ended;
  return { wallMs, cpuMs: cpuAfter === null ? null : cpuAfter - cpuBefore, stdout, stderr };
}

/** With the most memory it held, told by the process itself as it ends. */
export function runCommandWithPeak(command) {
  const report = join(workFolder("tmp"), `peak-${process.pid}.json`);
  rmSync(report, { force: true });
  const ran = runCommand({
    ...command,
    words: ["--import", programPath("tell-peak.mjs"), ...command.words],
    env: { ...command.env, BENCH_PEAK_FILE: report },
  });
  const told = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { peakBytes: null };
  return { ...ran, peakBytes: told.peakBytes };
}

/** Time on the wall and on the processor; the second hardly minds what else the machine does. */
export async function clocked(work) {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / 1000 };
}

const TICK_MS = 10;

/** Processor time of all children so far, in steps of ten milliseconds: right only as a sum over many. */
function childCpuMs() {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return null;
  }
}

/**
 * A B C A B C …, each time beginning one further on, so that a busy minute of the machine
 * falls on all of them alike. `runs` maps names to functions that give { wallMs, cpuMs }.
 */
export function interleave(runs, repeats) {
  const names = Object.keys(runs);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let step = 0; step < names.length; step++) {
      const name = names[(repeat + step) % names.length];
      results[name].push(runs[name](repeat));
    }
  }
  return results;
}
