/** Whether the key goes into a field; also while a Korean syllable is being composed, when keys are not meant for the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isField = target?.closest("input, textarea, select, [contenteditable]") != null;
  return isField || event.isComposing || event.ctrlKey || event.metaKey || event.altKey;
}

/** Chromium and Firefox say so; Safari sends the Enter that ends a composition after it, with this old code. */
// oxlint-disable-next-line typescript/no-deprecated -- nothing newer tells it in Safari
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;
