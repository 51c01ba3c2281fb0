import { type Draft, set } from "./draft.ts";
import { KEY_ENTRIES, SECTIONS } from "./keys.ts";
import { isTable, parseSources, type Table } from "./parse-sources.ts";
import { type ConfigProblem, type Place, suggest, toPlacedProblem, toProblem } from "./problems.ts";
import { showName } from "./values.ts";

export async function applyFile(draft: Draft, file: string): Promise<void> {
  const { located, problems, surroundings } = draft;
  const place: Place = { kind: "file", file };
  // Imported here, so that a run without a config file never pays for a TOML parser.
  const { parseToml } = await import("./parse-toml.ts");
  for (const [section, content] of Object.entries(parseToml(located.text, file))) {
    if (section === "sources") {
      const { baseDir } = located;
      draft.sources = parseSources(content, { file, baseDir, homeDir: surroundings.homeDir, problems });
    } else if (!Object.hasOwn(SECTIONS, section)) {
      problems.push(toUnknownSection(section, content, file));
    } else if (!isTable(content)) {
      const hint = `Write [${section}] on a line of its own and its keys below`;
      problems.push(toPlacedProblem(section, place, { raw: content, why: "it must be a table", hint }));
    } else {
      applySection(draft, section, { content, place });
    }
  }
}

function applySection(
  draft: Draft,
  section: string,
  { content, place }: { content: Table; place: Place },
): void {
  for (const [name, raw] of Object.entries(content)) {
    const entry = KEY_ENTRIES.find((candidate) => candidate.section === section && candidate.name === name);
    if (entry !== undefined) {
      set(draft, entry, { raw, place });
    } else {
      const facts = { raw, why: "there is no such key", hint: hintForKey(section, name) };
      draft.problems.push(toPlacedProblem(`${section}.${showName(name)}`, place, facts));
    }
  }
}

function hintForKey(section: string, name: string): string {
  const siblings = KEY_ENTRIES.filter((entry) => entry.section === section);
  const sibling = suggest(
    name,
    siblings.map((entry) => entry.name),
  );
  const meant = sibling === null ? findByName(name) : `${section}.${sibling}`;
  if (meant !== null) return `Did you mean ${meant}?`;
  return `The keys of [${section}] are ${siblings.map((entry) => entry.name).join(", ")}`;
}

function toUnknownSection(section: string, content: unknown, file: string): ConfigProblem {
  const shown = showName(section);
  if (!isTable(content) && !(Array.isArray(content) && content.every(isTable))) {
    const meant = findByName(section);
    const hint = meant === null ? "Keys stand below a [section] line" : `Did you mean ${meant}?`;
    return toPlacedProblem(
      shown,
      { kind: "file", file },
      { raw: content, why: "there is no such key", hint },
    );
  }
  const sections = [...Object.keys(SECTIONS), "sources"];
  const meant = suggest(section, sections);
  const hint =
    meant === null
      ? `The sections are ${sections.join(", ")}`
      : `Did you mean ${meant === "sources" ? "[[sources]]" : `[${meant}]`}?`;
  return toProblem(`Cannot use [${shown}] in ${file}: there is no such section`, {
    key: section,
    file,
    hint,
  });
}

/** The key of this name in whatever section: the right word in the wrong place. */
function findByName(name: string): string | null {
  const meant = suggest(
    name,
    KEY_ENTRIES.map((entry) => entry.name),
  );
  return KEY_ENTRIES.find((entry) => entry.name === meant)?.id ?? null;
}
