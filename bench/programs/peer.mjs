// One peer in a process of its own.
// Usage: node peer.mjs NAME ingest CONTEXT | NAME search CONTEXT QUERY | NAME serve CONTEXT
// CONTEXT is JSON. "serve" answers a line of JSON with a line of JSON, in turn, and times the search alone.
import { createInterface } from "node:readline";

const TOP = 10;
const [name, task, json, query] = process.argv.slice(2);
const context = JSON.parse(json);
const { peer } = await import(`../peers/adapters/${name}.mjs`);
await { ingest, search, serve }[task]();

async function ingest() {
  const { readNotes, readRows } = await import("../peers/rows.mjs");
  const rows = context.rows === undefined ? readNotes(context.folder) : readRows(context.rows);
  await peer.ingest(rows, context);
}

async function search() {
  const engine = await peer.open(context);
  const ids = await engine.keyword(query, TOP);
  process.stdout.write(`${ids.join("\n")}\n`);
  await engine.close();
}

async function serve() {
  const engine = await peer.open(context);
  tell({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    try {
      tell(await answer(engine, request));
    } catch (error) {
      tell({ error: String(error?.message ?? error) });
    }
  }
  await engine.close();
}

async function answer(engine, { mode, query: text, vector, k, wantsIds = false }) {
  const searches = {
    keyword: () => engine.keyword(text, k),
    vector: () => engine.vector(vector, k, text),
    hybrid: () => engine.hybrid(text, vector, k),
  };
  const started = performance.now();
  const ids = await searches[mode]();
  const ms = performance.now() - started;
  return wantsIds ? { ms, ids } : { ms, found: ids.length };
}

function tell(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
