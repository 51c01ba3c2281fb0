const COMMANDS: readonly (string | undefined)[] = ["search", "ask"];
/** Global flags whose value is a word of its own, which is no command. */
const WITH_VALUE = ["--config", "--data-dir"];

/** The words before a lone `--`: what follows it is text, whatever it looks like. */
export function flagsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

/**
 * Commands that a server may run for another process: they only read, and neither stdin (`--bulk`) nor the width
 * of the terminal (help). Where a word is taken for one of those flags and is none, nothing but time is lost.
 */
export function isWarmCommand(argv: readonly string[]): boolean {
  const words = flagsOf(argv);
  if (words.some((word) => word === "--bulk" || word === "--help" || /^-[A-Za-z]*h/.test(word))) return false;
  return COMMANDS.includes(commandOf(words));
}

function commandOf(words: readonly string[]): string | undefined {
  return words.find((word, at) => !word.startsWith("-") && !WITH_VALUE.includes(words[at - 1] ?? ""));
}
