import { findDates } from "./calendar.ts";
import type { NumberMention, NumberReading } from "./number-mention.ts";
import { findMultiplier, findUnit } from "./number-units.ts";

/** Not within a name such as p95, v2 or k8s; such a one is a name. */
const NUMBER = /(?<![\w.])(?:v(?=\d{1,9}\.\d))?\d{1,15}(?:,\d{3}(?!\d)){0,5}(?:\.\d{1,9}){0,5}(?![\d])/g;
const WORDS: ReadonlyMap<string, number> = new Map([
  ...["한", "두", "세", "네", "다섯", "여섯", "일곱", "여덟", "아홉", "열"].map(
    (word, at) => [word, at + 1] as const,
  ),
  ...["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"].map(
    (word, at) => [word, at + 1] as const,
  ),
  ...["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"].map(
    (word, at) => [word, (at + 2) * 10] as const,
  ),
]);
const NUMBER_WORD =
  /(?<![가-힣])(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)(?=\s?(?:번|배|시간|달|명|개|가지|곳|대|권|주|건|차례|단계|자리))|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b/gi;
const WHOLE_WORDS: readonly (readonly [RegExp, number, string])[] = [
  [/(?<![가-힣])하루/g, 1, "day"],
  [/(?<![가-힣])이틀/g, 2, "day"],
  [/(?<![가-힣])사흘/g, 3, "day"],
  [/(?<![가-힣])나흘/g, 4, "day"],
  [/(?<![가-힣])열흘/g, 10, "day"],
  [/\btwice\b/gi, 2, "times"],
  [/\bonce\b/gi, 1, "times"],
];

/** Every number, date, time and version of a text, in its order. */
export function findNumbers(text: string): NumberMention[] {
  const dates = findDates(text);
  const mentions = [...dates, ...findValues(text, dates), ...findNumberWords(text)];
  return mentions.sort((a, b) => a.start - b.start);
}

/** Whether two mentions can mean the same: dates and units agree where both say them. */
export function isSameNumber(a: NumberMention, b: NumberMention): boolean {
  return a.readings.some((reading) => b.readings.some((other) => isSameReading(reading, other)));
}

function isSameReading(a: NumberReading, b: NumberReading): boolean {
  if (a.kind === "value" && b.kind === "value") {
    return a.value === b.value && (a.unit === null || b.unit === null || a.unit === b.unit);
  }
  if (a.kind === "date" && b.kind === "date") return isSameDate(a, b);
  if (a.kind === "time" && b.kind === "time") return a.minutes === b.minutes;
  if (a.kind === "version" && b.kind === "version") return a.version === b.version;
  // "2026" alone, and the year of a date.
  if (a.kind === "value" && b.kind === "date") return isYear(a, b.year);
  return a.kind === "date" && b.kind === "value" && a.month === null && isYear(b, a.year);
}

type DateReading = Extract<NumberReading, { kind: "date" }>;
type ValueReading = Extract<NumberReading, { kind: "value" }>;

/** What the first says, the second must not lack, but for the year of a day. */
function isSameDate(a: DateReading, b: DateReading): boolean {
  const agrees = (first: number | null, second: number | null): boolean => first === null || first === second;
  return (b.year === null || agrees(a.year, b.year)) && agrees(a.month, b.month) && agrees(a.day, b.day);
}

function isYear(value: ValueReading, year: number | null): boolean {
  return year !== null && value.value === String(year) && (value.unit === null || value.unit === "year");
}

function findValues(text: string, dates: readonly NumberMention[]): NumberMention[] {
  const taken = new Set<number>();
  for (const { start, text: date } of dates)
    for (let at = start; at < start + date.length; at++) taken.add(at);
  const mentions: NumberMention[] = [];
  for (const { 0: signs, index } of text.matchAll(NUMBER)) {
    if (taken.has(index)) continue;
    const mention = toValue(text, signs, index);
    if (mention !== null) mentions.push(mention);
  }
  return mentions;
}

function toValue(text: string, signs: string, start: number): NumberMention | null {
  const isVersion = signs.startsWith("v") || signs.split(".").length > 2;
  if (isVersion) {
    const readings = [{ kind: "version", version: signs.replace("v", "") } as const];
    return { text: signs, start, readings, isWord: false };
  }
  const behind = start + signs.length;
  const multiplier = findMultiplier(text.slice(behind, behind + 16));
  const end = behind + (multiplier?.length ?? 0);
  const unit = findUnit(text.slice(end, end + 16));
  // Letters that are no unit make it a name: 5xx, 3f9c2ab.
  if (unit === null && multiplier === null && /[A-Za-z_]/.test(text.charAt(end))) return null;
  const last = end + (unit?.length ?? 0);
  const unitName =
    unit?.unit ?? (/[$₩]/.test(text.charAt(start - 1)) ? toCurrency(text.charAt(start - 1)) : null);
  const plain = { kind: "value", value: toPlainValue(signs, 1), unit: unitName } as const;
  const readings: NumberReading[] =
    multiplier === null ? [plain] : [{ ...plain, value: toPlainValue(signs, multiplier.factor) }];
  // "3.12" may be the version 3.12 as well.
  if (signs.includes(".")) readings.push({ kind: "version", version: signs });
  return { text: text.slice(start, last), start, readings, isWord: false };
}

function toCurrency(sign: string): string {
  return sign === "$" ? "dollar" : "won";
}

/** "1,000.50" → "1000.5", "02" → "2". */
function toPlainValue(signs: string, factor: number): string {
  const plain = signs.replaceAll(",", "");
  // Beyond fifteen digits a double would round.
  if (factor === 1 && plain.length > 15) return plain;
  return String(Number((Number(plain) * factor).toPrecision(15)));
}

function findNumberWords(text: string): NumberMention[] {
  const mentions: NumberMention[] = [];
  for (const { 0: word, index } of text.matchAll(NUMBER_WORD)) {
    const value = WORDS.get(word.toLowerCase());
    const behind = index + word.length;
    const unit = findUnit(text.slice(behind, behind + 16));
    const readings = [{ kind: "value", value: String(value), unit: unit?.unit ?? null } as const];
    mentions.push({
      text: text.slice(index, behind + (unit?.length ?? 0)),
      start: index,
      readings,
      isWord: true,
    });
  }
  for (const [pattern, value, unit] of WHOLE_WORDS) {
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const readings = [{ kind: "value", value: String(value), unit } as const];
      mentions.push({ text: word, start: index, readings, isWord: true });
    }
  }
  return mentions;
}
