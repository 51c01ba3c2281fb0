import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Pair } from "../pair.ts";
import { parsePropertiesTexts } from "../texts/keyed-texts.ts";
import { parseLocalizeCalls, parseTypeScriptDiagnostics } from "./english-in-code.ts";
import { matchFiles } from "./match-files.ts";
import type { Layout } from "./package-list.ts";
import { alignHtml, alignMarkdown } from "./pages.ts";
import { parseScriptValues } from "./script.ts";
import type { Texts } from "./texts.ts";
import { toNames, toTexts } from "./texts.ts";

export type RawPair = Omit<Pair, "source">;

/** An unpacked package, and how it writes the two languages. */
export interface Place {
  readonly folder: string;
  readonly englishFolders: readonly string[];
  readonly tags: { readonly english: string; readonly foreign: string };
}

/**
 * The pairs that a layout finds in a package. A layout that finds none is an
 * error: the versions are pinned, so what stands on the list is there.
 */
export async function readLayout(layout: Layout, place: Place): Promise<RawPair[]> {
  const files = matchFiles(await listFiles(place.folder), layout.path, toTags(layout, place));
  const englishInCode = await readEnglishInCode(layout, place);
  const pairs: RawPair[] = [];
  for (const { english, foreign } of files) {
    const foreignText = await readText(place.folder, foreign);
    if (layout.format === "pages") {
      const align = foreign.endsWith(".md") ? alignMarkdown : alignHtml;
      pairs.push(...align(await readText(place.folder, english), foreignText));
      continue;
    }
    const foreignTexts = parseTexts(layout, foreignText, place.tags.foreign);
    const englishTexts =
      layout.format === "names"
        ? toNames(foreignTexts)
        : (englishInCode ?? parseTexts(layout, await readText(place.folder, english), place.tags.english));
    for (const pair of pairTexts(englishTexts, foreignTexts, layout)) pairs.push(pair);
  }
  if (pairs.length === 0) throw new Error(`Cannot read ${place.folder}: nothing matches ${layout.path}`);
  return pairs;
}

/** Where no file holds the English texts, the other language's file stands for both. */
function toTags({ format }: Layout, { tags }: Place): Place["tags"] {
  const isAlone = format === "names" || format === "typescript" || format === "vscode";
  return isAlone ? { english: tags.foreign, foreign: tags.foreign } : tags;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.map((path) => path.replaceAll(sep, "/")).sort((one, other) => (one < other ? -1 : 1));
}

async function readText(folder: string, path: string): Promise<string> {
  return (await readFile(join(folder, path), "utf8")).replace(/^\uFEFF/, "");
}

async function readEnglishInCode(layout: Layout, place: Place): Promise<Texts | undefined> {
  if (layout.format === "typescript") {
    return parseTypeScriptDiagnostics(await readText(place.folder, "lib/typescript.js"));
  }
  if (layout.format !== "vscode") return undefined;
  const texts = new Map<string, string>();
  for (const folder of place.englishFolders) {
    for (const path of await listFiles(folder)) {
      if (!path.endsWith(".js")) continue;
      for (const [key, text] of parseLocalizeCalls(await readText(folder, path))) texts.set(key, text);
    }
  }
  return texts;
}

function parseTexts({ format, root, joinsLists = false }: Layout, text: string, tag: string): Texts {
  const options = { joinsLists, root: root?.replaceAll("{tag}", tag).split(".") ?? [] };
  if (format === "properties") return parsePropertiesTexts(text);
  if (format === "script") return toTexts(parseScriptValues(text), options);
  if (format === "vscode") return toTexts(parseScriptValues(text)[0], options);
  return toTexts(JSON.parse(text), options);
}

function pairTexts(english: Texts, foreign: Texts, { holdsPages = false }: Layout): RawPair[] {
  return [...foreign].flatMap(([key, text]) => {
    const other = english.get(key);
    if (other === undefined) return [];
    return holdsPages ? alignMarkdown(other, text) : [{ english: other, foreign: text }];
  });
}
