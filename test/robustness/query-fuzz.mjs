// Random queries against a real index, in process: no error, no surprise, no leak, nothing written.
// Usage: node test/robustness/query-fuzz.mjs [--count 100000] [--seed 1] [--slow-ms 500]

import { join } from "node:path";
import { Findings, openScratch, printFigures, readOptions, toShown } from "./support/harness.mjs";
import { createOptionMaker, createQueryMaker } from "./support/hostile-queries.mjs";
import { checkIndex, compareDumps, countRows, dumpIndex, openDatabase } from "./support/index-dump.mjs";
import { loadEngine } from "./support/load-engine.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup } from "./support/run-kebab.mjs";

const options = readOptions({ count: 100_000, "slow-ms": 500 });
/** One response in so many is held against its schema and asked for a second time. */
const SAMPLE_EVERY = 20;
const MEMORY_GROWTH_MB = 200;
const findings = new Findings();
const scratch = openScratch("query-fuzz", options.keep);
const setup = createSetup(options.kebab, scratch);
const engine = await loadEngine(setup);
const schema = await engine.schema("search_response.v1");
const kebab = await engine.open();
await kebab.ingest({ paths: [join(options.kebab, "examples/notes")] });
const before = { rows: countRows(setup.dataDir), dump: dumpIndex(setup.dataDir) };
const index = readIndex();
const random = createRandom(options.seed);
const makeQuery = createQueryMaker(random, index.words);
const makeOptions = createOptionMaker(random, index);
const slowest = [];
const byKind = new Map();
let hits = 0;
let refused = 0;
let heapBase = 0;
let peakRss = 0;

const started = performance.now();
for (let done = 0; done < options.count; done++) {
  const query = makeQuery();
  const how = makeOptions();
  await runOne(query, how, done);
  if (done === Math.min(10_000, options.count >> 1)) heapBase = process.memoryUsage().rss;
  if (done % 500 === 0) peakRss = Math.max(peakRss, process.memoryUsage().rss);
  if (done % 20_000 === 19_999) console.log(`${done + 1} queries, ${toMb(process.memoryUsage().rss)} MB`);
}
const seconds = (performance.now() - started) / 1000;
const grown = process.memoryUsage().rss - heapBase;

await kebab[Symbol.asyncDispose]();
findings.check(grown < MEMORY_GROWTH_MB * 1e6, `memory grew by ${toMb(grown)} MB after the warm-up`);
findings.check(
  JSON.stringify(countRows(setup.dataDir)) === JSON.stringify(before.rows),
  "row counts have changed",
);
for (const line of compareDumps(before.dump, dumpIndex(setup.dataDir)))
  findings.add(`the index has changed: ${line}`);
for (const problem of checkIndex(setup.dataDir)) findings.add(problem);

printFigures({
  queries: options.count,
  "queries a second": (options.count / seconds).toFixed(0),
  hits,
  "refused as usage errors": refused,
  "memory after warm-up, at the end, peak (MB)": `${toMb(heapBase)}, ${toMb(heapBase + grown)}, ${toMb(peakRss)}`,
  ...Object.fromEntries(
    [...byKind]
      .sort((a, b) => b[1].worst - a[1].worst)
      .map(([kind, { count, sum, worst }]) => [
        `  ${kind}`,
        `${count} queries, mean ${(sum / count).toFixed(2)} ms, slowest ${worst.toFixed(0)} ms`,
      ]),
  ),
});
console.log("slowest, by processor time:");
for (const { ms, kind, text, how } of slowest) {
  console.log(`  ${ms.toFixed(0)} ms ${kind} ${toShown(text)} ${toShown(JSON.stringify(how), 200)}`);
}
findings.end("query-fuzz");

