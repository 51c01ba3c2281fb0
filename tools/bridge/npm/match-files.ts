/** A file in English and the one that says the same in the other language. */
export interface FilePair {
  readonly english: string;
  readonly foreign: string;
}

/**
 * Finds the files of a pattern such as "locales/{tag}/**.json": {tag} stands for
 * the language, * for any name, ** for any path. Both files must exist; a
 * pattern without {tag} gives files that hold both languages.
 */
export function matchFiles(
  files: readonly string[],
  pattern: string,
  tags: { readonly english: string; readonly foreign: string },
): FilePair[] {
  const known = new Set(files);
  const expression = toExpression(pattern, tags.english);
  return files.flatMap((english) => {
    const wild = expression.exec(english)?.slice(1);
    if (wild === undefined) return [];
    const foreign = fill(pattern, tags.foreign, wild);
    return known.has(foreign) ? [{ english, foreign }] : [];
  });
}

function toExpression(pattern: string, tag: string): RegExp {
  const literal = fill(pattern, tag, undefined).replace(/[$()+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\*\*|\*/g, (star) => (star === "**" ? "(.*)" : "([^/]*)"))}$`);
}

function fill(pattern: string, tag: string, wild: readonly string[] | undefined): string {
  const tagged = pattern.replaceAll("{tag}", tag);
  if (wild === undefined) return tagged;
  let next = 0;
  return tagged.replace(/\*\*|\*/g, () => wild[next++] ?? "");
}
