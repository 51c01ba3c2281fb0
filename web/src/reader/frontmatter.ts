/** YAML between `---` or TOML between `+++` at the very start, as blank lines. */
export function blankFrontmatter(text: string): string {
  const lines = text.split("\n");
  const fence = lines[0]?.trimEnd();
  if (fence !== "---" && fence !== "+++") return text;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
  return end === -1 ? text : lines.map((line, index) => (index <= end ? "" : line)).join("\n");
}
