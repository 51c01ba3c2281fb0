import type { Command } from "commander";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { parseChoice } from "../parse-flags.ts";

/** Scripts made from the program's own commands and options, so that they never lag behind. */
export async function runCompletion(context: Context, shell: string, program: Command): Promise<number> {
  const kind = parseChoice("completion", shell, ["bash", "zsh", "fish"]);
  const script = { bash: toBash, zsh: toZsh, fish: toFish }[kind](program);
  context.terminal.out(script);
  return EXIT.done;
}

function flagsOf(command: Command): string[] {
  return command.options
    .flatMap((option) => [option.long, option.short])
    .filter((flag) => typeof flag === "string");
}

function namesOf(command: Command): string[] {
  return [command.name(), ...command.aliases()];
}

function toBash(program: Command): string {
  const cases = program.commands
    .map((command) => `    ${namesOf(command).join("|")}) words="${flagsOf(command).join(" ")}" ;;`)
    .join("\n");
  return `_kebab() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${program.commands.flatMap(namesOf).join(" ")} ${flagsOf(program).join(" ")}"
  else case "\${COMP_WORDS[1]}" in
${cases}
    *) words="" ;;
  esac; words="$words ${flagsOf(program).join(" ")}"; fi
  case "$current" in -*) ;; *) [ "$COMP_CWORD" -gt 1 ] && { COMPREPLY=($(compgen -f -- "$current")); return; } ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o filenames -F _kebab kebab kb
`;
}

function toZsh(program: Command): string {
  return `#compdef kebab kb
autoload -U +X bashcompinit && bashcompinit
${toBash(program)}`;
}

function toFish(program: Command): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
  const option = (flag: {
    long?: string | undefined;
    short?: string | undefined;
    description: string;
  }): string =>
    `${flag.long === undefined ? "" : ` -l ${flag.long.slice(2)}`}${flag.short === undefined ? "" : ` -s ${flag.short.slice(1)}`} -d ${quote(flag.description)}`;
  const lines = ["kebab", "kb"].flatMap((name) => [
    ...program.commands.flatMap((command) =>
      namesOf(command).map(
        (word) =>
          `complete -c ${name} -n __fish_use_subcommand -a ${word} -d ${quote(command.description())}`,
      ),
    ),
    ...program.options.map((flag) => `complete -c ${name}${option(flag)}`),
    ...program.commands.flatMap((command) =>
      command.options.map(
        (flag) =>
          `complete -c ${name} -n '__fish_seen_subcommand_from ${namesOf(command).join(" ")}'${option(flag)}`,
      ),
    ),
  ]);
  return `${lines.join("\n")}\n`;
}
