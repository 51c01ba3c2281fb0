/** Text as HTML content or a quoted attribute. What cannot be seen, or turns the reading direction, is left out. */
export function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const UNSEEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** Cut by whole characters. */
export function clip(text: string, length: number): string {
  const characters = Array.from(text.slice(0, 2 * length + 2));
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** "+0.0123", with a true minus sign, so that columns of both line up. */
export function toSigned(value: number, digits = 4): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}

export function toInterval({ low, high }: { readonly low: number; readonly high: number }): string {
  return `[${toSigned(low)}, ${toSigned(high)}]`;
}
