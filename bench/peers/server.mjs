// A peer's process that stays, asked line by line.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { programPath, workFolder } from "../support/workshop.mjs";

let started = 0;

/** Gives { ask, stop }; `stop` gives the most memory it held, told by itself as it ends. */
export async function startServer({ program = process.execPath, words, env, cwd }) {
  const report = join(workFolder("tmp"), `server-${process.pid}-${started++}.json`);
  const child = spawn(program, ["--import", programPath("tell-peak.mjs"), ...words], {
    env: { ...env, BENCH_PEAK_FILE: report },
    cwd,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const waiting = [];
  let errors = "";
  child.stderr.on("data", (bytes) => {
    errors = `${errors}${bytes}`.slice(-2000);
  });
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  const ended = new Promise((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (status, signal) => resolve(`ended with ${status ?? signal}: ${errors.trim()}`));
  });
  void ended.then((told) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(told));
  });
  const next = () => new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  await next();
  return {
    ask: async (request) => {
      const answer = next();
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { error, ...told } = await answer;
      if (error !== undefined)
        throw new Error(`Cannot search for ${JSON.stringify(request.query)}: ${error}`);
      return told;
    },
    stop: async () => {
      child.stdin.end();
      await ended;
      const told = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : { peakBytes: null };
      rmSync(report, { force: true });
      return told.peakBytes;
    },
  };
}
