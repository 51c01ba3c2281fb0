import { TRUST_LEVELS } from "../../core/document.ts";
import { isEmptyFilter, type SearchFilter } from "../../core/search.ts";
import { toPathMatcher } from "../path-matcher.ts";
import type { Database, SqlValue } from "./database.ts";

export interface FilterSql {
  /** A condition over `documents d`; null when every document passes. */
  readonly condition: string | null;
  readonly values: readonly SqlValue[];
}

/** Lists travel as one JSON value each, so that the SQL text, and its prepared statement, stays the same. */
const LIST_CONDITIONS = [
  ["types", "d.type in (select value from json_each(?))"],
  ["sources", "d.source_id in (select value from json_each(?))"],
  ["langs", "d.lang in (select value from json_each(?))"],
  ["codeLangs", "d.code_lang in (select value from json_each(?))"],
  ["repos", "d.repo in (select value from json_each(?))"],
  ["documents", "d.doc_id in (select value from json_each(?))"],
  ["tagsAny", "d.id in (select document from document_tags where tag in (select value from json_each(?)))"],
] as const;
const TAGS_HELD = /* sql */ `
  (select count(distinct tag) from document_tags where document = d.id and tag in (select value from json_each(?)))
`;
/** The folder in front of a glob's first sign leaves few paths to match; its length is SQLite's to count, in characters. */
const PATHS = /* sql */ `select id, path from documents where substr(path, 1, length(?)) = ?`;

export async function toFilterSql(filter: SearchFilter, database: Database): Promise<FilterSql> {
  if (isEmptyFilter(filter)) return { condition: null, values: [] };
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  const add = (condition: string, value: SqlValue): void => {
    conditions.push(condition);
    values.push(value);
  };
  for (const [part, condition] of LIST_CONDITIONS) {
    const list = filter[part];
    if (list !== undefined) add(condition, JSON.stringify(list));
  }
  if (filter.tagsAll !== undefined) {
    const tags = [...new Set(filter.tagsAll)];
    // Not a condition a tag: SQLite's expressions have a largest depth.
    add(`${TAGS_HELD} = ${tags.length}`, JSON.stringify(tags));
  }
  if (filter.after !== undefined) add("d.updated_at >= ?", filter.after);
  if (filter.before !== undefined) add("d.updated_at <= ?", filter.before);
  if (filter.trustMin !== undefined) add("d.trust >= ?", TRUST_LEVELS.indexOf(filter.trustMin));
  if (filter.path !== undefined) {
    add("d.id in (select value from json_each(?))", JSON.stringify(await documentsAt(filter.path, database)));
  }
  return { condition: conditions.length === 0 ? null : conditions.join(" and "), values };
}

/** SQLite's own glob lets `*` cross folders; people expect a shell's rules, with `**` for that. */
async function documentsAt(glob: string, database: Database): Promise<number[]> {
  const matches = await toPathMatcher(glob);
  const folder = toLiteralFolder(glob);
  return database
    .rows<[id: number, path: string]>(PATHS, [folder, folder])
    .filter(([, path]) => matches(path))
    .map(([id]) => id);
}

/** "ops/" of "ops/*.md". None where the glob may match a path that begins otherwise, or is spelt otherwise. */
function toLiteralFolder(glob: string): string {
  const [literal = ""] = /^[\w./ -]*/.exec(glob) ?? [];
  const isWhole = literal.length === glob.length;
  if (isWhole || /(?:^|\/)\.{0,2}\//.test(literal)) return "";
  return literal.slice(0, literal.lastIndexOf("/") + 1);
}