async function runOne({ kind, text }, how, position) {
  const label = () =>
    `query ${position} (${kind}) ${toShown(text)} with ${toShown(JSON.stringify(how), 300)}`;
  let response;
  // Processor time, not the clock: others may be using the machine.
  const start = process.cpuUsage();
  try {
    response = await kebab.search(text, how);
  } catch (error) {
    // A glob past all reason may be refused in so many words; nothing else may fail.
    if (error instanceof engine.KebabError && error.code === "usage" && how.filter?.path !== undefined)
      refused++;
    else findings.add(`${label()} threw ${error.stack.split("\n", 3).join(" ")}`);
    return;
  }
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  note(kind, ms, { ms, kind, text, how });
  findings.check(ms < options["slow-ms"], () => `${label()} took ${ms.toFixed(0)} ms`);
  hits += response.returned;
  checkHits(response, how, label);
  if (position % SAMPLE_EVERY !== 0) return;
  const json = JSON.stringify(response);
  const parsed = schema.safeParse(JSON.parse(json));
  findings.check(
    parsed.success,
    () => `${label()} does not fit its schema: ${parsed.error.message.slice(0, 300)}`,
  );
  const { timing: _, ...again } = await kebab.search(text, how);
  const { timing: __, ...first } = response;
  findings.check(
    JSON.stringify(again) === JSON.stringify(first),
    () => `${label()} answered differently the second time`,
  );
}

function checkHits(response, how, label) {
  const { hits: list, returned } = response;
  findings.check(
    returned === list.length && returned <= (how.top ?? 10),
    () => `${label()} returned ${returned} of ${list.length}`,
  );
  let last = 1;
  for (const [position, hit] of list.entries()) {
    const chunk = index.chunks.get(hit.chunk_id);
    const plain = hit.snippet.replaceAll("<mark>", "").replaceAll("</mark>", "");
    const isCut =
      chunk !== undefined &&
      (chunk.text.includes(plain) || chunk.text.replaceAll(/<\/?mark>/g, "").includes(plain));
    findings.check(
      isCut,
      () => `${label()}: the snippet of hit ${position + 1} is not in its chunk: ${toShown(plain, 300)}`,
    );
    findings.check(hit.snippet.isWellFormed(), () => `${label()}: a snippet is cut through a character`);
    findings.check(
      hit.rank === position + 1 && hit.score >= 0 && hit.score <= last,
      () => `${label()}: rank or score of hit ${position + 1}`,
    );
    last = hit.score;
    if (how.filter !== undefined && chunk !== undefined) {
      findings.check(
        passes(chunk, how.filter),
        () => `${label()}: hit ${position + 1} does not pass the filter`,
      );
    }
  }
}

/** The filter's meaning in plain JavaScript, globs aside. */
function passes(chunk, filter) {
  const among = (list, value) => list === undefined || list.includes(value);
  return (
    among(filter.types, chunk.type) &&
    among(filter.langs, chunk.lang) &&
    among(filter.sources, chunk.source_id) &&
    among(filter.codeLangs, chunk.code_lang) &&
    among(filter.documents, chunk.doc_id) &&
    among(filter.repos, chunk.repo) &&
    (filter.after === undefined || chunk.updated_at >= filter.after) &&
    (filter.before === undefined || chunk.updated_at <= filter.before) &&
    (filter.tagsAll ?? []).every((tag) => chunk.tags.includes(tag)) &&
    (filter.tagsAny === undefined || filter.tagsAny.some((tag) => chunk.tags.includes(tag)))
  );
}

function note(kind, ms, entry) {
  const sums = byKind.get(kind) ?? { count: 0, sum: 0, worst: 0 };
  byKind.set(kind, { count: sums.count + 1, sum: sums.sum + ms, worst: Math.max(sums.worst, ms) });
  if (slowest.length < 5 || ms > slowest.at(-1).ms) {
    slowest.push(entry);
    slowest.sort((a, b) => b.ms - a.ms);
    slowest.splice(5);
  }
}

function readIndex() {
  const database = openDatabase(setup.dataDir);
  const rows = database
    .prepare(
      `select c.chunk_id, c.text, d.doc_id, d.path, d.type, d.lang, d.source_id, d.code_lang, d.repo, d.updated_at,
        (select json_group_array(tag) from document_tags t where t.document = d.id) as tags
      from chunks c join documents d on d.id = c.document`,
    )
    .all()
    .map((row) => ({ ...row, tags: JSON.parse(row.tags) }));
  database.close();
  const text = rows.map((row) => row.text).join("\n");
  return {
    chunks: new Map(rows.map((row) => [row.chunk_id, row])),
    words: [...new Set(text.match(/[\p{L}\p{N}_.-]+/gu))],
    tags: [...new Set(rows.flatMap((row) => row.tags))],
    paths: [...new Set(rows.map((row) => row.path))],
    documents: [...new Set(rows.map((row) => row.doc_id))],
  };
}

function toMb(bytes) {
  return (bytes / 1e6).toFixed(0);
}
