// Readers while another process brings an index of an earlier version up to date: each gets the right answer or is
// told to run `kebab ingest`; a migration that is killed is done by the next run, and nothing of the old index is lost.
// Usage: node test/robustness/migration-test.mjs [--count 6] [--files 150] [--readers 2] [--seed 1]

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { createCorpus, writeCorpus } from "./support/corpus.mjs";
import { Findings, openScratch, printFigures, readOptions } from "./support/harness.mjs";
import { dumpIndex } from "./support/index-dump.mjs";
import { loadEngine } from "./support/load-engine.mjs";
import { createPlainBench, QUERY } from "./support/plain-bench.mjs";
import { createRandom } from "./support/random.mjs";
import { createSetup, readError, startKebab } from "./support/run-kebab.mjs";
import { watchWrites } from "./support/watch-writes.mjs";

const options = readOptions({ count: 6, files: 150, readers: 2 });
const findings = new Findings();
const scratch = openScratch("migration-test", options.keep);
const setup = createSetup(options.kebab, scratch);
setup.dataDir = join(scratch, "data");
const bench = createPlainBench(setup, findings);
const random = createRandom(options.seed);
const corpus = join(scratch, "corpus");
const files = createCorpus(random, options.files);
const fixture = join(options.kebab, "test/fixtures/databases/schema-1.sqlite");
const old = join(scratch, "old");
await makeOld();

// What an undisturbed migration makes of it, and of what comes with it.
const straight = join(scratch, "straight");
cpSync(old, straight, { recursive: true });
await bench.mustRun("undisturbed", ["ingest", corpus], { dataDir: straight });
const expected = dumpIndex(straight);
const before = new Set((await bench.mustSearch("undisturbed", { dataDir: await migratedOnly() })).slice(1));
const after = new Set((await bench.mustSearch("undisturbed", { dataDir: straight })).slice(1));
const counts = { "told to ingest": 0, "right answers": 0, "killed in between": 0, "in one process": 0 };
for (let round = 0; round < options.count; round++) await runRound(round, random.fork(`round ${round}`));
printFigures({
  "old index": `schema 1, ${before.size} hits before, ${after.size} after`,
  readers: `${counts["told to ingest"]} were told to run kebab ingest, ${counts["right answers"]} had the right answer, ${counts["in one process"]} of all in one process that stays`,
  migrations: `${options.count}, ${counts["killed in between"]} of them killed and begun again`,
});
findings.end("migration-test", options.count);

/** The stored database of schema 1, and in it the documents of the first half of the corpus, so that there is something to lose. */
async function makeOld() {
  const now = join(scratch, "now");
  writeCorpus(corpus, new Map([...files].filter((_, at) => at % 2 === 0)));
  await bench.mustRun("the first half", ["ingest", corpus], { dataDir: now });
  writeCorpus(corpus, files);
  mkdirSync(old);
  cpSync(fixture, join(old, "kebab.sqlite"));
  const database = new DatabaseSync(join(old, "kebab.sqlite"));
  database.exec(`attach '${join(now, "kebab.sqlite")}' as now`);
  database.exec("pragma journal_mode = wal; begin");
  for (const table of ["sources", "documents", "chunks", "document_tags", "set_aside"]) {
    const columns = database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => name);
    // Row numbers of the stored database stay its own.
    const value = (name) => {
      if (name === "id" || name === "document") return `"${name}" + 1000`;
      return `"${name}"`;
    };
    database.exec(
      `insert into main.${table} (${columns.map((name) => `"${name}"`).join(", ")}) select ${columns.map(value).join(", ")} from now.${table}`,
    );
  }
  database.exec("commit; detach now; pragma wal_checkpoint(truncate)");
  database.close();
}

/** The old index brought up to date, and nothing else done to it. */
async function migratedOnly() {
  const dataDir = join(scratch, "migrated");
  cpSync(old, dataDir, { recursive: true });
  const empty = join(scratch, "empty");
  mkdirSync(empty);
  await bench.mustRun("brought up to date", ["ingest", empty], { dataDir });
  return dataDir;
}

async function runRound(round, own) {
  const label = `round ${round}`;
  const { dataDir } = setup;
  rmSync(dataDir, { recursive: true, force: true });
  cpSync(old, dataDir, { recursive: true });
  let isOver = false;
  const readers = [
    ...Array.from({ length: options.readers }, () => readOnAndOn(label, () => isOver)),
    readInOneProcess(label, () => isOver),
  ];
  if (round % 2 === 1) await killMigration(label, own);
  const migration = await bench.run(["ingest", corpus], {});
  isOver = true;
  await Promise.all(readers);
  findings.check(
    migration.code === 0,
    () => `${label}: the migrating run exits ${migration.code}: ${migration.stderr.slice(0, 400)}`,
  );
  bench.check(label, dataDir, expected);
}

/** In one of its first writes, which are those of the migration. */
async function killMigration(label, own) {
  const run = startKebab(setup, ["ingest", corpus, "--json"], {});
  const wanted = own.between(1, 3);
  let writes = 0;
  const stop = watchWrites(setup.dataDir, () => {
    if (++writes >= wanted) run.child.kill("SIGKILL");
  });
  const { code, signal } = await run.ended;
  stop();
  if (signal === "SIGKILL") counts["killed in between"]++;
  else findings.check(code === 0, () => `${label}: the run to be killed exits ${code}`);
}

async function readOnAndOn(label, isOver) {
  for (;;) {
    const isLast = isOver();
    const result = await bench.search({});
    if (result.code === 0) checkHits(label, JSON.parse(result.stdout).hits, isLast);
    else if (findings.expectError(`${label}, reader`, result, ["index-missing"])) {
      counts["told to ingest"]++;
      findings.check(
        !isLast && /kebab ingest/.test(readError(result)?.hint),
        () => `${label}: after the migration a reader is told: ${result.stderr.slice(0, 300)}`,
      );
    }
    if (isLast) return;
  }
}

/** As a server does, that was there before: it need not be started again. */
async function readInOneProcess(label, isOver) {
  const engine = await loadEngine(setup);
  const kebab = await engine.open();
  try {
    for (;;) {
      const isLast = isOver();
      try {
        const { hits } = await kebab.search(QUERY, { mode: "lexical", top: 1000 });
        checkHits(`${label}, in one process`, hits, isLast);
      } catch (error) {
        findings.check(
          !isLast && error instanceof engine.KebabError && error.code === "index-missing",
          () => `${label}: in one process: ${error.stack}`,
        );
        counts["told to ingest"]++;
      }
      counts["in one process"]++;
      if (isLast) return;
      await sleep(2);
    }
  } finally {
    await kebab[Symbol.asyncDispose]();
  }
}

/** Documents come while readers look, so there may be more from one to the next; each is one that is to be there. */
function checkHits(label, hits, isLast) {
  counts["right answers"]++;
  const found = hits.map((hit) => hit.chunk_id);
  const known = (lines) => new Set([...lines].map((line) => JSON.parse(line).chunk_id));
  const [old, all] = [known(before), known(after)];
  const unknown = found.filter((id) => !old.has(id) && !all.has(id));
  // What is in both states is there all the while.
  const lost = [...old].filter((id) => all.has(id) && !found.includes(id));
  findings.check(
    unknown.length === 0 && lost.length === 0 && new Set(found).size === found.length,
    () => `${label}: ${found.length} hits, ${unknown.length} unknown, ${lost.length} lost`,
  );
  findings.check(
    !isLast || found.length === all.size,
    () => `${label}: after the migration ${found.length} hits of ${all.size}`,
  );
}
