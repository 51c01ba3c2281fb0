import type { RawPair } from "../texts/raw-pair.ts";

/** The translated messages of a gettext .po file; fuzzy ones are left out. */
export function parsePo(text: string): RawPair[] {
  const pairs: RawPair[] = [];
  for (const entry of text.split(/\n[ \t]*\r?\n/)) {
    if (/^#,.*\bfuzzy\b/m.test(entry)) continue;
    const fields = parseFields(entry);
    const english = fields.get("msgid") ?? "";
    const foreign = fields.get("msgstr") ?? fields.get("msgstr[0]") ?? "";
    if (english !== "" && foreign !== "") pairs.push({ english, foreign });
  }
  return pairs;
}

/** A field is a keyword and strings, on its line and the next ones. */
function parseFields(entry: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let keyword = "";
  for (const line of entry.split("\n")) {
    const found = /^\s*(?:(msg\w+(?:\[\d+\])?)\s*)?"(.*)"\s*$/.exec(line);
    if (!found) continue;
    if (found[1] !== undefined) keyword = found[1];
    fields.set(keyword, (fields.get(keyword) ?? "") + unescapeString(found[2] ?? ""));
  }
  return fields;
}

function unescapeString(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter);
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };
