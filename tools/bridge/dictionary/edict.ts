import { toPlainGloss } from "./gloss.ts";

/** One way to write a Japanese word, with what it means in English. */
export interface EdictEntry {
  readonly word: string;
  /** In kana; undefined where the word itself is. */
  readonly reading: string | undefined;
  /** Among the words that the editors found in common use. */
  readonly isCommon: boolean;
  /** An irregular or outdated way to write or to read it, or a word of the past. */
  readonly isRare: boolean;
  readonly senses: readonly Sense[];
}

export interface Sense {
  /** Without tags and remarks. */
  readonly glosses: readonly string[];
  readonly isUsuallyKana: boolean;
}

const COMMON = "(P)";
const USUALLY_KANA = "uk";
const RARE_FORMS = new Set(["iK", "ik", "io", "oK", "ok"]);
const PAST_SENSES = new Set(["arch", "obs"]);

/**
 * Reads lines of EDICT: `word [reading] /(n) (1) gloss/gloss/(n) (2) (arch) gloss/(P)/`.
 * Senses of the past are left out of a word that has others.
 */
export function* parseEdict(text: string): Generator<EdictEntry> {
  for (const line of text.split("\n")) {
    const start = line.indexOf(" /");
    const [, word, reading] = /^(\S+)(?: \[([^\]]+)\])?$/.exec(line.slice(0, Math.max(start, 0))) ?? [];
    if (word === undefined) continue;
    const parts = line.slice(start + 2).split("/");
    const all = parseSenses(parts.filter((part) => part !== COMMON));
    if (all.length === 0) continue;
    const present = all.filter(({ tags }) => !tags.some((tag) => PAST_SENSES.has(tag)));
    // Tags on the form stand before the first gloss.
    const isRareForm = toLeadingTags(parts[0] ?? "").some((tag) => RARE_FORMS.has(tag));
    yield {
      word,
      reading,
      isCommon: parts.includes(COMMON),
      isRare: isRareForm || present.length === 0,
      senses: (present.length > 0 ? present : all).map(toSense),
    };
  }
}

interface TaggedSense {
  readonly tags: readonly string[];
  readonly glosses: string[];
}

function toSense({ tags, glosses }: TaggedSense): Sense {
  return { glosses, isUsuallyKana: tags.includes(USUALLY_KANA) };
}

/** Where there are several, each begins with its number. Those without a short gloss are left out. */
function parseSenses(parts: readonly string[]): TaggedSense[] {
  const senses: TaggedSense[] = [];
  for (const part of parts) {
    const tags = toLeadingTags(part);
    if (senses.length === 0 || tags.some((tag) => /^\d+$/.test(tag))) senses.push({ tags, glosses: [] });
    const gloss = toPlainGloss(part);
    if (gloss !== "") senses.at(-1)?.glosses.push(gloss);
  }
  return senses.filter(({ glosses }) => glosses.length > 0);
}

/** "(n,vs) (2) (uk) word" has n, vs, 2 and uk. */
function toLeadingTags(gloss: string): string[] {
  const leading = /^(?:\([^()]*\) )*/.exec(gloss)?.[0] ?? "";
  return [...leading.matchAll(/\(([^()]*)\) /g)].flatMap(([, tags = ""]) => tags.split(","));
}
