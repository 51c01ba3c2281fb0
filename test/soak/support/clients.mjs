import { Agent, request } from "node:http";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { followLines, readError, runKebab, startKebab } from "../../robustness/support/run-kebab.mjs";

const FOREVER_MS = 2 ** 31 - 1;
/** A busy machine is no failure; one that does not answer at all is. */
const PATIENCE_MS = 600_000;

/** `kebab serve` on a port of its own, once it listens. */
export async function startServer(setup) {
  const running = startKebab(setup, ["serve", "--port", "0", "--json"], { timeoutMs: FOREVER_MS });
  const url = await firstLine(running, "kebab serve");
  return { ...running, url: JSON.parse(url).url, agent: new Agent({ keepAlive: true, maxSockets: 16 }) };
}

/** `kebab ingest --watch`, once it has told of its first run; `onLine` gets everything it tells. */
export async function startWatch(setup, folder, onLine) {
  const words = ["ingest", folder, "--watch", "--json"];
  const running = startKebab(setup, words, { timeoutMs: FOREVER_MS });
  const stop = followLines(running.stdoutPath, (lines) => {
    for (const line of lines) onLine(JSON.parse(line));
  });
  void running.ended.then(stop);
  return running;
}

function firstLine(running, name) {
  return new Promise((resolve, reject) => {
    const stop = followLines(running.stdoutPath, ([line]) => {
      queueMicrotask(() => stop());
      resolve(line);
    });
    void running.ended.then(({ code, stderr }) => reject(new Error(`${name} ended with ${code}: ${stderr}`)));
  });
}

/**
 * By Node's own client: those who read keep their connections, which the server closes when they idle. One that is
 * closed at the very moment it is used again has asked nothing yet, and asks once more. No answer is status 0.
 */
export async function askServer(server, path, body) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(server, path, body);
    } catch (error) {
      const hasAskedNothing = error.code === "ECONNRESET" && error.wasReused;
      if (attempt > 1 || !hasAskedNothing) return { status: 0, value: { error: String(error) } };
    }
  }
}

function send(server, path, body) {
  return new Promise((resolve, reject) => {
    const isReading = body === undefined;
    const headers = isReading ? {} : { "content-type": "application/json" };
    const sent = request(
      new URL(path, server.url),
      {
        agent: isReading ? server.agent : false,
        method: isReading ? "GET" : "POST",
        headers: { accept: "application/json", ...headers },
        timeout: PATIENCE_MS,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part) => {
          text += part;
        });
        response.on("error", reject);
        response.on("end", () => resolve({ status: response.statusCode, value: toValue(text) }));
      },
    );
    sent.on("timeout", () => sent.destroy(new Error(`no answer to ${path} in ${PATIENCE_MS} ms`)));
    sent.on("error", (error) => reject(Object.assign(error, { wasReused: sent.reusedSocket })));
    sent.end(isReading ? undefined : JSON.stringify(body));
  });
}

/** A session of `kebab mcp`; `errors` holds what was no message of the protocol. */
export async function startMcp(setup) {
  const kept = { PATH: process.env.PATH ?? "", HOME: setup.home, NO_COLOR: "1", ...setup.env };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(setup.kebab, "bin/kebab.js"), "--data-dir", setup.dataDir, "mcp"],
    cwd: setup.home,
    env: kept,
    stderr: "pipe",
  });
  const session = { client: new Client({ name: "soak", version: "1" }), transport, errors: [], stderr: "" };
  session.client.onerror = (error) => session.errors.push(error);
  transport.stderr?.on("data", (bytes) => {
    session.stderr += bytes.toString("utf8");
  });
  await session.client.connect(transport);
  return session;
}

/** The structured result of a tool; with an error, its error.v1, or why there was no answer at all. */
export async function callTool({ client }, name, args) {
  try {
    const result = await client.callTool({ name, arguments: args }, { timeout: PATIENCE_MS });
    return { isError: result.isError === true, value: result.structuredContent };
  } catch (error) {
    return { isError: true, value: { error: String(error) } };
  }
}

/** A command with --json: its exit code, its answer, which for an ingest is the last line, and its error.v1. */
export async function runCommand(setup, words, env = {}) {
  const result = await runKebab(setup, ["--json", ...words], { env, timeoutMs: PATIENCE_MS });
  const { code, signal, stdout, stderr } = result;
  const text = words[0] === "ingest" ? (stdout.trimEnd().split("\n").at(-1) ?? "") : stdout;
  const value = text === "" ? null : toValue(text);
  return { code, signal, stderr, value, error: code === 2 ? readError(result) : null };
}

function toValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text.slice(0, 300) };
  }
}
