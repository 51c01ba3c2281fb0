/** Longer ones explain a thing instead of naming it. */
const LONGEST = 59;

/** Dictionaries give the nearest word first. */
const MOST_GLOSSES = 3;

/** A gloss without its remarks; empty if nothing short remains. */
export function toPlainGloss(text: string): string {
  const plain = removeBrackets(text)
    .replace(/\s+/g, " ")
    .replace(/ ([,;:!?])/g, "$1")
    .trim();
  return plain.length > LONGEST ? "" : plain;
}

/** What a word means, in one line. */
export function joinGlosses(glosses: readonly string[]): string {
  return [...new Set(glosses)].slice(0, MOST_GLOSSES).join(", ");
}

/** Brackets may be nested, and a slash within them has cut some glosses in two. */
function removeBrackets(text: string): string {
  let depth = 0;
  let kept = "";
  for (const character of text) {
    if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}
