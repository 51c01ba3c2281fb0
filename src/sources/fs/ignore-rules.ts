import { readFileSync, statSync } from "node:fs";
import type { Ignore } from "ignore";

/** Rules of one folder's ignore files, asked with paths relative to that folder. */
interface FolderRules {
  readonly prefix: string;
  readonly rules: Ignore;
}

export type IgnoreStack = readonly FolderRules[];

/** A rule file larger than this is no rule file. */
const MAX_BYTES = 1_000_000;

/** The stack with this folder's own `.gitignore` and `.kebabignore` on top; the latter has the last word. */
export async function withFolderRules(
  stack: IgnoreStack,
  folder: { readonly absolute: string; readonly prefix: string; readonly names: readonly string[] },
): Promise<IgnoreStack> {
  if (folder.names.length === 0) return stack;
  const { default: ignore } = await import("ignore");
  // Letter by letter, as git on Linux: a rule for Makefile must not hide makefile.
  const rules = ignore({ ignoreCase: false });
  for (const name of folder.names) {
    try {
      const path = `${folder.absolute}/${name}`;
      if (statSync(path).size <= MAX_BYTES) rules.add(toRules(readFileSync(path, "utf8")));
    } catch {
      // Unreadable rules hide nothing: better a document too many than one silently missing.
    }
  }
  return [...stack, { prefix: folder.prefix, rules }];
}

/**
 * Each further `**` multiplies the time a rule takes on a deep path: six of them kept the walk
 * busy for four minutes over one file. No rule in use has more than two, a last one aside.
 */
const MAX_DOUBLE_STARS = 2;

function toRules(text: string): string[] {
  const stars = (line: string): number => line.match(/\*\*(?!\/?\s*$)/g)?.length ?? 0;
  return text
    .normalize("NFC")
    .split(/\r?\n/)
    .filter((line) => stars(line) <= MAX_DOUBLE_STARS);
}

/** As git does it: the deepest folder with an opinion decides. */
export function isIgnored(stack: IgnoreStack, path: string, isFolder: boolean): boolean {
  for (let position = stack.length - 1; position >= 0; position--) {
    const folder = stack[position];
    if (folder === undefined) continue;
    const relative = path.slice(folder.prefix.length).normalize("NFC");
    const verdict = folder.rules.test(isFolder ? `${relative}/` : relative);
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}
