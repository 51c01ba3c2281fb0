/** Where a character stands, turned so that its line runs from left to right. In points. */
export interface Glyph {
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  /** Degrees, whole. Glyphs of different angles have no common left or right. */
  readonly angle: number;
}

/** A line as printed. */
export interface TextLine {
  /** Clean, without white space at its end; a hyphen of any kind at its end is "-". */
  readonly text: string;
  /** Whether white space stood at its end: the break does not divide a word. */
  readonly spaced: boolean;
  /** Type size of its middle: a bullet or a footnote mark at an end is no measure of the line. */
  readonly size: number;
  readonly first: Glyph;
  readonly last: Glyph;
}
