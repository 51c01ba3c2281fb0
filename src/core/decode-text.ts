export type DecodedText = { readonly text: string } | { readonly kind: "skipped"; readonly reason: string };

/** Bytes as text without byte order mark, every line break a single \n; never throws. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const mark = BYTE_ORDER_MARKS.find(({ prefix }) => prefix.every((byte, at) => bytes[at] === byte));
  if (mark !== undefined) {
    const text = decode(mark.encoding, bytes.subarray(mark.prefix.length));
    if (text === null) return { kind: "skipped", reason: `not valid ${mark.encoding}, although its byte order mark says so` };
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

function decodeKorean(bytes: Uint8Array): string | null {
  if (!hasKoreanPairs(bytes)) return null;
  const text = decode("euc-kr", bytes);
  return text !== null && !text.includes("\uFFFD") && /[가-힣]/.test(text) ? text : null;
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

function decodeWestern(bytes: Uint8Array): string | null {
  const text = decode("windows-1252", bytes);
  return text === null || CONTROL.test(text) ? null : text;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f]/;

/** A stray form feed or escape sequence is text; one control character in fifty is not. */
function hasManyControls(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 ? code < 0x09 || (code > 0x0d && code !== 0x1b) : code >= 0x7f && code <= 0x9f) controls++;
  }
  return controls > 3 && controls * 50 > text.length;
}

function normalised(text: string): DecodedText {
  return { text: text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text };
}
