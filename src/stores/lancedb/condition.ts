/** A text as a literal of LanceDB's filters, which are strings and take no parameters. */
function toLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** `column in (…)` over at least one value. */
export function isOneOf(column: string, values: Iterable<string>): string {
  return `${column} in (${Array.from(values, toLiteral).join(", ")})`;
}
