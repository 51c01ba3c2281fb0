const BLANK_LINES = /\n\s*\n/g;

/**
 * The wire marks matches between <mark> and </mark>. Those two words are read as marks and nothing else is:
 * all other text is shown as it stands, whatever it looks like.
 */
export function Snippet({ text }: { readonly text: string }) {
  return (
    <p class="snippet">{toRuns(text).map((run) => (run.isMatch ? <mark>{run.text}</mark> : run.text))}</p>
  );
}

export interface Run {
  readonly text: string;
  readonly isMatch: boolean;
}

export function toRuns(text: string): Run[] {
  const runs: Run[] = [];
  let isMatch = false;
  // Blank lines would cost a third of a hit.
  for (const part of text.replace(BLANK_LINES, "\n").split(/(<\/?mark>)/)) {
    if (part === "<mark>") isMatch = true;
    else if (part === "</mark>") isMatch = false;
    else if (part !== "") runs.push({ text: part, isMatch });
  }
  return runs;
}
