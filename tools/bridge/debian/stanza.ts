/** A description as Debian writes it: one line, then paragraphs. */
export interface Description {
  readonly short: string;
  readonly paragraphs: readonly string[];
}

/** The fields of each stanza of a control file, by their names in lower case. */
export function* parseStanzas(text: string): Generator<ReadonlyMap<string, string>> {
  for (const stanza of text.split(/\n(?:[ \t]*\n)+/)) {
    const fields = new Map<string, string>();
    let name = "";
    for (const line of stanza.split("\n")) {
      if (/^[ \t]/.test(line)) {
        fields.set(name, `${fields.get(name) ?? ""}\n${line}`);
      } else {
        const colon = line.indexOf(":");
        if (colon < 1) continue;
        name = line.slice(0, colon).toLowerCase();
        fields.set(name, line.slice(colon + 1).trim());
      }
    }
    if (fields.size > 0) yield fields;
  }
}

/** Puts a wrapped line to the text before it. */
export type JoinLines = (text: string, line: string) => string;

export const joinWithSpace: JoinLines = (text, line) => `${text} ${line}`;

/** Paragraphs are parted by lines of one point; the items of a list stand for themselves. */
export function toDescription(field: string, join: JoinLines): Description {
  const [short = "", ...lines] = field.split("\n");
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const text = line.trim();
    if (text === "." || text === "") {
      isOpen = false;
      continue;
    }
    const isItem = /^[*•+-]\s/.test(text);
    if (isOpen && !isItem) paragraphs.push(join(paragraphs.pop() ?? "", text));
    else paragraphs.push(text);
    isOpen = true;
  }
  return { short: short.trim(), paragraphs };
}
