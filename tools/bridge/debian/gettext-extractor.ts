import type { Language } from "../pair.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Extractor } from "./extractor.ts";
import { toLocalePlace } from "./locale-names.ts";
import { type Message, parseMo } from "./mo.ts";
import type { Files } from "./package-files.ts";

/** Catalogues of gettext: usr/share/locale/ko/LC_MESSAGES/gimp20.mo. */
export const gettextExtractor: Extractor = {
  name: "mo",
  wants: (path, language) => path.endsWith(".mo") && toLocalePlace(path, language) !== undefined,
  extract,
};

function extract(files: Files, language: Language): RawPair[] {
  const english = new Map<string, ReadonlyMap<string, string>>();
  const foreign: { key: string; messages: readonly Message[] }[] = [];
  for (const [path, bytes] of files) {
    const place = path.endsWith(".mo") ? toLocalePlace(path, language) : undefined;
    const messages = place && parseMo(bytes);
    if (!place || !messages) continue;
    if (place.isEnglish) english.set(place.key, toTexts(messages));
    else foreign.push({ key: place.key, messages });
  }
  return foreign.flatMap(({ key, messages }) =>
    messages.flatMap((message) => toPairs(message, english.get(key))),
  );
}

function toTexts(messages: readonly Message[]): ReadonlyMap<string, string> {
  return new Map(messages.map((message) => [toKey(message), message.forms[0] ?? ""]));
}

function toKey({ context, id }: Message): string {
  return `${context ?? ""}\u0004${id}`;
}

/** Where the ids are keys ("menu.file.open") the English catalogue knows the text. */
function toPairs(message: Message, english: ReadonlyMap<string, string> | undefined): readonly RawPair[] {
  const { plural, forms } = message;
  const first = forms[0] ?? "";
  const pairs = [{ english: english?.get(toKey(message)) ?? message.id, foreign: first }];
  if (plural !== undefined) pairs.push({ english: plural, foreign: forms.at(-1) ?? first });
  return pairs.map(withoutBarContext);
}

/** Old GTK put a context before a bar, which only the id has: "Stock label|Open". */
function withoutBarContext({ english, foreign }: RawPair): RawPair {
  const bar = english.lastIndexOf("|");
  const isContext = bar > 0 && bar < english.length - 1 && !foreign.includes("|");
  return { english: isContext ? english.slice(bar + 1) : english, foreign };
}
