/** The texts of one translation by their keys. */
export type Texts = ReadonlyMap<string, string>;

export interface TextsOptions {
  /** Names that lead to the texts: ["main", "ko"]; without them the whole value. */
  readonly root?: readonly string[];
  /** A list of texts is one text, because its order says nothing: the tags of an emoji. */
  readonly joinsLists?: boolean;
}

const SEPARATOR = "\u0000";

/** All strings within a value of JSON's kinds, each under the names that lead to it. */
export function toTexts(value: unknown, { root = [], joinsLists = false }: TextsOptions = {}): Texts {
  const texts = new Map<string, string>();
  const visit = (key: string, part: unknown): void => {
    if (typeof part === "string") texts.set(key, part);
    else if (joinsLists && isListOfTexts(part)) texts.set(key, part.join(", "));
    else if (typeof part === "object" && part !== null) {
      for (const [name, inner] of Object.entries(part)) visit(`${key}${SEPARATOR}${name}`, inner);
    }
  };
  visit("", toPart(value, root));
  return texts;
}

/** A file that has English texts for names is its own English. */
export function toNames(texts: Texts): Texts {
  return new Map([...texts.keys()].map((key) => [key, key.slice(key.lastIndexOf(SEPARATOR) + 1)]));
}

function toPart(value: unknown, root: readonly string[]): unknown {
  return root.reduce<unknown>(
    (part, name) =>
      typeof part === "object" && part !== null ? (part as Record<string, unknown>)[name] : undefined,
    value,
  );
}

function isListOfTexts(part: unknown): part is string[] {
  return Array.isArray(part) && part.length > 0 && part.every((entry) => typeof entry === "string");
}
