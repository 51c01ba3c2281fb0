import type { Sound } from "./align-letters.ts";

/** Choices on which Korean writers differ; the first habit is the commoner one. */
export interface Habit {
  /** "lock" with 아 as it sounds (락), else with 오 as it is spelt (록). */
  readonly opensO: boolean;
  /** "window" with 우 at the end. */
  readonly closesO: boolean;
  /** The letter a as 아: alpha 알파, category 카테고리. */
  readonly opensA: boolean;
}

const FIXED: Readonly<Record<string, string>> = {
  AE: "ㅐ",
  AO: "ㅗ",
  AW: "ㅏㅜ",
  AY: "ㅏㅣ",
  EH: "ㅔ",
  IY: "ㅣ",
  OY: "ㅗㅣ",
  UH: "ㅜ",
  UW: "ㅜ",
};

const VOWELS = new Set([...Object.keys(FIXED), "AA", "AH", "ER", "EY", "IH", "OW"]);

export function isVowel(sound: Sound | undefined): boolean {
  return sound !== undefined && VOWELS.has(sound.phoneme);
}

/** The Hangul vowels that write the vowel at `index`, one syllable each. */
export function toVowels(sounds: readonly Sound[], index: number, habit: Habit): string[] {
  const sound = sounds[index];
  if (sound === undefined) return [];
  const { phoneme, letters } = sound;
  if (habit.opensA && letters === "a" && /^A[EH]$/.test(phoneme)) return ["ㅏ"];
  const fixed = FIXED[phoneme];
  if (fixed !== undefined) return [...fixed];
  if (phoneme === "AA" || phoneme === "OW") return toOpenVowels(sounds, index, habit);
  if (phoneme === "EY") return /^(?:e|ae|et)$/.test(letters) ? ["ㅔ"] : ["ㅔ", "ㅣ"];
  if (phoneme === "ER")
    return [letters.startsWith("or") && sounds[index + 1]?.phoneme === "IY" ? "ㅗ" : "ㅓ"];
  if (letters === "ia" && endsWord(sounds, index)) return ["ㅣ", "ㅏ"];
  if (sound.isStressed) return [phoneme === "IH" ? "ㅣ" : "ㅓ"];
  return [toWeakVowel(sounds, index)];
}

/** bar 바, but option 옵션 and audio 오디오 as they are spelt; window 윈도. */
function toOpenVowels(sounds: readonly Sound[], index: number, habit: Habit): string[] {
  const { phoneme, letters } = sounds[index] ?? { phoneme: "", letters: "" };
  if (phoneme === "OW") {
    return habit.closesO && letters.includes("w") && endsWord(sounds, index) ? ["ㅗ", "ㅜ"] : ["ㅗ"];
  }
  const isSpeltO = letters === "au" || letters === "aw" || (letters.includes("o") && !habit.opensO);
  return [isSpeltO ? "ㅗ" : "ㅏ"];
}

/** Weak vowels follow the spelling where Korean does: digital 디지털, model 모델, token 토큰. */
function toWeakVowel(sounds: readonly Sound[], index: number): string {
  const sound = sounds[index];
  const letters = sound?.letters ?? "";
  const next = sounds[index + 1]?.phoneme ?? "";
  if (letters === "") return /^[LMN]$/.test(next) ? "ㅡ" : "ㅓ";
  // A first syllable is a prefix: delay 딜레이.
  if (sound?.phoneme === "IH" && (letters !== "e" || index < 2)) return "ㅣ";
  if (letters === "e") return toWeakE(sounds, index);
  if (/^(?:i|ie|y|ai)$/.test(letters)) return "ㅣ";
  if (letters === "a") return toWeakA(sounds, index);
  if (letters === "o") return toWeakO(sounds, index);
  return "ㅓ";
}

/** beta 베타; image 이미지, climate 클라이밋; island 아일랜드; terminal 터미널. */
function toWeakA(sounds: readonly Sound[], index: number): string {
  const next = sounds[index + 1];
  if (next === undefined) return "ㅏ";
  if (endsWord(sounds, index + 1)) {
    return next.phoneme === "JH" || (next.phoneme === "T" && next.letters === "te") ? "ㅣ" : "ㅓ";
  }
  const isLand = sounds[index - 1]?.phoneme === "L" && sounds[index + 2]?.phoneme === "D";
  return isLand && endsWord(sounds, index + 2) ? "ㅐ" : "ㅓ";
}

function endsWord(sounds: readonly Sound[], index: number): boolean {
  return index === sounds.length - 1;
}

/** ticket 티켓, token 토큰, agent 에이전트, calendar 캘린더, model 모델, parameter 파라미터. */
function toWeakE(sounds: readonly Sound[], index: number): string {
  const before = sounds[index - 1]?.phoneme ?? "";
  const next = sounds[index + 1]?.phoneme ?? "";
  const isEnd = endsWord(sounds, index + 1);
  if (next === "N" && isEnd) return isVowel(sounds[index - 1]) ? "ㅓ" : "ㅡ";
  if (next === "N") return endsWord(sounds, index + 2) ? "ㅓ" : "ㅔ";
  if (next === "L" && isEnd) return before === "N" ? "ㅓ" : "ㅔ";
  if (next === "L" || next === "M" || (next === "T" && isEnd)) return "ㅔ";
  return "ㅣ";
}

/** Open syllables keep 오: protocol 프로토콜; closed ones do not: common 커먼. */
function toWeakO(sounds: readonly Sound[], index: number): string {
  const next = sounds[index + 1];
  if (next?.phoneme === "N" && endsWord(sounds, index + 1)) return toFinalOn(sounds[index - 1]);
  if (next?.phoneme === "L" && endsWord(sounds, index + 1)) return "ㅗ";
  const isDoubled = /^(.)\1/.test(next?.letters ?? "");
  const isLiquid = /^[LR]$/.test(sounds[index + 2]?.phoneme ?? "");
  const isOpen = next === undefined || isVowel(sounds[index + (isLiquid ? 3 : 2)]);
  return isOpen && !isDoubled ? "ㅗ" : "ㅓ";
}

/** button 버튼, season 시즌; lemon 레몬, carbon 카본; bacon 베이컨, boston 보스턴. */
function toFinalOn(before: Sound | undefined): string {
  const { phoneme = "", letters = "" } = before ?? {};
  if (letters === "tt" || phoneme === "S" || phoneme === "Z") return "ㅡ";
  return /^[LMB]$/.test(phoneme) && letters !== "mm" ? "ㅗ" : "ㅓ";
}
