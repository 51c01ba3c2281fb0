/** Letter forms that fonts leak into the text: Latin ligatures, Arabic shapes, Kangxi radicals. */
const LEAKED_FORMS = /[\u2f00-\u2fd5\ufb00-\ufb17\ufb50-\ufdff\ufe70-\ufefc]+/g;
/** Space-like characters; the tab comes before the control characters are removed. */
const OTHER_SPACES = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const HYPHENS = /[\u2010\u2011]/g;
/** Control, zero-width and soft hyphen, halves of a surrogate pair, non-characters. */
const INVISIBLE = /[\p{Cc}\u00ad\u200b\u2060\ufeff\ufff9-\ufffb\ufffe\uffff\p{Cs}]/gu;

/** Symbol fonts map to private use; before a space at the start of a line that is a bullet. */
const SYMBOL_BULLET = /^\s*[\uf020-\uf0ff](?=\s)/;

/** One line of text, as search wants it. Spaces stay, also several in a row. */
export function cleanLine(raw: string): string {
  return raw
    .replace(OTHER_SPACES, " ")
    .replace(HYPHENS, "-")
    .replace(INVISIBLE, "")
    .replace(SYMBOL_BULLET, "•")
    .replace(LEAKED_FORMS, (forms) => forms.normalize("NFKC"))
    .normalize("NFC");
}
