import { NO_ANSWER } from "./prompt.ts";

/** Signs that models put around a line they were told to write. */
const DRESSING = /^[\s*_`"'“”‘’([>#-]+/;

/** True while a text that begins so could still be the agreed line: it is not shown before it is known. */
export function mayBecomeNoAnswer(beginning: string): boolean {
  const bare = beginning.replace(DRESSING, "");
  return NO_ANSWER.startsWith(bare.slice(0, NO_ANSWER.length));
}

/** Longer texts say something besides that they do not know, and are checked. */
const MAX_REFUSAL_CHARACTERS = 400;

const SOURCES_EN =
  "(?:sources?|contexts?|documents?|passages?|texts?|notes?|excerpts?|information|materials?)";
const NOT_EN = "(?:do(?:es)? not|don['’]t|doesn['’]t|did not|didn['’]t|cannot|can['’]t|never)";
const TELL_EN =
  "(?:say|tell|mention|contain|provide|include|answer|state|specify|give|have|address|cover|discuss|describe|reveal|hold)";

/** The plain ways to say it, each a few words long, so that no text takes them long. */
const REFUSALS: readonly RegExp[] = [
  new RegExp(String.raw`\b${SOURCES_EN}\b[^.?!\n]{0,60}\b${NOT_EN} (?:\w+ )?${TELL_EN}`, "i"),
  new RegExp(String.raw`\b(?:no|not any|not enough|insufficient) (?:\w+ ){0,2}${SOURCES_EN}\b`, "i"),
  new RegExp(
    String.raw`\b(?:is|are|was|were) not (?:\w+ )?(?:in|by|found in|part of) the (?:\w+ )?${SOURCES_EN}\b`,
    "i",
  ),
  /\b(?:i|we) (?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|am unable to|am not able to|was unable to) (?:\w+ )?(?:know|answer|find|determine|tell|say|help|provide|have)\b/i,
  /\b(?:i['’]m|i am|we are) (?:sorry|unable|not able|not sure)\b/i,
  /\b(?:cannot|can['’]t|could not) be (?:answered|determined|found)\b/i,
  /(?:자료|출처|문서|본문|소스|노트|문맥|내용|정보|메모|텍스트|컨텍스트)[^.?!\n]{0,40}(?:없습니다|없어요|없다|없음|않습니다|않아요|않는다|않다|않음|부족합니다|부족하다)/,
  /(?:알|답할|답변할|찾을|확인할|대답할|말씀드릴) 수(?:가|는)? 없(?:습니다|어요|다|음|네요)/,
  /(?:모르겠(?:습니다|어요|다|네요)|알지 못(?:합니다|해요|한다)|죄송(?:합니다|하지만|해요))/,
];

/** The agreed line, whatever follows it, or a short text that cites nothing and says that it does not know. */
export function isModelRefusal(text: string): boolean {
  const bare = text.replace(DRESSING, "");
  if (bare.startsWith(NO_ANSWER)) return true;
  if (bare.length > MAX_REFUSAL_CHARACTERS || /[[【]\s*\d/.test(text)) return false;
  return REFUSALS.some((pattern) => pattern.test(bare));
}
