// Only these forms: whatever else Date.parse accepts ("2024-1-5") it reads in the machine's own zone.
const DATE = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/;
const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ]\s*(\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const DAY_MS = 86_400_000;

/** Dates without a zone are read as UTC, so that one file means one moment on every machine. */
export function parseDate(value: unknown): number | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (typeof value !== "string") return null;
  const match = DATE.exec(value.trim()) ?? MOMENT.exec(value.trim());
  if (match === null) return null;
  const [, year = "", month = "", day = "01", minutes = "00:00", seconds = ":00", zone = "Z"] = match;
  // Date.parse makes 1 March of 30 February.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return null;
  const time = Date.parse(`${year}-${month}-${day}T${minutes}${seconds}${toZone(zone)}`);
  return Number.isNaN(time) ? null : time;
}

/** A day or month given as an end means all of it. */
export function parseDateEnd(text: string): number | null {
  const start = parseDate(text);
  const [, year, month, day] = DATE.exec(text.trim()) ?? [];
  if (start === null || year === undefined) return start;
  return (day === undefined ? Date.UTC(Number(year), Number(month)) : start + DAY_MS) - 1;
}

/** "+0900" and "+09" → "+09:00". */
function toZone(zone: string): string {
  if (/^z$/i.test(zone)) return "Z";
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
