import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";

/** Starts the real program in surroundings of its own. Output goes to files, so that no pipe slows it down. */
export function startKebab(setup, args, options = {}) {
  const started = performance.now();
  mkdirSync(setup.home, { recursive: true });
  const number = setup.runs++;
  const paths = { out: join(setup.home, `out-${number}`), err: join(setup.home, `err-${number}`) };
  const descriptors = [openSync(paths.out, "w"), openSync(paths.err, "w")];
  const child = spawn(
    process.execPath,
    [join(setup.kebab, "bin/kebab.js"), "--data-dir", options.dataDir ?? setup.dataDir, ...args],
    {
      cwd: options.cwd ?? setup.home,
      env: toEnvironment(setup.home, { ...setup.env, ...options.env }),
      stdio: ["ignore", ...descriptors],
    },
  );
  for (const descriptor of descriptors) closeSync(descriptor);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, options.timeoutMs ?? 120_000);
  const memory = watchMemory(child.pid, options.watchMemory ?? false);
  const ended = new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      memory.stop();
      resolve({
        code,
        signal,
        timedOut,
        peakKb: memory.peakKb(),
        cpuMs: memory.cpuMs(),
        ms: performance.now() - started,
        get stdout() {
          return readFileSync(paths.out, "utf8");
        },
        get stderr() {
          return readFileSync(paths.err, "utf8");
        },
      });
    });
  });
  return { child, ended, stdoutPath: paths.out };
}

export function runKebab(setup, args, options) {
  return startKebab(setup, args, options).ended;
}

/** Where a harness's runs happen: its build, a home without config, a data folder, what the environment says besides. */
export function createSetup(kebab, scratch, env = {}) {
  return { kebab, home: join(scratch, "home"), dataDir: join(scratch, "data"), env, runs: 0 };
}

function toEnvironment(home, extra = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(KEBAB_|XDG_|NODE_EXTRA_CA_CERTS|NODE_OPTIONS|VITEST)/.test(name),
  );
  // Vectors have harnesses of their own: the model would take most of the time of all others.
  const withoutVectors = { KEBAB_EMBEDDINGS_PROVIDER: "none" };
  return { ...Object.fromEntries(kept), HOME: home, NO_COLOR: "1", ...withoutVectors, ...extra };
}

/** The kernel's own high-water mark and clock; threads share it, and kebab starts no processes. */
function watchMemory(pid, wanted) {
  if (!wanted) return { stop: () => undefined, peakKb: () => 0, cpuMs: () => 0 };
  let peak = 0;
  let cpu = 0;
  const look = () => {
    cpu = readCpuMs(pid) ?? cpu;
    try {
      const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
      peak = Math.max(peak, Number(line?.[1] ?? 0));
    } catch {
      // Gone, or a system without /proc.
    }
  };
  const timer = setInterval(look, 50);
  return { stop: () => clearInterval(timer), peakKb: () => peak, cpuMs: () => cpu };
}

/** The last line of an ingest with --json is its report. */
export function readReport(result, schema = "ingest_report.v1") {
  const lines = result.stdout.trimEnd().split("\n");
  const report = JSON.parse(lines.at(-1) ?? "null");
  if (report?.schema_version !== schema) throw new Error(`no report: ${result.stderr.slice(0, 500)}`);
  return { report, events: lines.slice(0, -1).map((line) => JSON.parse(line)) };
}

/** The error.v1 a failed run with --json ends with; null when there is none. */
export function readError({ stderr }) {
  try {
    return JSON.parse(stderr.trim().split("\n").at(-1) ?? "");
  } catch {
    return null;
  }
}

/** Calls back with the lines another process appends to a file, those of a moment together, until told to stop. */
export function followLines(path, onLines) {
  const decoder = new StringDecoder("utf8");
  let at = 0;
  let rest = "";
  const look = () => {
    const size = statSync(path).size;
    if (size <= at) return;
    const bytes = Buffer.alloc(size - at);
    const descriptor = openSync(path, "r");
    readSync(descriptor, bytes, 0, bytes.length, at);
    closeSync(descriptor);
    at = size;
    const lines = (rest + decoder.write(bytes)).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) onLines(lines);
  };
  const timer = setInterval(look, 10);
  return () => {
    clearInterval(timer);
    look();
  };
}

/** User and system time of all threads; null once the process is gone, or without /proc. */
export function readCpuMs(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return null;
  }
}

/** USER_HZ is 100 on every Linux Node runs on. */
const MS_PER_TICK = 10;

/** The result of a run, which must be a success. */
export async function toSuccess(label, args, run, findings) {
  const result = await run;
  findings.check(
    result.code === 0,
    () => `${label}: ${args[0]} exits ${result.code ?? result.signal}: ${result.stderr.slice(0, 500)}`,
  );
  return result;
}
