import { type Draft, set } from "./draft.ts";
import { type ConfigKey, KEY_ENTRIES, type KeyEntry } from "./keys.ts";
import { type ConfigProblem, suggest, toProblem } from "./problems.ts";
import { readText } from "./values.ts";

const PREFIX = "KEBAB_";
/** Variables that are no keys: `locateConfig` reads the first one, the command the second. */
const OTHER_VARIABLES = ["KEBAB_CONFIG", "KEBAB_NO_SERVER"];
/** Short names beside those made from section and key. */
const SHORT_VARIABLES: Partial<Record<ConfigKey, string>> = { "storage.data_dir": "KEBAB_DATA_DIR" };

export function applyEnvironment(draft: Draft): void {
  const { env, platform } = draft.surroundings;
  // Windows takes no notice of case in names of variables.
  const canonical = (name: string): string => (platform === "win32" ? name.toUpperCase() : name);
  const given = Object.keys(env).filter((name) => canonical(name).startsWith(PREFIX));
  if (given.length === 0) return;
  const entryByVariable = new Map(
    KEY_ENTRIES.flatMap((entry) => variablesOf(entry).map((name) => [name, entry])),
  );
  const known = [...OTHER_VARIABLES, ...entryByVariable.keys()];
  for (const variable of given.sort()) {
    const entry = entryByVariable.get(canonical(variable));
    const text = env[variable];
    if (entry !== undefined) {
      // An empty variable counts as unset, as it does for the XDG ones.
      if (text === undefined || text.trim() === "") continue;
      set(draft, entry, { raw: readText(entry.key, text), place: { kind: "environment", variable } });
    } else if (!OTHER_VARIABLES.includes(canonical(variable))) {
      draft.problems.push(toUnknownVariable(variable, known));
    }
  }
}

function variablesOf({ id, section, name }: KeyEntry): string[] {
  const short = SHORT_VARIABLES[id];
  const long = `${PREFIX}${section}_${name}`.toUpperCase();
  return short === undefined ? [long] : [short, long];
}

function toUnknownVariable(variable: string, known: readonly string[]): ConfigProblem {
  // Without the prefix, which all share and which would make all look alike.
  const meant = suggest(
    variable.slice(PREFIX.length),
    known.map((name) => name.slice(PREFIX.length)),
  );
  const hint =
    meant === null
      ? `Unset it, or name a key: KEBAB_SEARCH_DEFAULT_TOP stands for search.default_top`
      : `Did you mean ${PREFIX}${meant}?`;
  return toProblem(`Cannot use environment variable ${variable}: it names no key`, { variable, hint });
}
