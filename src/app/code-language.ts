import { parseCodeLanguage as parse } from "../parsers/code/languages.ts";

/** "ts" → "typescript"; null for a language nobody knows. */
export function parseCodeLanguage(text: string): string | null {
  return parse(text);
}
