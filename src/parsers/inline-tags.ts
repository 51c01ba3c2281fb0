/** `#tag` after a blank or at a line's start; a tag holds at least one letter, so `#12` is none. */
const TAG = /(?<=^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)/gmu;
const CODE_SPAN = /(`+)[^`]+?\1(?!`)/g;

export function findInlineTags(text: string): string[] {
  if (!text.includes("#")) return [];
  return [...text.replace(CODE_SPAN, "").matchAll(TAG)].map((match) => match[1] ?? "");
}
