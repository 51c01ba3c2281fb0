/** "a, #b,,c" → a, b, c. */
export function parseList(text: string): string[] {
  return text
    .split(",")
    .map((item) => item.trim().replace(/^#/, ""))
    .filter((item) => item !== "");
}
