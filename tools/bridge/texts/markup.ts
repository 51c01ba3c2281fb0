/** A run of text that markup sets apart: a paragraph, a heading, a cell. */
export interface Block {
  /** The name of the element that holds it: "p", "h2", "dd". */
  readonly kind: string;
  /** The element's own id, where it has one. */
  readonly id: string | undefined;
  readonly text: string;
}

/** Elements within a line; all others end a block. */
const INLINE = new Set(
  (
    "a abbr acronym b bdi bdo big br cite code del dfn em font i img input ins kbd label mark meta q s " +
    "samp small span strike strong sub sup tt u var wbr " +
    // DocBook and Mallard
    "accel action app application citetitle cmd classname command computeroutput constant email emphasis " +
    "envar filename firstterm foreignphrase function glossterm gui guibutton guiicon guilabel guimenu " +
    "guimenuitem guiseq guisubmenu inlinegraphic input interface key keycap keycombo keyseq link literal " +
    "menuchoice mousebutton option output parameter phrase prompt quote replaceable returnvalue sgmltag " +
    "shortcut structfield structname subscript superscript symbol sys systemitem tag trademark type " +
    "ulink userinput varname xref inlinemediaobject imageobject imagedata textobject"
  ).split(" "),
);

/** Elements that hold no prose. */
const SKIPPED = new Set(
  "script style pre programlisting screen literallayout synopsis svg math noscript nav header footer template head credit mal:credit comment".split(
    " ",
  ),
);

/** Elements that have no end. */
const VOID = new Set("br hr img input link meta wbr area base col source xref imagedata".split(" "));

/** The blocks of an HTML or XML document in their order; empty ones are left out. */
export function toBlocks(markup: string): Block[] {
  const collector = new BlockCollector();
  let at = 0;
  while (at < markup.length) {
    const open = markup.indexOf("<", at);
    if (open === -1) {
      collector.addText(markup.slice(at));
      break;
    }
    collector.addText(markup.slice(at, open));
    at = readTag(markup, open, collector);
  }
  return collector.end();
}

/** Reads what begins with "<" at `open` and gives where the text goes on. */
function readTag(markup: string, open: number, collector: BlockCollector): number {
  const after = (end: number, length: number): number => (end === -1 ? markup.length : end + length);
  if (markup.startsWith("<!--", open)) return after(markup.indexOf("-->", open), 3);
  if (markup.startsWith("<![CDATA[", open)) {
    const end = markup.indexOf("]]>", open);
    collector.addText(markup.slice(open + 9, end === -1 ? markup.length : end), { decode: false });
    return after(end, 3);
  }
  // A lone "<" is text. Seen before the search for ">", which may run to the end.
  if (!/^<[a-zA-Z/!?]/.test(markup.slice(open, open + 2))) {
    collector.addText("<");
    return open + 1;
  }
  const close = markup.indexOf(">", open);
  const tag = markup.slice(open + 1, close === -1 ? markup.length : close);
  const name = /^\/?([a-zA-Z][\w:.-]*)/.exec(tag)?.[1]?.toLowerCase();
  if (name === undefined) return after(close, 1);
  if (tag.startsWith("/")) collector.closeElement(name);
  else if (SKIPPED.has(name) && !tag.endsWith("/")) {
    collector.endBlock();
    return skipElement(markup, name, close);
  } else {
    collector.openElement(name, tag, tag.endsWith("/") || VOID.has(name));
  }
  return after(close, 1);
}

function skipElement(markup: string, name: string, from: number): number {
  const end = new RegExp(`</${name}\\s*>`, "gi");
  end.lastIndex = from === -1 ? markup.length : from;
  return end.exec(markup) === null ? markup.length : end.lastIndex;
}

class BlockCollector {
  readonly #blocks: Block[] = [];
  readonly #stack: { name: string; id: string | undefined }[] = [];
  #text = "";

  addText(text: string, { decode = true } = {}): void {
    this.#text += decode ? decodeEntities(text) : text;
  }

  openElement(name: string, tag: string, isEmpty: boolean): void {
    if (INLINE.has(name)) {
      if (name === "br") this.#text += " ";
      return;
    }
    this.endBlock();
    if (!isEmpty) this.#stack.push({ name, id: /\sid\s*=\s*["']([^"']*)/.exec(tag)?.[1] });
  }

  closeElement(name: string): void {
    if (INLINE.has(name)) return;
    this.endBlock();
    const index = this.#stack.findLastIndex((element) => element.name === name);
    if (index !== -1) this.#stack.length = index;
  }

  endBlock(): void {
    const text = this.#text.replace(/\s+/g, " ").trim();
    this.#text = "";
    const holder = this.#stack.at(-1);
    if (text !== "") this.#blocks.push({ kind: holder?.name ?? "", id: holder?.id, text });
  }

  end(): Block[] {
    this.endBlock();
    return this.#blocks;
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["hellip", "…"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["middot", "·"],
  ["times", "×"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
]);

/** Character references; an unknown one stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{1,32}));/g,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
