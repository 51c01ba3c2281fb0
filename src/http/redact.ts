import type { KebabError } from "../core/errors.ts";

type Told = Pick<KebabError, "code" | "message" | "hint" | "details">;
/** The error in words that name no folder outside the sources. */
export type Redact = (error: Told) => Told & { details: Record<string, unknown> };

/** `folders`: each with the name that stands for it; a folder within another one before that. */
export function createRedact(folders: readonly { readonly path: string; readonly name: string }[]): Redact {
  const known = folders.filter(({ path }) => path.length > 1).sort((a, b) => b.path.length - a.path.length);
  const redactText = (text: string): string =>
    known.reduce((told, { path, name }) => told.replaceAll(path, name), text);
  const redactValue = (value: unknown): unknown => {
    if (typeof value === "string") return redactText(value);
    if (Array.isArray(value)) return value.map(redactValue);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, redactValue(part)]));
  };
  return ({ code, message, hint, details }) => ({
    code,
    message: redactText(message),
    hint: hint === null ? null : redactText(hint),
    details: redactValue(details) as Record<string, unknown>,
  });
}
