import { KebabError } from "../core/errors.ts";
import { toId } from "../core/ids.ts";

/** Binds a cursor to what it continues: another query, filter or index cannot use it. */
export function toCursorKey(parts: readonly unknown[]): string {
  return toId([JSON.stringify(parts)]).slice(0, 12);
}

export function toCursor(offset: number, key: string): string {
  return Buffer.from(`${offset}:${key}`).toString("base64url");
}

export function parseCursor(cursor: string, key: string): number {
  const match = /^(\d{1,6}):([0-9a-f]{12})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (match === null || match[2] !== key) {
    throw new KebabError("usage", "Cannot continue from this cursor: it belongs to another search or index", {
      hint: "Search again without --cursor; a cursor goes with the same query, mode, filters and index",
    });
  }
  return Number(match[1]);
}
