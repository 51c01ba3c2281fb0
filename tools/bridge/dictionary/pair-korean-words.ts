import type { RawPair } from "../texts/raw-pair.ts";
import { parseCharacterVariants } from "./character-variants.ts";
import { type EdictEntry, parseEdict } from "./edict.ts";
import { joinGlosses } from "./gloss.ts";
import { KOREAN_FORMS } from "./korean-forms.ts";

/** The texts of the dictionaries. */
export interface KoreanDictionaries {
  /** Korean words in both scripts: `가격:價格:`. */
  readonly hanja: string;
  readonly edict: string;
  readonly kanjidic: string;
}

/** How usual an entry of EDICT is. */
const RANKS = { rare: 0, plain: 1, common: 2 } as const;

/** A meaning that the characters of a word have in Japanese. */
interface Meaning {
  readonly english: string;
  readonly rank: number;
}

/**
 * Korean words of Chinese characters mean what the same characters mean in
 * Japanese. Hangul that stands for several words has the meanings of the common
 * ones; where none is common nobody knows which is meant, and it is left out.
 */
export function pairKoreanWords({ hanja, edict, kanjidic }: KoreanDictionaries): RawPair[] {
  const variants = new Map([...parseCharacterVariants(kanjidic), ...KOREAN_FORMS]);
  const meanings = toMeanings(edict);
  const words = new Map<string, Map<string, Meaning>>();
  for (const { hangul, characters } of parseHanja(hanja)) {
    const japanese = [...characters].map((character) => variants.get(character) ?? character).join("");
    const meaning = meanings.get(japanese) ?? meanings.get(characters);
    if (meaning === undefined) continue;
    const known = words.get(hangul) ?? new Map<string, Meaning>();
    words.set(hangul, known);
    if (meaning.rank >= (known.get(meaning.english)?.rank ?? 0)) known.set(meaning.english, meaning);
  }
  return [...words].flatMap(([foreign, known]) =>
    chooseMeanings([...known.values()]).map(({ english }) => ({ english, foreign })),
  );
}

function chooseMeanings(known: readonly Meaning[]): readonly Meaning[] {
  const best = Math.max(...known.map(({ rank }) => rank));
  const chosen = known.filter(({ rank }) => rank === best);
  return best === RANKS.common || chosen.length === 1 ? chosen : [];
}

/** Of the entries that are written alike the most usual one, and of those the first. */
function toMeanings(edict: string): ReadonlyMap<string, Meaning> {
  const best = new Map<string, EdictEntry>();
  for (const entry of parseEdict(edict)) {
    if (!/^[\u4e00-\u9fff々]{2,6}$/.test(entry.word)) continue;
    const other = best.get(entry.word);
    if (other === undefined || toRank(entry) > toRank(other)) best.set(entry.word, entry);
  }
  return new Map([...best].map(([word, entry]) => [word, toMeaning(entry)]));
}

function toMeaning(entry: EdictEntry): Meaning {
  return { english: joinGlosses(entry.senses.flatMap(({ glosses }) => glosses)), rank: toRank(entry) };
}

function toRank({ isCommon, isRare }: EdictEntry): number {
  if (isCommon) return RANKS.common;
  return isRare ? RANKS.rare : RANKS.plain;
}

function* parseHanja(text: string): Generator<{ hangul: string; characters: string }> {
  for (const line of text.split("\n")) {
    const [hangul = "", written = ""] = line.split(":");
    // Single syllables have dozens of characters each.
    if (!/^[가-힣]{2,6}$/.test(hangul)) continue;
    // Korea's standard has a character once for each reading; NFKC makes them one.
    const characters = written.normalize("NFKC");
    if (/^[\u3400-\u9fff]{2,6}$/.test(characters)) yield { hangul, characters };
  }
}
