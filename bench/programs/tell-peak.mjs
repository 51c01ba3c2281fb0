// Preloaded: writes down the most memory the process held. Not ru_maxrss, which counts the parent before exec.
import { readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

if (isMainThread && process.env.BENCH_PEAK_FILE !== undefined) {
  process.once("exit", () => {
    writeFileSync(process.env.BENCH_PEAK_FILE, JSON.stringify({ peakBytes: readPeak() }));
  });
}

function readPeak() {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
