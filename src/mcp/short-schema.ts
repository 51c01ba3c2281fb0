/** Bounds that only stop nonsense: the check knows them, and an agent that meets one is told. */
const LEFT_OUT = new Set(["$schema", "minLength", "maxLength", "minItems", "maxItems"]);

/** A JSON Schema with what an agent needs to choose its arguments: every client puts it into every conversation. */
export function toShortSchema(schema: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema as Record<string, unknown>)
      .filter(([keyword]) => !LEFT_OUT.has(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === "properties" ? toShortProperties(value) : toShort(value),
      ]),
  );
}

/** Their names are arguments, whatever keyword they look like. */
function toShortProperties(properties: unknown): Record<string, unknown> {
  const entries = Object.entries(properties as Record<string, unknown>);
  return Object.fromEntries(entries.map(([name, schema]) => [name, toShort(schema)]));
}

function toShort(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return toShortSchema(value);
}
