import { readdirSync, readFileSync } from "node:fs";

const MEGABYTE = 1024;
/** Growth after warm-up that is still none: the heap's own breathing, a burst that was not collected yet. */
const MOST_GROWTH = { factor: 1.25, megabytes: 32 };
/** A connection that is being closed, a file that is being read. */
const MOST_HANDLES = 8;
const MOST_THREADS = 4;
/** The first quarter loads models and fills caches; from the second on nothing may grow. */
const QUARTERS = 4;
const LEAST_SAMPLES = 12;

/** Looks at some processes every few seconds. `processes` maps a name to its pid. */
export class Sampler {
  /** @readonly */
  #samples = [];
  /** @readonly */
  #timer;

  constructor(processes, everyMs) {
    const look = () => {
      for (const [name, pid] of Object.entries(processes)) {
        const seen = readProcess(pid);
        if (seen !== null) this.#samples.push({ name, at: performance.now(), ...seen });
      }
    };
    look();
    this.#timer = setInterval(look, everyMs);
  }

  stop() {
    clearInterval(this.#timer);
    return this.#samples;
  }
}

function readProcess(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
    return {
      memory: Math.round(read("VmRSS") / MEGABYTE),
      handles: readdirSync(`/proc/${pid}/fd`).length,
      threads: read("Threads"),
    };
  } catch {
    // Gone, or a system without /proc.
    return null;
  }
}

/** By process: the median of each quarter, and what grew from the second to the last. */
export function judgeGrowth(samples) {
  const names = [...new Set(samples.map(({ name }) => name))];
  const figures = {};
  const problems = [];
  for (const name of names) {
    const own = samples.filter((sample) => sample.name === name);
    const quarter = (number) =>
      own.slice(
        Math.floor((own.length * number) / QUARTERS),
        Math.ceil((own.length * (number + 1)) / QUARTERS),
      );
    const of = (what) =>
      Array.from({ length: QUARTERS }, (_, number) => median(quarter(number).map((each) => each[what])));
    const [memory, handles, threads] = [of("memory"), of("handles"), of("threads")];
    const peak = Math.max(...own.map((each) => each.memory));
    figures[name] = { samples: own.length, memory_mb: memory, peak_mb: peak, handles, threads };
    if (own.length < LEAST_SAMPLES) continue;
    const limit = memory[1] * MOST_GROWTH.factor + MOST_GROWTH.megabytes;
    const told = (what, [, second, , last]) => `${name}: ${what} grew from ${second} to ${last}`;
    if (memory[3] > limit) problems.push(`${told("memory", memory)} MB, over ${Math.round(limit)}`);
    if (handles[3] > handles[1] + MOST_HANDLES) problems.push(told("open files", handles));
    if (threads[3] > threads[1] + MOST_THREADS) problems.push(told("threads", threads));
  }
  return { figures, problems };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
