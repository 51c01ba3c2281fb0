const SAMPLE_CHARACTERS = 4000;
/** Korean technical prose is full of Latin words: a fifth of Hangul letters already makes it Korean. */
const KOREAN_SHARE = 0.2;

/** The main language of a text by its script: ko, ja, zh, ru, en; "und" when it has no letters. */
export function detectLanguage(text: string): string {
  const counts = { hangul: 0, kana: 0, han: 0, cyrillic: 0, latin: 0, other: 0 };
  const end = Math.min(text.length, SAMPLE_CHARACTERS);
  for (let at = 0; at < end; at++) {
    const script = toScript(text.charCodeAt(at));
    if (script !== null) counts[script]++;
  }
  const letters = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (letters === 0) return "und";
  if (counts.hangul / letters >= KOREAN_SHARE) return "ko";
  if ((counts.kana + counts.han) / letters >= KOREAN_SHARE) return counts.kana > 0 ? "ja" : "zh";
  if (counts.cyrillic / letters >= 0.5) return "ru";
  return counts.latin / letters >= 0.5 ? "en" : "und";
}

/** By code unit: Unicode classes over every file took as long as parsing it. Only the scripts above need telling apart. */
function toScript(code: number): "hangul" | "kana" | "han" | "cyrillic" | "latin" | "other" | null {
  if (code < 0x80) return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a ? "latin" : null;
  if (code < 0x250) return code >= 0xc0 && code !== 0xd7 && code !== 0xf7 ? "latin" : null;
  if (code >= 0x1e00 && code <= 0x1eff) return "latin";
  if (code >= 0x400 && code <= 0x52f) return "cyrillic";
  if (
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x3131 && code <= 0x318e)
  )
    return "hangul";
  if (code >= 0x3041 && code <= 0x30ff && code !== 0x30fb) return "kana";
  if ((code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff)) return "han";
  // The rest of the alphabets; punctuation and symbols (U+2000 to U+2BFF) count for nothing.
  return (code >= 0x370 && code <= 0x1fff) || (code >= 0xa000 && code <= 0xabff) ? "other" : null;
}
