/** Dates without a zone are read as UTC, so that one file means one moment on every machine. */
export function parseDate(value: unknown): number | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (typeof value !== "string") return null;
  const text = value.trim().replace(/^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}.*)$/, "$1T$2");
  if (!/^\d{4}-\d{2}(-\d{2})?/.test(text)) return null;
  const zoned = /T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(text) ? `${text}Z` : text;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : time;
}
