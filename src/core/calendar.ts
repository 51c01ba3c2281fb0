import type { NumberMention, NumberReading } from "./number-mention.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const HALF_OF_DAY = "(오전|오후|새벽|아침|낮|저녁|밤)";

interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: readonly (string | undefined)[]) => NumberReading[];
}

/** Each form before those it contains; what one has taken, no other reads. */
const FORMS: readonly Form[] = [
  {
    pattern:
      /(?<!\d)(\d{4})(?:\s?년\s?|-|\/|\.\s?)(\d{1,2})(?:\s?월\s?|-|\/|\.\s?)(\d{1,2})(?!\d)(?:\s?일)?/g,
    read: ([year, month, day]) => toDate(year, month, day),
  },
  {
    pattern: /(?<!\d)(\d{4})\s?년\s?(\d{1,2})\s?월/g,
    read: ([year, month]) => toDate(year, month, undefined),
  },
  { pattern: /(?<![\d-])(\d{4})-(\d{2})(?![\d-])/g, read: ([year, month]) => toDate(year, month, undefined) },
  {
    pattern: /(?<!\d)(\d{1,2})\s?월\s?(\d{1,2})\s?일/g,
    read: ([month, day]) => toDate(undefined, month, day),
  },
  {
    pattern: /(?<!\d)(\d{1,2})\s?월(?![가-힣]*요일)/g,
    read: ([month]) => toDate(undefined, month, undefined),
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\s(\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s(\\d{4}))?(?![\\d:])`, "g"),
    read: ([month, day, year]) => toDate(year, toMonth(month), day),
  },
  {
    pattern: new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\s(?:of\\s)?${MONTH}(?![a-z])(?:,?\\s(\\d{4}))?`,
      "g",
    ),
    read: ([day, month, year]) => toDate(year, toMonth(month), day),
  },
  {
    pattern: new RegExp(`\\b${MONTH},?\\s(\\d{4})(?!\\d)`, "g"),
    read: ([month, year]) => toDate(year, toMonth(month), undefined),
  },
  {
    pattern: /(?<=[a-z,]\s)(January|February|April|June|July|August|September|October|November|December)\b/g,
    read: ([month]) => toDate(undefined, toMonth(month), undefined),
  },
  {
    pattern: new RegExp(
      `(?:${HALF_OF_DAY}\\s?)?(?<!\\d)(\\d{1,2})시(?!간|도|작|점)(?:\\s?(\\d{1,2})분(?!기)|\\s?(반))?`,
      "g",
    ),
    read: ([half, hour, minute, halfHour]) => toTimes(half, hour, halfHour === undefined ? minute : "30"),
  },
  {
    pattern: new RegExp(
      `(?:${HALF_OF_DAY}\\s?)?(?<![\\d:.])(\\d{1,2}):(\\d{2})(?::\\d{2}(?:\\.\\d{1,6})?)?(?![\\d:])(?:\\s?([AaPp]\\.?[Mm])\\b\\.?)?`,
      "g",
    ),
    read: ([half, hour, minute, latinHalf]) => toClock(half ?? latinHalf, hour, minute),
  },
  {
    pattern: /(?<![\d:.])(\d{1,2})\s?([AaPp]\.?[Mm])\b\.?/g,
    read: ([hour, half]) => toTimes(half, hour, undefined),
  },
  {
    pattern: /(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/])/g,
    read: ([first, second]) => [...toDate(undefined, first, second), ...toDate(undefined, second, first)],
  },
];

/** Dates and times, written in figures, in Korean or in English. */
export function findDates(text: string): NumberMention[] {
  const mentions: NumberMention[] = [];
  let rest = text;
  for (const { pattern, read } of FORMS) {
    rest = rest.replace(pattern, (whole: string, ...groups: unknown[]) => {
      const start = groups.find((group): group is number => typeof group === "number") ?? 0;
      const readings = read(groups.map((group) => (typeof group === "string" ? group : undefined)));
      if (readings.length === 0) return whole;
      mentions.push({ text: text.slice(start, start + whole.length).trim(), start, readings, isWord: false });
      return TAKEN.repeat(whole.length);
    });
  }
  return mentions;
}

/** Neither a digit nor a letter nor a space, so that no form reaches across it. */
const TAKEN = "\u0000";

function toMonth(name: string | undefined): string {
  return String(MONTHS.indexOf((name ?? "").slice(0, 3).toLowerCase()) + 1);
}

function toDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): NumberReading[] {
  const [monthNumber, dayNumber] = [Number(month), day === undefined ? null : Number(day)];
  if (monthNumber < 1 || monthNumber > 12 || (dayNumber !== null && (dayNumber < 1 || dayNumber > 31)))
    return [];
  return [
    { kind: "date", year: year === undefined ? null : Number(year), month: monthNumber, day: dayNumber },
  ];
}

/** Without a half of the day the hour may be meant as either: 6시 is 6 or 18. */
function toTimes(
  half: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
): NumberReading[] {
  const [hours, minutes] = [Number(hour), Number(minute ?? 0)];
  if (hours > 24 || minutes > 59) return [];
  const isLate = half !== undefined && /^(?:오후|저녁|p)/i.test(half);
  const isEarly = half !== undefined && /^(?:오전|새벽|아침|a)/i.test(half);
  const times: number[] = [];
  if (!isLate) times.push(isEarly && hours === 12 ? 0 : hours);
  if (!isEarly && hours <= 12) times.push(hours === 12 ? 12 : hours + 12);
  if (times.length === 0) times.push(hours);
  return times.map((time) => ({ kind: "time", minutes: (time % 24) * 60 + minutes }));
}

/** "06:40" is the morning: a clock of twenty-four hours unless AM, PM, 오전 or 오후 stands by it. */
function toClock(
  half: string | undefined,
  hour: string | undefined,
  minute: string | undefined,
): NumberReading[] {
  const times = toTimes(half, hour, minute);
  return half === undefined ? times.slice(0, 1) : times;
}
