import { toContentHash } from "../core/ids.ts";
import type { KnownFile } from "../ports/document-store.ts";
import type { Source } from "../ports/source.ts";
import type { Plan } from "./plan.ts";

/**
 * New path → the document that moved there. Certain only when exactly one vanished file
 * and exactly one new file have the content: twins are never guessed.
 */
export async function findRenames(plan: Plan, source: Source): Promise<Map<string, KnownFile>> {
  const vanished = groupBy(
    plan.gone.filter((file) => file.state.kind === "stored"),
    (file) => (file.state.kind === "stored" ? file.state.contentHash : ""),
  );
  const sizes = new Set([...vanished.values()].flat().map((file) => file.size));
  const candidates = plan.changed.filter(({ known, file }) => known === null && sizes.has(file.size));
  const hashed: { path: string; hash: string }[] = [];
  for (const { file } of candidates) {
    const content = await source.read(file.path);
    if ("bytes" in content) hashed.push({ path: file.path, hash: toContentHash(content.bytes) });
  }
  const renames = new Map<string, KnownFile>();
  for (const [hash, arrivals] of groupBy(hashed, (file) => file.hash)) {
    const departures = vanished.get(hash) ?? [];
    const [arrival] = arrivals;
    const [departure] = departures;
    if (
      arrivals.length === 1 &&
      departures.length === 1 &&
      arrival !== undefined &&
      departure !== undefined
    ) {
      renames.set(arrival.path, departure);
    }
  }
  return renames;
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
