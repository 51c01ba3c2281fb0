import { splitSentences } from "../core/sentences.ts";

/**
 * Sentences of a source that speak to the model instead of to a reader. Each is a few words long, so that no text
 * takes them long.
 */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\s(?:\w+\s){0,3}(?:previous|prior|above|earlier|preceding|foregoing|system|your)\s(?:\w+\s){0,2}(?:instructions?|prompts?|messages?|rules|directions|guidelines|context)\b/i,
  /(?:^|\n)\s{0,8}(?:#{1,6}\s)?\**(?:system|assistant|developer)(?:\s(?:prompt|message|override))?\**\s?:/i,
  /<\/?(?:system|assistant|developer|instructions?|source)(?:[\s>-])|<\|(?:im_start|im_end|system|assistant|user|endoftext)\|?>|\[\/?INST\]|<<\/?SYS>>/i,
  /\byou are (?:now|no longer) (?:an?|the|in|bound|required)\b/i,
  /(?:이전|앞선|앞의|위의|기존|지금까지의|시스템)\s?(?:\S{1,10}\s){0,2}(?:지시|명령|지침|프롬프트|규칙|메시지)\S{0,8}\s(?:\S{1,8}\s){0,2}(?:무시|잊|따르지)/,
  /(?:지시|명령|지침|프롬프트)(?:사항)?(?:을|를|은|는)?\s(?:\S{1,8}\s){0,2}무시/,
];

/**
 * The text without such sentences and what follows them in their paragraph: what a source orders the model to say is
 * not said by the source. A note about such attacks loses these lines as evidence too, which marks a true sentence
 * rather than passing a planted one.
 */
export function withoutOrders(text: string): string {
  if (!ORDERS.some((order) => order.test(text))) return text;
  let kept = "";
  let at = 0;
  for (const sentence of splitSentences(text)) {
    if (sentence.start < at || !ORDERS.some((order) => order.test(sentence.text))) continue;
    kept += text.slice(at, sentence.start);
    const blank = /\n[ \t\r]*\n/g;
    blank.lastIndex = sentence.start + sentence.text.length;
    at = blank.exec(text)?.index ?? text.length;
  }
  return kept + text.slice(at);
}
