/** Near the top of the reader, with a little of what stands before it. */
export function scrollTo(element: Element | null): void {
  if (element === null) return;
  const pane = element.closest(".reader-body");
  if (pane === null) return;
  const offset = element.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  pane.scrollTop += offset - pane.clientHeight * 0.15;
}
