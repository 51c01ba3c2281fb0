import { createDecoder } from "./charset.ts";

/** An entry of a gettext catalogue. */
export interface Message {
  readonly context: string | undefined;
  readonly id: string;
  /** The plural of `id`, where the message counts something. */
  readonly plural: string | undefined;
  /** One translation, or one for each plural form of the language. */
  readonly forms: readonly string[];
}

const MAGIC = 0x950412de;
const HEADER_BYTES = 20;

/** The messages of a .mo file of either endianness; undefined if it is none. */
export function parseMo(bytes: Buffer): Message[] | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const little = bytes.readUInt32LE(0) === MAGIC;
  if (!little && bytes.readUInt32BE(0) !== MAGIC) return undefined;
  const number = (offset: number): number =>
    little ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);

  const count = number(8);
  const ids = number(12);
  const translations = number(16);
  const tablesEnd = Math.max(ids, translations) + 8 * count;
  if (tablesEnd > bytes.length) return undefined;

  const raw = (table: number, index: number): Buffer => {
    const length = number(table + 8 * index);
    const start = number(table + 8 * index + 4);
    return bytes.subarray(start, start + length);
  };
  const charset = findCharset(count, (index) => [raw(ids, index), raw(translations, index)]);
  const decoder = createDecoder(charset);
  if (decoder === undefined) return undefined;

  const messages: Message[] = [];
  for (let index = 0; index < count; index++) {
    const id = decoder.decode(raw(ids, index));
    const translation = decoder.decode(raw(translations, index));
    if (id !== "" && translation !== "") messages.push(toMessage(id, translation));
  }
  return messages;
}

/** In the header, which is the translation of the empty id. UTF-8 where none is named. */
function findCharset(count: number, entry: (index: number) => [Buffer, Buffer]): string {
  for (let index = 0; index < count; index++) {
    const [id, translation] = entry(index);
    if (id.length > 0) continue;
    const charset = /charset=([\w-]+)/i.exec(translation.toString("latin1"))?.[1];
    if (charset !== undefined && charset !== "CHARSET") return charset;
  }
  return "utf-8";
}

function toMessage(rawId: string, translation: string): Message {
  const separator = rawId.indexOf("\u0004");
  const context = separator === -1 ? undefined : rawId.slice(0, separator);
  const [id = "", plural] = rawId.slice(separator + 1).split("\0");
  return { context, id: withoutOldContext(id), plural, forms: translation.split("\0") };
}

/** KDE before gettext had contexts wrote them as a first line: "_: a menu\nOpen". */
function withoutOldContext(id: string): string {
  if (!id.startsWith("_:")) return id;
  const end = id.indexOf("\n");
  return end === -1 ? id : id.slice(end + 1);
}
