import { findNumbers } from "../core/numbers.ts";
import { findTellingWords } from "../core/telling-words.ts";
import type { UnitKind } from "../core/text-blocks.ts";

/**
 * Things people and models say that state nothing. Whole sentences only, and never with a number in them: what could
 * be wrong has to be cited.
 */
const EMPTY_TALK: readonly RegExp[] = [
  /^(?:hello|hi|hey|sure|certainly|of course|absolutely|great question|good question|yes|no|okay|ok|thanks|thank you)(?:[\s,]{1,3}(?:there|i can help(?: with that)?|here(?: is|'s) (?:the|an) (?:answer|summary|overview)))?[.!,:]*$/i,
  /^(?:i hope (?:this|that) helps|(?:please )?let me know if (?:you|there is|i|we|that|this) (?:need|have|want|would|can|could|helps?|anything) ?.{0,40}|(?:please )?feel free to (?:ask|reach out|contact|let me know)(?: .{0,40})?|is there anything else .{0,40})[.!?]*$/i,
  /^(?:here (?:is|are)|below (?:is|are)|the following (?:is|are)) (?:the|a|an|some|what)? ?(?:answer|steps?|summary|list|overview|details?|procedure|commands?|example)(?: (?:of|for|to|from|in|on|you) .{0,40}:|[.:])*$/i,
  /^(?:for example|for instance|in summary|in short|to summarise|to summarize|that is|in other words|note|sources?|references?|citations?)[.:,]*$/i,
  /^(?:안녕하세요|네|예|아니요|물론입니다|물론이죠|좋은 질문입니다|감사합니다|고맙습니다)(?:[\s,]{1,3}.{0,20}(?:드리겠습니다|드릴게요))?[.!,]*$/,
  /^.{0,20}(?:도움이 되(?:었|셨)(?:기를|길) 바랍니다|도움이 되었으면 (?:합니다|좋겠습니다)|궁금한 점이 있으(?:시)?면 .{0,30}|추가(?:로)? 질문.{0,30})[.!]*$/,
  /^(?:요약하면|정리하면|예를 들어|예를 들면|예시|참고|출처|참고 자료)[.:,]*$/,
  /^.{0,30}(?:다음과 같다|다음과 같습니다|아래와 같다|아래와 같습니다)[.:,]*$/,
];

/** A lead-in of more words than this says something itself. */
const MAX_LABEL_WORDS = 16;

/** Whether a unit of an answer, without its markers, states something that can be true or false. */
export function isClaim(text: string, kind: UnitKind): boolean {
  if (kind === "code") return true;
  const bare = text.replace(/^[\s*_~>|-]{1,20}|[\s*_~|]{1,20}$/g, "");
  const telling = findTellingWords(bare);
  const numbers = findNumbers(bare).filter((number) => !number.isWord);
  if (numbers.length > 0) return kind !== "heading" || endsLikeStatement(bare);
  if (telling.stems.length + telling.cjkWords.length === 0) return false;
  if (kind === "heading") return endsLikeStatement(bare);
  if (/[?？]["'”’)]?$/.test(bare) || EMPTY_TALK.some((pattern) => pattern.test(bare))) return false;
  return !(/[:：]$/.test(bare) && bare.split(/\s+/).length <= MAX_LABEL_WORDS);
}

/** A heading that is a sentence is not one that names. */
function endsLikeStatement(text: string): boolean {
  return /[.!。]["'”’)]?$/.test(text) || text.endsWith("다");
}
