import { KebabError } from "../core/errors.ts";

/** Binds a cursor to what it continues: another query, filter or index cannot use it. */
export function toCursorKey(parts: readonly unknown[]): string {
  // A check against mix-ups, not an id: node:crypto would cost every search five milliseconds.
  let first = 0x811c9dc5;
  let second = 0x01000193;
  for (const character of JSON.stringify(parts)) {
    const code = character.codePointAt(0) ?? 0;
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 13);
  }
  return [first, second]
    .map((half) => (half >>> 0).toString(16).padStart(8, "0"))
    .join("")
    .slice(0, 12);
}

export function toCursor(offset: number, key: string): string {
  return Buffer.from(`${offset}:${key}`).toString("base64url");
}

export function parseCursor(cursor: string, key: string): number {
  const match = /^(\d{1,6}):([0-9a-f]{12})$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (match === null || match[2] !== key) {
    throw new KebabError("usage", "Cannot continue from this cursor: it belongs to another search or index", {
      hint: "Search again without --cursor; a cursor goes with the same query, mode, --top, limits, filters and index",
    });
  }
  return Number(match[1]);
}
