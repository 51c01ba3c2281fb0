// Lexical search inside one process, beside the bare FTS5 query with the same terms.
import { DatabaseSync } from "@photostructure/sqlite";
import { createQueries } from "../corpus/queries.mjs";
import { clocked } from "../support/command.mjs";
import { median, quantile, round, sum, summarise } from "../support/statistics.mjs";
import { createEnvironment, databaseOf, ELSEWHERE } from "../support/workshop.mjs";
import { createPhaseClock } from "./phases.mjs";

const TOP = 10;

/** The engine as a program would open it, over the index in this home. */
export async function openEngine({ openKebab }, home) {
  return await openKebab({ cwd: ELSEWHERE, env: createEnvironment(home) });
}

export async function readConfig({ insides }, home) {
  const env = createEnvironment(home);
  const { config } = await insides.loadConfig({
    cwd: ELSEWHERE,
    env,
    homeDir: home,
    platform: process.platform,
  });
  return config;
}

/** The SQL of the yardstick, with the column weights that kebab uses. */
export function bareSql({ search }) {
  const weights = [search.headingWeight, search.textWeight, search.cjkWeight, search.identifierWeight];
  return `select rowid, bm25(chunks_fts, ${weights.join(", ")}) as score from chunks_fts
    where chunks_fts match ? order by score limit ${TOP}`;
}

export function toMatch({ insides }, text) {
  return insides.toMatchExpression(insides.parseQuery(text));
}

export async function measureSearch(workshop, home, { repeats }) {
  const kebab = await openEngine(workshop.library, home);
  const connection = new DatabaseSync(databaseOf(home), { readOnly: true });
  connection.exec("pragma cache_size = -65536; pragma temp_store = memory");
  const statement = connection.prepare(bareSql(await readConfig(workshop, home)));
  const queries = createQueries().map((query) => ({
    ...query,
    match: toMatch(workshop, query.text),
    kebab: [],
    bare: [],
  }));
  const searches = {
    kebab: (query) => kebab.search(query.text, { mode: "lexical", top: TOP }),
    bare: async (query) => statement.all(query.match),
  };
  // The first round warms caches and compilers, and is thrown away.
  for (let round = -1; round < repeats; round++) {
    const order = round % 2 === 0 ? ["kebab", "bare"] : ["bare", "kebab"];
    for (const query of queries) {
      for (const side of order) {
        const spent = await clocked(() => searches[side](query));
        if (round >= 0) query[side].push(spent);
      }
    }
  }
  connection.close();
  await kebab[Symbol.asyncDispose]();
  const phases = await measurePhases(workshop, home, { queries, repeats });
  return { ...summariseQueries(queries), phases, repeats };
}

function summariseQueries(queries) {
  const rows = queries.map(({ kind, kebab, bare }) => ({ kind, kebab: toRow(kebab), bare: toRow(bare) }));
  const kinds = [...new Set(rows.map((row) => row.kind))];
  return {
    all: compare(rows),
    by_class: Object.fromEntries(
      kinds.map((kind) => [kind, compare(rows.filter((row) => row.kind === kind))]),
    ),
  };
}

/** One query on one side, over its repeats. The best is what it costs when nothing else runs. */
function toRow(spent) {
  const walls = spent.map(({ wallMs }) => wallMs);
  return { wall: median(walls), best: Math.min(...walls), cpu: median(spent.map(({ cpuMs }) => cpuMs)) };
}

function compare(rows) {
  const of = (side, figure) => rows.map((row) => row[side][figure]);
  const ratio = (figure, reduce) => round(reduce(of("kebab", figure)) / reduce(of("bare", figure)));
  return {
    queries: rows.length,
    kebab_ms: summarise(of("kebab", "wall")),
    bare_ms: summarise(of("bare", "wall")),
    kebab_cpu_ms: summarise(of("kebab", "cpu")),
    bare_cpu_ms: summarise(of("bare", "cpu")),
    ratio_p50: ratio("wall", median),
    ratio_p95: ratio("wall", (values) => quantile(values, 0.95)),
    ratio_sum: ratio("wall", sum),
    ratio_quiet: ratio("best", median),
    ratio_cpu: ratio("cpu", median),
    // A query at a time: short ones weigh as much as long ones.
    ratio_each: round(median(rows.map(({ kebab, bare }) => kebab.best / bare.best))),
  };
}

/** A pass of its own: the clocks inside would slow the passes that are compared. */
async function measurePhases({ insides }, home, { queries, repeats }) {
  const clock = createPhaseClock(insides.Database);
  const kebab = await openEngine(insides, home);
  const rows = [];
  for (let round = -1; round < repeats; round++) {
    for (const { text } of queries) {
      clock.reset();
      const { timing } = await kebab.search(text, { mode: "lexical", top: TOP, explain: true });
      if (round >= 0) rows.push(clock.read(timing));
    }
  }
  await kebab[Symbol.asyncDispose]();
  clock.restore();
  const toFigures = (values) => ({ p50: round(median(values)), mean: round(sum(values) / values.length) });
  return Object.fromEntries(
    Object.keys(rows[0]).map((name) => [name, toFigures(rows.map((row) => row[name]))]),
  );
}
