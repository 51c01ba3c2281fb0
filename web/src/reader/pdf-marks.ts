/**
 * Which of a page's text items belong to the cited text. The index read the page with another program, which
 * puts spaces and breaks elsewhere: they are compared without. Empty when the text is not found.
 */
export function findCitedItems(items: readonly string[], cited: string): number[] {
  const squeezed = items.map(squeeze);
  const all = squeezed.join("");
  const wanted = squeeze(cited);
  if (wanted === "") return [];
  const start = all.indexOf(wanted);
  if (start !== -1) return within(squeezed, start, start + wanted.length);
  // Set in another order, or with a hyphen more: then line by line.
  const lines = new Set(
    cited
      .split("\n")
      .map(squeeze)
      .filter((line) => line.length > 3),
  );
  return squeezed.flatMap((item, index) =>
    item.length > 3 && [...lines].some((line) => line.includes(item) || item.includes(line)) ? [index] : [],
  );
}

function within(items: readonly string[], start: number, end: number): number[] {
  let at = 0;
  return items.flatMap((item, index) => {
    const from = at;
    at += item.length;
    return item !== "" && from < end && at > start ? [index] : [];
  });
}

const squeeze = (text: string): string => text.normalize("NFKC").replace(/[\s\u00ad]+/gu, "");
