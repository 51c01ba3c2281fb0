import type { Sound } from "./align-letters.ts";
import type { Syllable } from "./hangul.ts";
import { writeSyllables } from "./hangul.ts";
import type { Habit } from "./vowels.ts";
import { isVowel, toVowels } from "./vowels.ts";

const INITIALS: Readonly<Record<string, string>> = {
  B: "ㅂ",
  CH: "ㅊ",
  D: "ㄷ",
  DH: "ㄷ",
  F: "ㅍ",
  G: "ㄱ",
  HH: "ㅎ",
  JH: "ㅈ",
  K: "ㅋ",
  L: "ㄹ",
  M: "ㅁ",
  N: "ㄴ",
  P: "ㅍ",
  R: "ㄹ",
  S: "ㅅ",
  SH: "ㅅ",
  T: "ㅌ",
  TH: "ㅅ",
  V: "ㅂ",
  Z: "ㅈ",
  ZH: "ㅈ",
};

const FINALS: Readonly<Record<string, string>> = {
  P: "ㅂ",
  T: "ㅅ",
  K: "ㄱ",
  M: "ㅁ",
  N: "ㄴ",
  NG: "ㅇ",
  L: "ㄹ",
};
const AFTER_W: Readonly<Record<string, string>> = {
  ㅏ: "ㅘ",
  ㅐ: "ㅙ",
  ㅓ: "ㅝ",
  ㅔ: "ㅞ",
  ㅣ: "ㅟ",
  ㅗ: "ㅝ",
  ㅡ: "ㅝ",
};
const AFTER_Y: Readonly<Record<string, string>> = {
  ㅏ: "ㅑ",
  ㅐ: "ㅐ",
  ㅓ: "ㅕ",
  ㅔ: "ㅖ",
  ㅗ: "ㅛ",
  ㅜ: "ㅠ",
  ㅡ: "ㅕ",
};
const AFTER_SH: Readonly<Record<string, string>> = { ...AFTER_Y, ㅐ: "ㅒ", ㅡ: "ㅣ" };

/** Vowels after which a voiceless stop is a final: book 북, but cake 케이크. */
const SHORT = new Set(["AA", "AE", "AH", "EH", "IH", "UH"]);

/** Spells the sounds of an English word in Hangul, by the rules for loan words. */
export function toHangul(sounds: readonly Sound[], habit: Habit): string {
  const speller = new Speller(sounds, habit);
  return speller.spell();
}

class Speller {
  readonly #sounds: readonly Sound[];
  readonly #habit: Habit;
  readonly #syllables: Syllable[] = [];
  /** The consonant and the glide that wait for a vowel. */
  #initial = "";
  #glide = "";

  constructor(sounds: readonly Sound[], habit: Habit) {
    this.#sounds = sounds;
    this.#habit = habit;
  }

