import { detectLanguage } from "./language.ts";

/** What a model says of a text that it reads over a bridge. */
interface BridgedReader {
  bridgedLanguage?(text: string): string | null;
}

/**
 * Whether a bridge lies between two texts, so that they share a meaning and hardly a word: one of them is mainly in the
 * language that the bridge leads from. An English note with a Korean name in it is still an English note.
 */
export function crossesBridge(one: string, other: string, reader: BridgedReader): boolean {
  const isBeyond = (text: string): boolean => reader.bridgedLanguage?.(text) === detectLanguage(text);
  return isBeyond(one) !== isBeyond(other);
}
