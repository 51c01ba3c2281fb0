/** The same measure in two languages, in full and short. Counters that only count (개, 건) are none. */
const UNITS: Readonly<Record<string, string>> = {
  percent: "% 퍼센트 percent",
  millisecond: "ms 밀리초 millisecond milliseconds",
  second: "초 s sec secs second seconds",
  minute: "분 min mins minute minutes",
  hour: "시간 h hr hrs hour hours",
  day: "일 day days",
  businessDay: "영업일",
  week: "주일 주 week weeks",
  month: "개월 달 month months",
  year: "년 yr yrs year years",
  times: "번 회 배 차례 x times fold",
  won: "원 won KRW",
  dollar: "달러 dollar dollars USD",
  people: "명 people persons",
  kilobyte: "KB KiB kB Ki 킬로바이트 kilobytes",
  megabyte: "MB MiB Mi 메가바이트 megabytes",
  gigabyte: "GB GiB Gi 기가바이트 gigabytes",
  terabyte: "TB TiB Ti 테라바이트 terabytes",
  gram: "g 그램 gram grams",
  kilogram: "kg 킬로그램 kilogram kilograms",
  millilitre: "ml mL 밀리리터 millilitres milliliters",
  kilometre: "km 킬로미터 kilometres kilometers",
};

const UNIT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS).flatMap(([unit, names]) => names.split(" ").map((name) => [name, unit] as const)),
);

/** Words that only begin like a unit: 분기 is a quarter, 번째 an ordinal, 회의 a meeting. */
const HANGUL_UNITS = [...UNIT_OF.keys()]
  .filter((name) => /[가-힣]/.test(name))
  .sort((a, b) => b.length - a.length);
const HANGUL_UNIT = new RegExp(`^\\s?(${HANGUL_UNITS.join("|")})`);
const NO_UNIT =
  /^\s?(?:분기|분의|분류|번째|번호|회의|회사|회차|일반|일부|일정|주문|주소|주차|주요|초과|초기|초반|달러|명령|명시|배포|배치|시간대|원인|원래|년도)/;
const LATIN_UNIT = /^(?:\s?%|\s?[A-Za-z]{1,12}(?![A-Za-z0-9_]))/;

/** The unit a number's following text begins with, and its length; null without one. */
export function findUnit(after: string): { readonly unit: string; readonly length: number } | null {
  const dollars = /^\s?달러/.exec(after);
  if (dollars !== null) return { unit: "dollar", length: dollars[0].length };
  const match = NO_UNIT.test(after) ? null : (HANGUL_UNIT.exec(after) ?? LATIN_UNIT.exec(after));
  const unit = match === null ? undefined : UNIT_OF.get(match[0].trim());
  return match === null || unit === undefined ? null : { unit, length: match[0].length };
}

const MULTIPLIERS: Readonly<Record<string, number>> = {
  백: 1e2,
  천: 1e3,
  만: 1e4,
  십만: 1e5,
  백만: 1e6,
  천만: 1e7,
  억: 1e8,
  조: 1e12,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  k: 1e3,
  K: 1e3,
};

const MULTIPLIER =
  /^(?:\s?(십만|백만|천만|[백천만억조](?![가-힣]{2})|[백천만억조](?=원|건|명|개|번)|thousand|million|billion)|([kK])(?![A-Za-z0-9_]))/;

/** "6천만 원", "10만", "60 million". */
export function findMultiplier(after: string): { readonly factor: number; readonly length: number } | null {
  const match = MULTIPLIER.exec(after);
  const factor = MULTIPLIERS[match?.[1] ?? match?.[2] ?? ""];
  return match === null || factor === undefined ? null : { factor, length: match[0].length };
}
