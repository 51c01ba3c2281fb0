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

type Script = "hangul" | "kana" | "han" | "cyrillic" | "latin" | "other";

/** By code unit: Unicode classes over every file took as long as parsing it. First match wins; what is in none is no letter. */
const RANGES: readonly (readonly [from: number, to: number, script: Script])[] = [
  [0x41, 0x5a, "latin"],
  [0x61, 0x7a, "latin"],
  [0xac00, 0xd7a3, "hangul"],
  [0xc0, 0x24f, "latin"],
  [0x1e00, 0x1eff, "latin"],
  [0x400, 0x52f, "cyrillic"],
  [0x1100, 0x11ff, "hangul"],
  [0x3131, 0x318e, "hangul"],
  [0x3041, 0x30fa, "kana"],
  [0x30fc, 0x30ff, "kana"],
  [0x3400, 0x9fff, "han"],
  [0xf900, 0xfaff, "han"],
  [0x370, 0x1fff, "other"],
  [0xa000, 0xabff, "other"],
];

function toScript(code: number): Script | null {
  if (code < 0x41) return null;
  for (const [from, to, script] of RANGES) if (code >= from && code <= to) return script;
  return null;
}
