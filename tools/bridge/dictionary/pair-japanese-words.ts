import { isWrittenIn } from "../texts/is-written-in.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import { parseEdict } from "./edict.ts";
import { joinGlosses } from "./gloss.ts";

/** Common Japanese words as they are usually written: in kana too where a sense asks for it. */
export function pairJapaneseWords(edict: string): RawPair[] {
  const pairs: RawPair[] = [];
  for (const { word, reading, isCommon, senses } of parseEdict(edict)) {
    if (!isCommon) continue;
    const inKana = senses.filter(({ isUsuallyKana }) => isUsuallyKana);
    for (const [written, meant] of [
      [word, senses],
      [reading ?? "", inKana],
    ] as const) {
      // Latin letters are full-width there.
      const foreign = written.normalize("NFKC");
      if (meant.length === 0 || !isWrittenIn("ja", foreign)) continue;
      pairs.push({ english: joinGlosses(meant.flatMap(({ glosses }) => glosses)), foreign });
    }
  }
  return pairs;
}
