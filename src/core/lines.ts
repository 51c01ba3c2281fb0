/** Finds the line of an offset, and the offset of a line, in one text. Lines count from 1. */
export interface LineIndex {
  readonly count: number;
  lineAt(offset: number): number;
  /** Where the line's first character is. */
  startOf(line: number): number;
  /** Just behind the line's last character, before its line break. */
  endOf(line: number): number;
}

export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  return {
    count: starts.length,
    startOf,
    endOf: (line) => (line < starts.length ? startOf(line + 1) - 1 : text.length),
    lineAt: (offset) => {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return low + 1;
    },
  };
}
