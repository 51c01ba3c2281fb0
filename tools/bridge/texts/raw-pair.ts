/** The same thing said in English and in the other language, as found. */
export interface RawPair {
  readonly english: string;
  readonly foreign: string;
}
