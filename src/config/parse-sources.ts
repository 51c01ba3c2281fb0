import { RESERVED_SOURCE_ID, SOURCE_KEYS, type SourceConfig, toProperty } from "./keys.ts";
import { resolvePath } from "./locate.ts";
import { type ConfigProblem, checkAt, type Place, suggest, toPlacedProblem, toProblem } from "./problems.ts";
import { toSourceId } from "./source-id.ts";
import { showName } from "./values.ts";

interface SourceContext {
  readonly file: string;
  readonly baseDir: string;
  readonly homeDir: string;
  readonly problems: ConfigProblem[];
}

type SourcePlace = Required<Extract<Place, { kind: "file" }>>;

export type Table = Readonly<Record<string, unknown>>;

/** Checks the [[sources]] tables; what is wrong goes to `problems`, and only sound sources come back. */
export function parseSources(raw: unknown, context: SourceContext): SourceConfig[] {
  const { file, problems } = context;
  if (!Array.isArray(raw) || !raw.every(isTable)) {
    const hint = "Start each source with a line [[sources]]";
    const message = `Cannot use sources in ${file}: it must be a list of tables`;
    problems.push(toProblem(message, { key: "sources", file, hint }));
    return [];
  }
  const numberById = new Map<string, number>();
  return raw.flatMap((table, index) => {
    const number = index + 1;
    const place = { kind: "file", file, note: `(source ${number})` } as const;
    const source = parseSource(table, place, context);
    if (source === null) return [];
    const clash = findIdClash(source.id, numberById);
    if (clash === null) {
      numberById.set(source.id, number);
      return [source];
    }
    problems.push(toIdProblem(source.id, place, { clash, isDerived: table.id === undefined }));
    return [];
  });
}

export function isTable(raw: unknown): raw is Table {
  return typeof raw === "object" && raw !== null && !Array.isArray(raw) && !(raw instanceof Date);
}

function parseSource(
  table: Table,
  place: SourcePlace,
  { baseDir, homeDir, problems }: SourceContext,
): SourceConfig | null {
  const problemsBefore = problems.length;
  for (const [name, raw] of Object.entries(table)) {
    if (!Object.hasOwn(SOURCE_KEYS, name)) problems.push(toUnknownKey(name, raw, place));
  }
  const values: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(SOURCE_KEYS)) {
    const raw = table[name];
    const entry = { id: `sources.${name}`, key };
    values[toProperty(name)] = raw === undefined ? key.default : checkAt(entry, raw, { place, problems });
  }
  if (values.path === null) {
    const hint = `Add path = "…", the folder to index`;
    const message = `Cannot use sources in ${place.file} ${place.note}: it has no path`;
    problems.push(toProblem(message, { key: "sources.path", file: place.file, hint }));
  }
  if (problems.length > problemsBefore) return null;
  const path = resolvePath(String(values.path), baseDir, homeDir);
  const id = values.id ?? toSourceId(path);
  if (id === null) {
    const hint = `Add id = "…": ${SOURCE_KEYS.id.shape}`;
    const why = "no id can be made from the folder's name";
    problems.push(toPlacedProblem("sources.path", place, { raw: values.path, why, hint }));
    return null;
  }
  // Each value was checked against the table that this type is made from.
  return { ...values, id, path } as SourceConfig;
}

function findIdClash(id: string, numberById: ReadonlyMap<string, number>): string | null {
  if (id === RESERVED_SOURCE_ID) return "this id is kept for kebab's own notes";
  const first = numberById.get(id);
  return first === undefined ? null : `source ${first} has the same id`;
}

function toIdProblem(
  id: string,
  place: Place,
  { clash, isDerived }: { clash: string; isDerived: boolean },
): ConfigProblem {
  const why = isDerived ? `${clash} (it was made from the folder's name)` : clash;
  const hint = isDerived ? `Add a line id = "…" to this source` : "Choose another id";
  return toPlacedProblem("sources.id", place, { raw: id, why, hint });
}

function toUnknownKey(name: string, raw: unknown, place: Place): ConfigProblem {
  const names = Object.keys(SOURCE_KEYS);
  const meant = suggest(name, names);
  const hint = meant === null ? `The keys of a source are ${names.join(", ")}` : `Did you mean ${meant}?`;
  return toPlacedProblem(`sources.${showName(name)}`, place, { raw, why: "there is no such key", hint });
}
