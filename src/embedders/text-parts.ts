import { estimateTokens } from "../core/tokens.ts";

/**
 * Where to cut a text so that no part is longer than `maxCharacters`, at a blank when there is one in
 * the part's last quarter, never through a character. The parts put together are the text.
 */
export function findCut(text: string, from: number, maxCharacters: number): number {
  const end = from + Math.max(1, maxCharacters);
  if (end >= text.length) return text.length;
  const earliest = from + Math.floor((end - from) * 0.75);
  for (let at = end; at > earliest; at--) if (isBlank(text.charCodeAt(at - 1))) return at;
  const splitsPair = isHighSurrogate(text.charCodeAt(end - 1)) && isLowSurrogate(text.charCodeAt(end));
  if (!splitsPair) return end;
  return end - 1 > from ? end - 1 : end + 1;
}

/** Parts of at most so many tokens as `estimateTokens` counts them. A short text is one part. */
export function splitByTokens(text: string, maxTokens: number): string[] {
  const total = estimateTokens(text);
  if (total <= maxTokens) return [text];
  const guess = Math.max(1, Math.floor((text.length / total) * maxTokens));
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    // A part denser than the text as a whole is cut shorter until it fits; one character always does.
    let characters = guess;
    let end = findCut(text, at, characters);
    while (characters > 1 && estimateTokens(text, at, end) > maxTokens) {
      characters = Math.floor(characters * 0.8);
      end = findCut(text, at, characters);
    }
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
