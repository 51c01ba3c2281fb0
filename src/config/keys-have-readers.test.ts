import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { KEY_ENTRIES, SOURCE_KEYS, toProperty } from "./keys.ts";

const KEYS = [
  ...KEY_ENTRIES.map(({ section, name }) => [section, name] as const),
  ...Object.keys(SOURCE_KEYS).map((name) => ["sources", name] as const),
];

describe("every key of the config has a reader outside src/config", () => {
  const program = readProgram(join(import.meta.dirname, ".."));

  it.each(KEYS)("%s.%s", (section, name) => {
    expect(isRead(program, section, toProperty(name))).toBe(true);
  });
});

describe("isRead()", () => {
  it.each([
    "run(config.search.defaultTop)",
    "run(loaded.config\n  .search\n  .defaultTop)",
    "const { defaultTop } = config.search;",
    "const { search: { defaultTop } } = config;",
    "const { search } = config;\nrun(search.defaultTop)",
    "const { config: { search } } = loaded;\nrun(search.defaultTop)",
    "const { chunk, search: settings } = loaded.config;\nrun(settings.defaultTop)",
    "open(config.search);\nfunction open({ snippetChars, defaultTop: top }: SearchConfig) {}",
    "open({ search: config.search });\nfunction open(settings: SearchConfig) { return settings.defaultTop; }",
  ])("sees the reader in %j", (code) => {
    expect(isRead(withoutWords(code), "search", "defaultTop")).toBe(true);
  });

  it.each([
    "",
    "// config.search.defaultTop",
    "/* run(config.search.defaultTop) */",
    'say("config.search.defaultTop")',
    "run(config.search.defaultTopics)",
    "run(config.chunk.defaultTop)",
    "run(options.defaultTop)",
    "app.search(query); run(options.defaultTop)",
    "open(config.search)",
    "run(config.search.snippetChars, options.defaultTop)",
    "function search() { run(options.defaultTop); }",
    "settings.search.defaultTop = 3",
  ])("sees none in %j", (code) => {
    expect(isRead(withoutWords(code), "search", "defaultTop")).toBe(false);
  });
});

/**
 * A key is read by its full name, or where its section is taken out of something
 * called config and a property of the key's name is read.
 */
function isRead(code: string, section: string, property: string): boolean {
  const isAssigned = String.raw`\s*=[^=>]`;
  const direct = new RegExp(String.raw`\b${section}\s*\??\.\s*${property}\b(?!${isAssigned})`);
  const sectionTaken = new RegExp(
    [
      // The list of sources is taken to be walked through: config.sources.map(…)
      String.raw`config\s*\.\s*${section}\b${section === "sources" ? "" : String.raw`(?!\s*\.)`}(?!${isAssigned})`,
      String.raw`\{[^;]*\b${section}\b[^;]*\}\s*=\s*[\w.]*config\b`,
      String.raw`config\s*:\s*\{[^{}]*\b${section}\b`,
    ].join("|"),
    "i",
  );
  const propertyTaken = new RegExp(
    [
      String.raw`\.\s*${property}\b(?!\s*\(|${isAssigned})`,
      String.raw`\{[^{}]*\b${property}\b[^{}]*\}\s*(\}\s*)*[=:]`,
    ].join("|"),
  );
  return direct.test(code) || (sectionTaken.test(code) && propertyTaken.test(code));
}

function readProgram(root: string): string {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith(`config${sep}`))
    .map((path) => withoutWords(readFileSync(join(root, path), "utf8")))
    .join("\n");
}

/** Without comments and plain texts, where a key may be mentioned but not read; template texts stay, for they hold code. */
function withoutWords(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '""');
}
