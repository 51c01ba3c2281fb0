const SAMPLE_CHARACTERS = 4000;
/** Korean technical prose is full of Latin words: a fifth of Hangul letters already makes it Korean. */
const KOREAN_SHARE = 0.2;

/** The main language of a text by its script: ko, ja, zh, ru, en; "und" when it has no letters. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters === 0) return "und";
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(/\p{Script=Han}/gu);
  if (count(/\p{Script=Hangul}/gu) / letters >= KOREAN_SHARE) return "ko";
  if ((kana + han) / letters >= KOREAN_SHARE) return kana > 0 ? "ja" : "zh";
  if (count(/\p{Script=Cyrillic}/gu) / letters >= 0.5) return "ru";
  return count(/\p{Script=Latin}/gu) / letters >= 0.5 ? "en" : "und";
}
