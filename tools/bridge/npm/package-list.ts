import { z } from "zod";

/** How the texts of two languages stand in a package. */
const layout = z.strictObject({
  /**
   * json, script, properties: a file for each language, the same keys.
   * names: JSON whose names are the English texts.
   * pages: HTML or Markdown, block by block.
   * typescript, vscode: the English texts stand in code, see english-in-code.ts.
   */
  format: z.enum(["json", "script", "properties", "names", "pages", "typescript", "vscode"]),
  /** Within the package; {tag} stands for the language, * for any name, ** for any path. */
  path: z.string(),
  /** Names that lead to the texts: "main.{tag}". */
  root: z.string().optional(),
  /** A list of texts is one text, because its order says nothing. */
  joinsLists: z.boolean().optional(),
  /** Each text is a page of Markdown, to be read block by block. */
  holdsPages: z.boolean().optional(),
});

const entry = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** Of the packed archive, as npm writes it. */
  integrity: z.string().startsWith("sha512-"),
  licence: z.string(),
  /** How the package writes each language; a language that is not here is not in it. */
  tags: z.strictObject({ en: z.string(), ko: z.string().optional(), ja: z.string().optional() }),
  layouts: z.array(layout),
  /** Packages of the list that hold the English side, where it is not in this one. */
  english: z.array(z.string()).optional(),
});

export type Layout = z.infer<typeof layout>;
export type NpmPackage = z.infer<typeof entry>;

/** The list of packages, checked; a name stands in it once and those it leads to exist. */
export function parsePackageList(value: unknown): NpmPackage[] {
  const packages = z.array(entry).parse(value);
  const names = new Set<string>();
  for (const { name } of packages) {
    if (names.has(name)) throw new Error(`Cannot read the list of packages: ${name} stands twice`);
    names.add(name);
  }
  for (const { name, english = [] } of packages) {
    const missing = english.find((other) => !names.has(other));
    if (missing !== undefined) {
      throw new Error(`Cannot read the list of packages: ${name} needs ${missing}, which is not on it`);
    }
  }
  return packages;
}
