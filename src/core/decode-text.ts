export type DecodedText = { readonly text: string } | { readonly kind: "skipped"; readonly reason: string };

/** Bytes as text without byte order mark, every line break a single \n; never throws. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = BYTE_ORDER_MARKS.find(({ prefix }) => prefix.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) {
    const text = decode(mark.encoding, bytes.subarray(mark.prefix.length));
    if (text === null)
      return { kind: "skipped", reason: `not valid ${mark.encoding}, although its byte order mark says so` };
    return text.includes("\0") || hasManyControls(text) ? BINARY : normalised(text);
  }
  if (bytes.includes(0)) return BINARY;
  const text = decode("utf-8", bytes) ?? decodeKorean(bytes) ?? decodeWestern(bytes);
  if (text === null) return { kind: "skipped", reason: "unknown text encoding" };
  return hasManyControls(text) ? BINARY : normalised(text);
}

const BINARY = { kind: "skipped", reason: "binary file" } as const;

const BYTE_ORDER_MARKS = [
  { encoding: "utf-8", prefix: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", prefix: [0xff, 0xfe] },
  { encoding: "utf-16be", prefix: [0xfe, 0xff] },
] as const;

function decode(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Unified Hangul Code (CP949): EUC-KR and the syllables it lacks. */
function decodeKorean(bytes: Uint8Array): string | null {
  if (!hasKoreanPairs(bytes)) return null;
  const parts: (string | null)[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[++at] ?? 0;
    // Not left to Node: its "euc-kr" is ICU's, which knows EUC-KR alone and reads the rest as Latin-1.
    if (lead >= 0xa1 && trail >= 0xa1) continue;
    parts.push(decode("euc-kr", bytes.subarray(from, at - 1)), toRareSyllable(lead, trail));
    from = at + 1;
  }
  parts.push(decode("euc-kr", bytes.subarray(from)));
  if (parts.includes(null)) return null;
  const text = parts.join("");
  return !text.includes("\uFFFD") && /[가-힣]/.test(text) ? text : null;
}

/** CP949 gives the syllables missing from EUC-KR the free byte pairs, in the order of Unicode. */
function toRareSyllable(lead: number, trail: number): string | null {
  const column = RARE_TRAILS.indexOf(trail);
  if (column === -1 || lead < 0x81) return null;
  const position =
    lead < 0xa1
      ? (lead - 0x81) * RARE_TRAILS.length + column
      : (0xa1 - 0x81) * RARE_TRAILS.length + (lead - 0xa1) * 84 + column;
  rareSyllables ??= listRareSyllables();
  return rareSyllables[position] ?? null;
}

let rareSyllables: readonly string[] | null = null;
const RARE_TRAILS = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...range(0x81, 0xfe)];

function listRareSyllables(): string[] {
  const pairs = range(0xb0, 0xc8).flatMap((lead) => range(0xa1, 0xfe).flatMap((trail) => [lead, trail]));
  const everyday = new Set(decode("euc-kr", Uint8Array.from(pairs)));
  return range(0xac00, 0xd7a3)
    .map((code) => String.fromCharCode(code))
    .filter((syllable) => !everyday.has(syllable));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/**
 * Everyday Hangul is two bytes from 0xA1 up. In Western text such bytes stand between
 * ASCII letters, and "Äp" happens to be a rare syllable in CP949: valid, but not Korean.
 */
function hasKoreanPairs(bytes: Uint8Array): boolean {
  let pairs = 0;
  let rare = 0;
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    if ((bytes[at] ?? 0) >= 0xa1 && (bytes[at + 1] ?? 0) >= 0xa1) pairs++;
    else rare++;
    at++;
  }
  return pairs > rare;
}

/** Windows-1252. By hand: Node reads 0x80 to 0x9F as the control characters of Latin-1. */
function decodeWestern(bytes: Uint8Array): string | null {
  const text = decode("latin1", bytes)?.replace(/[\u0080-\u009f]/g, (control) => {
    return WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80);
  });
  return text === undefined || CONTROL.test(text) ? null : text;
}

/** 0x80 to 0x9F; five of them stand for nothing. */
const WINDOWS_1252 = "€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ";

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]/;

/** A stray form feed or escape sequence is text; one control character in fifty is not. */
function hasManyControls(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? code < 0x09 || (code > 0x0d && code !== 0x1b) : code >= 0x7f && code <= 0x9f)
      controls++;
  }
  return controls > 3 && controls * 50 > text.length;
}

function normalised(text: string): DecodedText {
  return { text: text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text };
}
