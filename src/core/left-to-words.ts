/** What a model says of a text that it reads over a bridge. */
interface BridgedReader {
  bridgedLanguage?(text: string): string | null;
}

/**
 * Whether two texts are of one language that the model reads over a bridge: how near they lie says less than the words
 * they share. The search leaves such passages to keywords, and whoever judges what it found does the same.
 */
export function isLeftToWords(one: string, other: string, reader: BridgedReader): boolean {
  const language = reader.bridgedLanguage?.(one) ?? null;
  return language !== null && language === (reader.bridgedLanguage?.(other) ?? null);
}