  spell(): string {
    for (let index = 0; index < this.#sounds.length; index++) {
      const sound = this.#sounds[index];
      if (sound === undefined) continue;
      if (isVowel(sound)) this.#addVowel(index);
      else if (sound.phoneme === "Y" || sound.phoneme === "W") this.#glide = sound.phoneme;
      else if (this.#isBeforeVowel(index)) this.#addInitial(index);
      else index += this.#addWithoutVowel(index);
    }
    return writeSyllables(this.#syllables);
  }

  #at(index: number): string {
    return this.#sounds[index]?.phoneme ?? "";
  }

  #isBeforeVowel(index: number): boolean {
    const next = this.#sounds[index + 1];
    if (this.#at(index) === "NG" || (this.#at(index) === "R" && next?.phoneme === "W")) return false;
    return (
      isVowel(next) || ((next?.phoneme === "Y" || next?.phoneme === "W") && isVowel(this.#sounds[index + 2]))
    );
  }

  #addVowel(index: number): void {
    const [first = "ㅓ", ...others] = toVowels(this.#sounds, index, this.#habit);
    const initial = INITIALS[this.#initial] ?? "";
    if (this.#glide === "W" && this.#initial !== "" && !/^(?:K|G|HH)$/.test(this.#initial)) {
      this.#push(initial, this.#initial === "SH" ? "ㅠ" : "ㅡ");
      this.#push("", AFTER_W[first] ?? first);
    } else if (this.#glide === "Y" && this.#sounds[index]?.letters === "u") {
      this.#push(initial, "ㅠ");
    } else if (this.#glide === "Y" && this.#initial !== "" && /^(?:AH|ER)$/.test(this.#at(index))) {
      this.#push(initial, "ㅣ");
      this.#push("", "ㅓ");
    } else {
      this.#push(initial, this.#toGliding(first, index));
    }
    for (const vowel of others) this.#push("", vowel);
    this.#initial = "";
    this.#glide = "";
    if (this.#at(index) === "ER" && isVowel(this.#sounds[index + 1])) this.#initial = "R";
  }

  #toGliding(vowel: string, index: number): string {
    if (this.#glide === "W") return AFTER_W[vowel] ?? vowel;
    if (this.#glide === "Y") return AFTER_Y[vowel] ?? vowel;
    if (this.#initial === "SH") return AFTER_SH[vowel] ?? vowel;
    // British habit: tube 튜브, new 뉴스, super 슈퍼.
    const isSpeltU = /^(?:u|ui|ue|ew|eu)$/.test(this.#sounds[index]?.letters ?? "");
    return this.#at(index) === "UW" && isSpeltU && /^(?:T|D|N|S)$/.test(this.#initial) ? "ㅠ" : vowel;
  }

  /** L between vowels, or after a stop, is written twice: clipping 클리핑. */
  #addInitial(index: number): void {
    this.#initial = this.#at(index);
    const last = this.#syllables.at(-1);
    if (this.#initial === "L" && last?.final === "") this.#close("ㄹ");
  }

  /** Gives how many further sounds it has written. */
  #addWithoutVowel(index: number): number {
    const phoneme = this.#at(index);
    const next = this.#at(index + 1);
    if (phoneme === "R") this.#addLateR(index);
    else if (phoneme === "T" && next === "S" && index === this.#sounds.length - 2) {
      this.#push("ㅊ", "ㅡ");
      return 1;
    } else if (phoneme === "D" && next === "Z") {
      this.#push("ㅈ", "ㅡ");
      return 1;
    } else if (this.#isFinal(index)) this.#close(FINALS[phoneme] ?? "");
    else if (/^(?:M|N|L)$/.test(phoneme) && this.#at(index - 1) === "L")
      this.#push("ㄹ", "ㅡ", FINALS[phoneme]);
    else if (phoneme === "SH") this.#push("ㅅ", next === "" ? "ㅣ" : "ㅠ");
    else if (/^(?:CH|JH|ZH)$/.test(phoneme)) this.#push(INITIALS[phoneme] ?? "", "ㅣ");
    else if (phoneme !== "HH" && phoneme !== "NG") this.#push(INITIALS[phoneme] ?? "", "ㅡ");
    return 0;
  }

  /** Silent after 아, 오 and 어 (port 포트), else 어: share 셰어; and so at the end: core 코어. */
  #addLateR(index: number): void {
    const before = this.#at(index - 1);
    const isLongO =
      before === "AO" && index === this.#sounds.length - 1 && /re$|oo|oa/.test(this.#toLetters(index));
    if (isLongO || !/^(?:AA|AO|ER|OW)$/.test(before)) this.#push("", "ㅓ");
  }

  #toLetters(index: number): string {
    return `${this.#sounds[index - 1]?.letters ?? ""}${this.#sounds[index]?.letters ?? ""}`;
  }

  #isFinal(index: number): boolean {
    const phoneme = this.#at(index);
    const last = this.#syllables.at(-1);
    if (FINALS[phoneme] === undefined || last === undefined || last.final !== "") return false;
    const before = this.#sounds[index - 1];
    if (!/^[PTK]$/.test(phoneme)) return isVowel(before) || before?.phoneme === "R";
    const next = this.#at(index + 1);
    if (/^[LRMN]$/.test(next)) return false;
    if (next === "" && before?.phoneme === "AW" && phoneme === "T") return true;
    return SHORT.has(before?.phoneme ?? "") || (before?.phoneme === "AO" && before.letters === "o");
  }

  #push(initial: string, vowel: string, final = ""): void {
    this.#syllables.push({ initial, vowel, final });
  }

  #close(final: string): void {
    const last = this.#syllables.pop();
    if (last !== undefined) this.#syllables.push({ ...last, final });
  }
}
