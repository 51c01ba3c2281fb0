/** The highest grade of kanjidic's characters for general use; 9 and 10 are for names only. */
const LAST_GENERAL_GRADE = 8;
const LAST_GRADE = 10;

/**
 * Characters that Japan has simplified, old form to new (學 to 学), from the
 * cross references of kanjidic: `學 555C U5b78 S16 XJ03358 … {learning}`.
 */
export function parseCharacterVariants(kanjidic: string): ReadonlyMap<string, string> {
  const characters = kanjidic.split("\n").flatMap(parseCharacter);
  const byCode = new Map(characters.map((character) => [character.code, character]));
  const variants = new Map<string, string>();
  for (const { character, grade, references } of characters) {
    if (grade <= LAST_GENERAL_GRADE) continue;
    for (const reference of references) {
      const other = byCode.get(reference);
      if (other !== undefined && other.grade <= LAST_GRADE) variants.set(character, other.character);
    }
  }
  return variants;
}

interface Character {
  readonly character: string;
  /** Its place in JIS X 0208, four hexadecimal digits. */
  readonly code: string;
  /** Infinity for those that are not taught. */
  readonly grade: number;
  readonly references: readonly string[];
}

function parseCharacter(line: string): Character[] {
  const [character = "", code = "", ...fields] = line.split(" ");
  if ([...character].length !== 1 || !/^[0-9A-F]{4}$/i.test(code)) return [];
  const meanings = fields.findIndex((field) => field.startsWith("{"));
  const facts = meanings === -1 ? fields : fields.slice(0, meanings);
  const grade = facts.find((fact) => /^G\d+$/.test(fact));
  return [
    {
      character,
      code: code.toUpperCase(),
      grade: grade === undefined ? Number.POSITIVE_INFINITY : Number(grade.slice(1)),
      references: facts
        .filter((fact) => fact.startsWith("XJ0"))
        .map((fact) => fact.slice("XJ0".length).toUpperCase()),
    },
  ];
}
