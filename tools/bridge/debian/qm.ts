import { TextDecoder } from "node:util";

import type { RawPair } from "../texts/raw-pair.ts";

const MAGIC = Buffer.from("3cb86418caef9c95cd211cbf60a1bddd", "hex");

/** Sections of the file. */
const MESSAGES = 0x69;

/** Fields of a message. */
const END = 1;
const TRANSLATION = 3;
const OBSOLETE = 5;
const SOURCE_TEXT = 6;
const CONTEXT = 7;
const COMMENT = 8;
const WITH_LENGTH = new Set([TRANSLATION, SOURCE_TEXT, CONTEXT, COMMENT]);

/** The length of a translation that was left empty. */
const EMPTY = 0xffffffff;

const UTF16 = new TextDecoder("utf-16be");

/**
 * The texts of a Qt .qm file with their translations. Files that were stripped
 * keep hashes in place of the texts and give nothing.
 */
export function parseQm(bytes: Buffer): RawPair[] {
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return [];
  let at = MAGIC.length;
  while (at + 5 <= bytes.length) {
    const tag = bytes.readUInt8(at);
    const length = bytes.readUInt32BE(at + 1);
    const section = bytes.subarray(at + 5, at + 5 + length);
    if (tag === MESSAGES) return parseMessages(section);
    at += 5 + length;
  }
  return [];
}

function parseMessages(section: Buffer): RawPair[] {
  const pairs: RawPair[] = [];
  let source = "";
  let translations: string[] = [];
  for (const { tag, content } of readFields(section)) {
    if (tag === SOURCE_TEXT) source = content.toString("utf8");
    else if (tag === TRANSLATION) translations.push(UTF16.decode(content));
    else if (tag === END) {
      if (source !== "") pairs.push(...translations.map((foreign) => ({ english: source, foreign })));
      source = "";
      translations = [];
    }
  }
  return pairs;
}

/** The fields of all messages; ends at the first that is unknown or cut off. */
function* readFields(section: Buffer): Generator<{ tag: number; content: Buffer }> {
  const nothing = Buffer.alloc(0);
  let at = 0;
  while (at < section.length) {
    const tag = section.readUInt8(at);
    at += 1;
    if (tag === END) {
      yield { tag, content: nothing };
    } else if (tag === OBSOLETE) {
      at += 4;
    } else if (WITH_LENGTH.has(tag) && at + 4 <= section.length) {
      const length = section.readUInt32BE(at);
      at += 4;
      if (length === EMPTY) continue;
      yield { tag, content: section.subarray(at, at + length) };
      at += length;
    } else {
      return;
    }
  }
}
