import {
  type Config,
  KEY_ENTRIES,
  type Key,
  SECTIONS,
  type SectionName,
  SOURCE_KEYS,
  type SourceConfig,
  toProperty,
} from "./keys.ts";
import type { LoadedConfig } from "./load-config.ts";
import { toFreeSourceId } from "./source-id.ts";
import { describeAllowed } from "./values.ts";

const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** What holds now, as a config file that could be loaded again; each key says where its value comes from. */
export function renderConfig({ config: whole, origin, file, mode }: LoadedConfig): string {
  const config = hideSecrets(whole);
  const title = file === null ? "No config file: defaults" : `Config file (${mode}): ${toToml("path", file)}`;
  const sections = SECTION_NAMES.map((section) => {
    const values: Readonly<Record<string, unknown>> = config[section];
    const lines = entriesOf(section).map(({ id, name, key }) => {
      const value = values[toProperty(name)];
      const line = `${name} = ${toToml(key.kind, value)}  # ${origin[id]}`;
      // As a comment: read back, what stands for a key would be taken for one.
      return value === HIDDEN ? `#${line}` : line;
    });
    return [`[${section}]`, ...lines].join("\n");
  });
  const sources = config.sources.map((source) => renderSource(source, `  # ${origin.sources}`));
  return `${[`# ${title}`, ...sections, ...sources].join("\n\n")}\n`;
}

const HIDDEN = "(hidden)";

/** For showing: a key or password is named, never told. */
export function hideSecrets(config: Config): Config {
  const shown: Record<string, unknown> = { ...config };
  for (const { section, name, key } of KEY_ENTRIES) {
    const values = shown[section] as Readonly<Record<string, unknown>>;
    const property = toProperty(name);
    const isSet = key.kind === "string" && key.isSecret === true && values[property] !== "";
    if (isSet) shown[section] = { ...values, [property]: HIDDEN };
  }
  return shown as Config;
}

/** A source for a new file; its path may be relative or start with ~, and is written as it is. */
export type NewSource = Partial<SourceConfig> & Pick<SourceConfig, "path">;

/** The file `kebab init` writes: the sources are active, every other key is a comment with its default. */
export function renderNewConfig({ sources }: { sources: readonly NewSource[] }): string {
  const taken = new Set(sources.flatMap(({ id }) => id ?? []));
  const named = sources.map((source) => {
    const id = source.id ?? toFreeSourceId(source.path, taken);
    taken.add(id);
    return { ...source, id };
  });
  const tables = named.map((source) => renderSource(source));
  const example = `#[[sources]]\n#path = ${toToml("path", SOURCE_KEYS.path.example)}`;
  const sections = SECTION_NAMES.map((section) =>
    [`[${section}]`, ...entriesOf(section).map(renderDefault)].join("\n"),
  );
  return `${[renderSourceHelp(), ...(tables.length > 0 ? tables : [example]), ...sections].join("\n\n")}\n`;
}

function entriesOf(section: SectionName) {
  return KEY_ENTRIES.filter((entry) => entry.section === section);
}

function renderSource(source: NewSource, comment = ""): string {
  const values: Readonly<Record<string, unknown>> = source;
  const lines = Object.entries(SOURCE_KEYS).flatMap(([name, key]) => {
    const value = values[toProperty(name)];
    return value === undefined ? [] : [`${name} = ${toToml(key.kind, value)}`];
  });
  return [`[[sources]]${comment}`, ...lines].join("\n");
}

function renderSourceHelp(): string {
  const width = Math.max(...Object.keys(SOURCE_KEYS).map((name) => name.length));
  return [
    "# kebab's configuration. A line such as #workers = 0 shows a default: remove its # to change it",
    "#",
    "# Each [[sources]] table names a folder to index. Its keys:",
    ...Object.entries(SOURCE_KEYS).map(([name, key]) => `#   ${name.padEnd(width)}  ${renderAbout(key)}`),
  ].join("\n");
}

function renderDefault({ name, key }: { name: string; key: Key }): string {
  const value = key.kind === "path" ? key.example : key.default;
  return `# ${renderAbout(key)}\n#${name} = ${toToml(key.kind, value)}`;
}

function renderAbout(key: Key): string {
  const isTelling = key.kind === "integer" || key.kind === "number" || key.kind === "enum";
  return isTelling ? `${key.about} (${describeAllowed(key)})` : key.about;
}

function toToml(kind: Key["kind"], value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toToml("string", item)).join(", ")}]`;
  // JSON escapes what TOML wants escaped, except DEL.
  if (typeof value === "string") return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  if (kind === "integer") return String(value).replace(/\B(?=(\d{3})+$)/g, "_");
  return Number.isInteger(value) ? Number(value).toFixed(1) : String(value);
}
