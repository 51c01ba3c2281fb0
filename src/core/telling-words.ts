import { findWords, normalise } from "./analyse.ts";
import { toStem } from "./snippet.ts";
import { KOREAN_STOP_WORDS, STOP_WORDS } from "./stop-words.ts";

/**
 * What a text says besides how it says it: the stems of its words without stop words, and its Korean, Chinese and
 * Japanese words without particles and light endings. Distinct, in the order of the text; numbers are left out.
 */
export interface TellingWords {
  readonly stems: readonly string[];
  readonly cjkWords: readonly string[];
}

const CJK_RUN = /[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+/g;

export function findTellingWords(text: string): TellingWords {
  const plain = normalise(text);
  const stems = new Set<string>();
  for (const { text: word } of findWords(plain)) {
    if (/\d/.test(word) || word.length < 2 || isStopWord(word)) continue;
    stems.add(toStem(word));
  }
  const cjkWords = new Set<string>();
  for (const [run] of plain.matchAll(CJK_RUN)) {
    const word = toCjkStem(run);
    // One syllable is found in any text.
    if (word.length >= 2 && !KOREAN_STOP_WORDS.has(run) && !isLight(run, word)) cjkWords.add(word);
  }
  return { stems: [...stems], cjkWords: [...cjkWords] };
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

function isLight(run: string, word: string): boolean {
  return LIGHT_WORDS.has(word) || LIGHT_VERB.test(run);
}

/** What remains of 실행합니다, 배포를 and 배포에서는 says the same as 실행 and 배포. */
function toCjkStem(run: string): string {
  return run.replace(ENDING, "").replace(PARTICLE, "");
}

/** Behind two syllables at least; the longer ones first. */
const ENDING =
  /(?<=[가-힣]{2})(?:하였습니다|되었습니다|했습니다|됐습니다|합니다|됩니다|입니다|습니다|하였다|되었다|했으며|됐으며|하려면|하지만|되지만|이지만|하면서|되면서|했다|됐다|한다|된다|이다|하며|되며|하고|되고|하는|되는|하면|되면|하여|되어|해서|돼서|해야|돼야|하기|되기|하게|되게|하지|되지|이며|이고|인데|해요|돼요|예요|에요|이라|라서|으면|으며|어서|아서|도록|한|된|할|될|해|돼)$/;
const PARTICLE =
  /(?<=[가-힣]{2})(?:에서는|에서도|으로는|으로도|에게서|이라는|이라고|라는|라고|에서|에게|으로|까지|부터|처럼|보다|마다|이나|이란|한테|에는|에도|와는|과는|은|는|이|가|을|를|의|에|로|와|과|도|만|란)$/;

/** "is", "has", "does not" and the like in all their forms. */
const LIGHT_VERB =
  /^(?:있|없|않|같|아니|하|되|합|됩|돼|해|했|됐|이|입)(?:습니다|니다|는다|었다|었습니다|어야|어서|으며|으면|으므로|지만|도록|려면|던|다|는|은|을|고|면|며|어|아|야|지|음|기|니|게)?$/;
const LIGHT_WORDS: ReadonlySet<string> = new Set(
  (
    "그리 그래서 그러 그러나 그리고 따라 따라서 통해 위해 대해 때문 때문에 경우 다음 먼저 이어 이어서 또한 또는 그다음 " +
    "이것 그것 것이 것을 것은 여기 이런 그런 어떤 모든 다시 바로 직접 등의 등을 아래 예를 들어 필요 사용 약간 동안 상태"
  ).split(" "),
);
