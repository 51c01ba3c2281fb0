/** A syllable before it is written; `vowel` is a jamo such as "ㅏ", `final` may be empty. */
export interface Syllable {
  readonly initial: string;
  readonly vowel: string;
  readonly final: string;
}

const INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
const FINALS = ["", ...Array.from("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")];

const FIRST = 0xac00;

/** Writes syllables; an empty initial is the silent ㅇ. */
export function writeSyllables(syllables: readonly Syllable[]): string {
  return syllables
    .map(({ initial, vowel, final }) => {
      const place =
        (INITIALS.indexOf(initial === "" ? "ㅇ" : initial) * VOWELS.length + VOWELS.indexOf(vowel)) *
          FINALS.length +
        FINALS.indexOf(final);
      return String.fromCodePoint(FIRST + place);
    })
    .join("");
}

/** The jamo of a text of syllables, in the order they are written; other characters stay. */
export function toJamo(text: string): string[] {
  return [...text].flatMap((character) => {
    const place = (character.codePointAt(0) ?? 0) - FIRST;
    if (place < 0 || place >= INITIALS.length * VOWELS.length * FINALS.length) return [character];
    const final = FINALS[place % FINALS.length] ?? "";
    const vowel = VOWELS[Math.floor(place / FINALS.length) % VOWELS.length] ?? "";
    const initial = INITIALS[Math.floor(place / FINALS.length / VOWELS.length)] ?? "";
    return [initial, vowel, final].filter((jamo) => jamo !== "");
  });
}
