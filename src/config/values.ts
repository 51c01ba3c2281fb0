import type { Key } from "./keys.ts";

export type Value = string | number | boolean | readonly string[];

/** The value as the program uses it, or undefined when the key does not allow it. */
export function checkValue(key: Key, raw: unknown): Value | undefined {
  switch (key.kind) {
    case "integer":
      return Number.isSafeInteger(raw) && isWithin(raw as number, key.min, key.max)
        ? (raw as number)
        : undefined;
    case "number":
      return Number.isFinite(raw) && isWithin(raw as number, key.min, Infinity) ? (raw as number) : undefined;
    case "boolean":
      return typeof raw === "boolean" ? raw : undefined;
    case "enum":
      return typeof raw === "string" && key.choices.includes(raw) ? raw : undefined;
    case "list":
      return Array.isArray(raw) && raw.every(isFilled) ? raw.map((item) => item.trim()) : undefined;
    case "string":
      if (key.mayBeEmpty && raw === "") return raw;
      return isFilled(raw) && (key.pattern?.test(raw) ?? true) ? raw : undefined;
    case "path":
      return isFilled(raw) && !raw.includes("\0") ? raw : undefined;
  }
}

/** What an environment variable's text stands for; text that fits no value is left for `checkValue` to refuse. */
export function readText(key: Key, text: string): unknown {
  const trimmed = text.trim();
  switch (key.kind) {
    case "integer":
      return /^[+-]?\d+(_\d+)*$/.test(trimmed) ? Number(trimmed.replaceAll("_", "")) : text;
    case "number":
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text;
    case "boolean":
      return trimmed === "true" ? true : trimmed === "false" ? false : text;
    case "list":
      return trimmed.split(",").filter((item) => item.trim() !== "");
    case "enum":
      return trimmed;
    case "string":
    case "path":
      return text;
  }
}

/** Completes the sentence "it must be …". */
export function describeAllowed(key: Key): string {
  switch (key.kind) {
    case "integer":
      return `a whole number from ${key.min} to ${key.max}`;
    case "number":
      return `a number of ${key.min} or more`;
    case "boolean":
      return "true or false";
    case "enum":
      return `${key.choices.slice(0, -1).join(", ")} or ${key.choices.at(-1)}`;
    case "list":
      return `a list of texts, such as ["a", "b"]`;
    case "string":
      return key.shape ?? "a text that is not empty";
    case "path":
      return "a path that is not empty";
  }
}

const SHOWN_CHARACTERS = 80;

/** A bad value as an error message shows it. */
export function showValue(raw: unknown): string {
  if (raw instanceof Date) return raw.toISOString();
  if (Array.isArray(raw)) return shorten(`[${raw.map(showValue).join(", ")}]`);
  if (typeof raw === "object" && raw !== null) return "a table";
  return shorten(typeof raw === "string" ? JSON.stringify(raw) : String(raw));
}

/** A name from the file; TOML allows any text there when it is quoted. */
export function showName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : shorten(JSON.stringify(name));
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join("")}…` : text;
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

function isFilled(raw: unknown): raw is string {
  return typeof raw === "string" && raw.trim() !== "";
}
