import { parse as parseYamlDocument } from "yaml";

import { decodeEntities } from "./markup.ts";

/** The texts of a translation file by their keys. */
export type KeyedTexts = ReadonlyMap<string, string>;

/** Nested keys are joined by bars; a file that is not JSON gives nothing. */
export function parseJsonTexts(text: string): KeyedTexts {
  try {
    return flatten(JSON.parse(text));
  } catch {
    return new Map();
  }
}

/** Files of Ruby on Rails put everything under one key, the locale; it is left out. */
export function parseYamlTexts(text: string): KeyedTexts {
  let value: unknown;
  try {
    value = parseYamlDocument(text, { logLevel: "silent", maxAliasCount: 1000 });
  } catch {
    return new Map();
  }
  const keys = isRecord(value) ? Object.keys(value) : [];
  return flatten(isRecord(value) && keys.length === 1 ? value[keys[0] ?? ""] : value);
}

/** Lists are left out: those of names or of synonyms are each language's own. */
function flatten(value: unknown): KeyedTexts {
  const texts = new Map<string, string>();
  const visit = (key: string, part: unknown): void => {
    if (typeof part === "string") texts.set(key, part);
    else if (isRecord(part)) {
      for (const [name, inner] of Object.entries(part)) visit(`${key}|${name}`, inner);
    }
  };
  visit("", value);
  return texts;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Java's .properties, and .ini files with `key="text"`. */
export function parsePropertiesTexts(text: string): KeyedTexts {
  const texts = new Map<string, string>();
  for (const line of joinContinued(text)) {
    const separator = line.search(/[=:]/);
    const key = line.slice(0, Math.max(separator, 0)).trim();
    if (key === "" || /^[#!;[]/.test(key)) continue;
    texts.set(key, unescapeJava(unquote(line.slice(separator + 1))));
  }
  return texts;
}

/** A line that ends in a backslash goes on in the next. */
function joinContinued(text: string): string[] {
  const lines: string[] = [];
  let begun = "";
  for (const line of text.split(/\r?\n/)) {
    if (/(?<!\\)\\$/.test(line)) {
      begun += line.slice(0, -1).trimStart();
    } else {
      lines.push(begun === "" ? line : begun + line.trimStart());
      begun = "";
    }
  }
  return lines;
}

function unquote(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"')
    ? trimmed.slice(1, -1)
    : trimmed;
}

function unescapeJava(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code?: string, letter?: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return letter === "n" || letter === "t" || letter === "r" ? " " : (letter ?? "");
  });
}

/** PHP that fills an array: `$lang['key'] = 'text';`. */
export function parsePhpTexts(text: string): KeyedTexts {
  const texts = new Map<string, string>();
  const assignment =
    /^[ \t]*\$\w+((?:\[(?:'[^'\n]*'|"[^"\n]*")\])+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)");/gm;
  for (const [, keys = "", single, double] of text.matchAll(assignment)) {
    texts.set(keys.replaceAll('"', "'"), (single ?? double ?? "").replace(/\\(.)/g, "$1"));
  }
  return texts;
}

/** Mozilla's DTDs: `<!ENTITY key "text">`. */
export function parseDtdTexts(text: string): KeyedTexts {
  const texts = new Map<string, string>();
  for (const [, key = "", double, single] of text.matchAll(
    /<!ENTITY\s+([\w.-]+)\s+(?:"([^"]*)"|'([^']*)')\s*>/g,
  )) {
    texts.set(key, decodeEntities(double ?? single ?? ""));
  }
  return texts;
}

/**
 * Mozilla's Fluent: messages and their attributes. Texts with a choice in them
 * ("{ $count -> …") are left out: their branches differ between languages.
 */
export function parseFluentTexts(text: string): KeyedTexts {
  const texts = new Map<string, string>();
  let message = "";
  let key = "";
  for (const line of text.split(/\r?\n/)) {
    const named = /^(-?[a-zA-Z][\w-]*)\s*=(.*)$/.exec(line);
    const attribute = /^\s+\.([a-zA-Z][\w-]*)\s*=(.*)$/.exec(line);
    if (named) {
      message = named[1] ?? "";
      key = message;
      texts.set(key, (named[2] ?? "").trim());
    } else if (attribute && message !== "") {
      key = `${message}.${attribute[1]}`;
      texts.set(key, (attribute[2] ?? "").trim());
    } else if (/^\s+\S/.test(line) && key !== "") {
      texts.set(key, `${texts.get(key) ?? ""} ${line.trim()}`.trim());
    } else if (line.trim() !== "") {
      message = "";
      key = "";
    }
  }
  return new Map([...texts].filter(([, value]) => value !== "" && !value.includes("->")));
}
