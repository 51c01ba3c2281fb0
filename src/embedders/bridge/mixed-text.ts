/** A syllable of Hangul says about as much as so many Latin letters. */
const LETTERS_A_SYLLABLE = 1.5;

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff]/;
const ALL_HANGUL = new RegExp(`${HANGUL.source}+`, "g");

export function hasHangul(text: string): boolean {
  return HANGUL.test(text);
}

/** How much of what a text says is said in Latin letters, from 0 to 1. */
export function shareOfLatinWords(text: string): number {
  let latin = 0;
  let hangul = 0;
  // A Mac writes 가 as two signs; a table reads it as one.
  const composed = text.normalize("NFC");
  for (let at = 0; at < composed.length; at++) {
    const code = composed.charCodeAt(at);
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) latin++;
    else if (code >= 0xac00 && code <= 0xd7a3) hangul++;
  }
  return latin === 0 ? 0 : latin / (latin + LETTERS_A_SYLLABLE * hangul);
}

/** The text without its Hangul: what is left for a model that would read each syllable as a sign it never met. */
export function toLatinText(text: string): string {
  return text.replace(ALL_HANGUL, " ").replace(/[ \t]{2,}/g, " ");
}
