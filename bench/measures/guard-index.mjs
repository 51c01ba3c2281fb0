// Keyword search and the ingest that finds nothing to do, over the small corpus.
import { DatabaseSync } from "@photostructure/sqlite";
import { createQueries } from "../corpus/queries.mjs";
import { walkAndStat } from "../support/walk-and-stat.mjs";
import { databaseOf } from "../support/workshop.mjs";
import { takeRounds } from "./guard-rounds.mjs";
import { bareSql, openEngine, readConfig, toMatch } from "./search.mjs";

const TOP = 10;
/** Of the two hundred queries, so that each class is asked. */
const EVERY = 10;

export async function measureLexical({ workshop, notes }) {
  const kebab = await openEngine(workshop.library, notes.home);
  const texts = listQueries();
  const bare = await openBareFts(workshop, notes.home);
  const sides = {
    kebab: (text) => kebab.search(text, { mode: "lexical", top: TOP }),
    yardstick: async (text) => bare.search(text),
  };
  const rounds = await takeRounds(sides, texts, { warmUp: 6 });
  bare.close();
  await kebab[Symbol.asyncDispose]();
  return rounds;
}

export function listQueries() {
  return createQueries()
    .filter((_, at) => at % EVERY === 0)
    .map(({ text }) => text);
}

/** The least: the same expression, the same weights, the cache that kebab's connections have. */
export async function openBareFts(workshop, home) {
  const connection = new DatabaseSync(databaseOf(home), { readOnly: true });
  connection.exec("pragma cache_size = -65536; pragma temp_store = memory");
  const statement = connection.prepare(bareSql(await readConfig(workshop, home)));
  const matches = new Map(listQueries().map((text) => [text, toMatch(workshop, text)]));
  return { search: (text) => statement.all(matches.get(text)), close: () => connection.close() };
}

export async function measureNoChange({ workshop, notes }) {
  const kebab = await openEngine(workshop.library, notes.home);
  const sides = {
    kebab: async () => {
      const { added, updated, removed } = await kebab.ingest({ embeddings: false });
      if (added + updated + removed > 0) throw new Error("An ingest of nothing new found something to do");
    },
    yardstick: async () => walkAndStat(notes.folder),
  };
  const rounds = await takeRounds(sides, ["all"], { warmUp: 14, enough: 40 });
  await kebab[Symbol.asyncDispose]();
  return rounds;
}
