import { ANALYSER_VERSION } from "../../core/analyse.ts";
import type { LexicalQuery, Phrase } from "../../core/query.ts";
import type { RankedChunk, SearchFilter } from "../../core/search.ts";
import type { LexicalIndex } from "../../ports/lexical-index.ts";
import { holdsPhrase } from "../holds-phrase.ts";
import { isOneToken, toFrequencyNeedle } from "../needles.ts";
import type { Database, SqlValue } from "./database.ts";
import { toFilterSql } from "./filter-sql.ts";
import { toAnyExpression, toMatchExpression, toNeedleExpression } from "./match-expression.ts";

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
const COUNT_CHUNKS = /* sql */ `select count(*) as count from chunks`;
const COUNT_HOLDING = /* sql */ `select count(*) as count from chunks_fts where chunks_fts match ?`;
/** How many of some phrases a chunk holds; only texts with CJK characters have words or runs that FTS5 sees as neighbours. */
const HOLDS_PHRASES = /* sql */ `
  exists (
    select 1 from chunks c join documents d on d.id = c.document where c.id = f.rowid and (c.cjk = '' or phrases_held(
      ?, d.title, d.path, json_extract(d.metadata, '$.aliases'), c.heading_path, c.text, c.identifiers) >= ?)
  )
`;
const HOLDS_EXCLUDED = /* sql */ `
  +f.rowid in (select x.rowid from chunks_fts x where chunks_fts match ?) and ${HOLDS_PHRASES}
`;

/** Reads with the connection it is given, and closes nothing. */
export function createSqliteLexicalIndex(database: Database, weights: ColumnWeights): LexicalIndex {
  const columns = [weights.heading, weights.text, weights.cjk, weights.identifiers];
  database.addFunction("phrases_held", (phrases, title, path, aliases, headings, text, identifiers) => {
    const texts = [title, path, aliases, headings, text, identifiers].map(String);
    const held = (JSON.parse(String(phrases)) as string[]).filter((phrase) =>
      texts.some((part) => holdsPhrase(part, phrase)),
    );
    return held.length;
  });
  return {
    version: `lex:fts5-porter-unicode61+cjk2+ident:a${ANALYSER_VERSION}:w${columns.join(",")}`,
    search: async (query, { limit, filter }) => {
      const expression = toMatchExpression(query);
      if (expression === null || limit < 1) return [];
      const { sql, values } = await toSelect(query, filter, { database, columns });
      const fetch = (count: number): Row[] => database.all<Row>(sql, [...values(expression), count]);
      return withChunkIds(database, takeWithTies(fetch, limit), limit);
    },
    frequencies: async (terms) => ({
      chunks: database.get<{ count: number }>(COUNT_CHUNKS)?.count ?? 0,
      holding: terms.map((term) => {
        const expression = toNeedleExpression(toFrequencyNeedle(term));
        return database.get<{ count: number }>(COUNT_HOLDING, [expression])?.count ?? 0;
      }),
    }),
  };
}

async function toSelect(
  query: LexicalQuery,
  filter: SearchFilter,
  index: { database: Database; columns: readonly number[] },
): Promise<{ sql: string; values: (expression: string) => SqlValue[] }> {
  const { condition, values } = await toFilterSql(filter, index.database);
  // Where FTS5 sees neighbours a Latin word or a run of CJK may have stood between them: look at the text itself.
  // One condition for all phrases: SQLite refuses to match among more than some sixty.
  const required = toTexts(query.phrases);
  const excluded = toTexts(query.excluded);
  const conditions = [
    ...(condition === null
      ? []
      : // The plus keeps SQLite from asking FTS5 anew for every row of the list: 1187 ms against 5 over 266 chunks.
        [
          /* sql */ `+f.rowid in (select c.id from documents d join chunks c on c.document = d.id where ${condition})`,
        ]),
    ...(required.length === 0 ? [] : [HOLDS_PHRASES]),
    ...(excluded.length === 0 ? [] : [`not (${HOLDS_EXCLUDED})`]),
  ];
  const where = conditions.map((part) => ` and ${part}`).join("");
  return {
    sql: /* sql */ `
      select f.rowid as id, -bm25(chunks_fts, ${index.columns.map(toNumberLiteral).join(", ")}) as score
      from chunks_fts f where chunks_fts match ?${where}
      order by score desc limit ?
    `,
    values: (expression) => [
      expression,
      ...values,
      ...(required.length === 0 ? [] : [JSON.stringify(required), required.length]),
      ...(excluded.length === 0 ? [] : [toAnyExpression(query.excluded), JSON.stringify(excluded), 1]),
    ],
  };
}

function toTexts(phrases: readonly Phrase[]): string[] {
  return phrases.filter((phrase) => !isOneToken(phrase)).map(({ text }) => text);
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
