import { ANALYSER_VERSION } from "../../core/analyse.ts";
import { containsPhrase, type LexicalQuery } from "../../core/query.ts";
import type { RankedChunk, SearchFilter } from "../../core/search.ts";
import type { LexicalIndex } from "../../ports/lexical-index.ts";
import type { Database, SqlValue } from "./database.ts";
import { toFilterSql } from "./filter-sql.ts";
import { toMatchExpression } from "./match-expression.ts";

export interface ColumnWeights {
  readonly heading: number;
  readonly text: number;
  readonly cjk: number;
  readonly identifiers: number;
}

interface Row {
  readonly id: number;
  readonly score: number;
}

const CHUNK_IDS = /* sql */ `select id, chunk_id as chunkId from chunks where id in (select value from json_each(?))`;

/** Reads with the connection it is given, and closes nothing. */
export function createSqliteLexicalIndex(database: Database, weights: ColumnWeights): LexicalIndex {
  const columns = [weights.heading, weights.text, weights.cjk, weights.identifiers];
  database.addFunction("contains_phrase", (text, phrase) => Number(containsPhrase(String(text), String(phrase))));
  return {
    version: `lex:fts5-porter-unicode61+cjk2+ident:a${ANALYSER_VERSION}:w${columns.join(",")}`,
    search: async (query, { limit, filter }) => {
      const expression = toMatchExpression(query);
      if (expression === null || limit < 1) return [];
      const { sql, values } = toSelect(query, filter, { database, columns });
      const fetch = (count: number): Row[] => database.all<Row>(sql, [...values(expression), count]);
      return withChunkIds(database, takeWithTies(fetch, limit), limit);
    },
  };
}

function toSelect(
  query: LexicalQuery,
  filter: SearchFilter,
  index: { database: Database; columns: readonly number[] },
): { sql: string; values: (expression: string) => SqlValue[] } {
  const { condition, values } = toFilterSql(filter, index.database);
  // Pairs of a phrase may come from two runs with a Latin word between them: look at the text itself.
  const required = query.phrases.filter(holdsPairs).map(({ text }) => text);
  const conditions = [
    ...(condition === null
      ? []
      : [/* sql */ `f.rowid in (select c.id from documents d join chunks c on c.document = d.id where ${condition})`]),
    ...required.map(
      () =>
        /* sql */ `exists (select 1 from chunks c where c.id = f.rowid and contains_phrase(c.heading || char(10) || c.text, ?))`,
    ),
  ];
  const where = conditions.map((part) => ` and ${part}`).join("");
  return {
    sql: /* sql */ `
      select f.rowid as id, -bm25(chunks_fts, ${index.columns.map(toNumberLiteral).join(", ")}) as score
      from chunks_fts f where chunks_fts match ?${where}
      order by score desc limit ?
    `,
    values: (expression) => [expression, ...values, ...required],
  };
}

function holdsPairs(phrase: { terms: readonly { kind: string }[] }): boolean {
  return phrase.terms.some((term) => term.kind === "pair" || term.kind === "character");
}

/** Column weights are checked numbers from the config; bm25() takes no bound values in ORDER BY plans. */
function toNumberLiteral(value: number): string {
  return value.toFixed(4);
}

/** Ties at the cut are broken by chunk id, which FTS5 does not know: fetch until the last tie is whole. */
function takeWithTies(fetch: (count: number) => Row[], limit: number): Row[] {
  for (let count = limit + TIE_MARGIN; ; count *= 4) {
    const rows = fetch(count);
    const atCut = rows[limit - 1];
    if (rows.length < count || atCut === undefined || rows.at(-1)?.score !== atCut.score) return rows;
  }
}

const TIE_MARGIN = 8;

function withChunkIds(database: Database, rows: readonly Row[], limit: number): RankedChunk[] {
  if (rows.length === 0) return [];
  const ids = new Map(
    database
      .all<{ id: number; chunkId: string }>(CHUNK_IDS, [JSON.stringify(rows.map((row) => row.id))])
      .map((row) => [row.id, row.chunkId]),
  );
  return rows
    .map((row) => ({ chunkId: ids.get(row.id) ?? "", score: row.score }))
    .sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1))
    .slice(0, limit);
}
