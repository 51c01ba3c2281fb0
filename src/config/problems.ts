import { KebabError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import type { Key } from "./keys.ts";
import { checkValue, describeAllowed, showValue, type Value } from "./values.ts";

/** One thing wrong with the configuration, in the form it has in the details of the error. */
export interface ConfigProblem {
  readonly message: string;
  readonly hint: string | null;
  /** "search.default_top"; null when the file as a whole is at fault. */
  readonly key: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly variable: string | null;
}

/** Where a value was written. `note` tells one source from another: "(source 2)". */
export type Place =
  | { readonly kind: "file"; readonly file: string; readonly note?: string }
  | { readonly kind: "environment"; readonly variable: string }
  | { readonly kind: "flag"; readonly flag: string };

export function toProblem(
  message: string,
  facts: Partial<Omit<ConfigProblem, "message">> = {},
): ConfigProblem {
  return { message, hint: null, key: null, file: null, line: null, variable: null, ...facts };
}

/** A problem with the value `raw` of the key `id`; `why` ends the sentence. */
export function toPlacedProblem(
  id: string,
  place: Place,
  { raw, why, hint = null }: { raw: unknown; why: string; hint?: string | null },
): ConfigProblem {
  const shown = showValue(raw);
  switch (place.kind) {
    case "file": {
      const where = place.note === undefined ? place.file : `${place.file} ${place.note}`;
      return toProblem(`Cannot use ${id} = ${shown} in ${where}: ${why}`, {
        key: id,
        hint,
        file: place.file,
      });
    }
    case "environment": {
      const { variable } = place;
      return toProblem(`Cannot use ${variable}=${shown} as ${id}: ${why}`, { key: id, hint, variable });
    }
    case "flag":
      return toProblem(`Cannot use ${place.flag} ${shown} as ${id}: ${why}`, { key: id, hint });
  }
}

/** The checked value; a value the key does not allow becomes a problem, and the answer is undefined. */
export function checkAt(
  { id, key }: { readonly id: string; readonly key: Key },
  raw: unknown,
  { place, problems }: { place: Place; problems: ConfigProblem[] },
): Value | undefined {
  const value = checkValue(key, raw);
  if (value === undefined) {
    const meant = key.kind === "enum" && typeof raw === "string" ? nearest(raw, key.choices) : null;
    const hint = meant === null ? null : `Did you mean "${meant}"?`;
    problems.push(toPlacedProblem(id, place, { raw, why: `it must be ${describeAllowed(key)}`, hint }));
  }
  return value;
}

/** The right name for a wrong one: spelt alike, or the only one it is a part of ("mode" of "default_mode"). */
export function suggest(word: string, names: readonly string[]): string | null {
  const alike = nearest(word, names);
  if (alike !== null) return alike;
  const [only = null, ...others] = names.filter((name) => `_${name}_`.includes(`_${word}_`));
  return others.length === 0 ? only : null;
}

export function toConfigError(problems: readonly ConfigProblem[], cause?: unknown): KebabError {
  const first = problems[0] ?? toProblem("Cannot use the configuration");
  const count = problems.length > 1 ? ` (first of ${problems.length} problems)` : "";
  return new KebabError("config-invalid", `${first.message}${count}`, {
    ...(first.hint === null ? {} : { hint: first.hint }),
    details: { problems },
    cause,
  });
}
