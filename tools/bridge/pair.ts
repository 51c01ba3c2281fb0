/** A language whose words a bridge carries into the English model's space. */
export type Language = "ko" | "ja";

/** The same thing said in English and in the other language. */
export interface Pair {
  readonly english: string;
  readonly foreign: string;
  /** Where it was found: "debian:gimp-data", "npm:emojibase-data". */
  readonly source: string;
}
