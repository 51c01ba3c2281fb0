import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readError } from "./run-kebab.mjs";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Flags with their defaults; the type of a default is the type of the flag. Every harness
 * also takes --seed, --kebab (the folder of the build to test) and --keep (the scratch folder).
 */
export function readOptions(defaults) {
  const all = { seed: 1, kebab: REPOSITORY, keep: false, ...defaults };
  const options = Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      { type: typeof value === "boolean" ? "boolean" : "string" },
    ]),
  );
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const typed = Object.entries(values).map(([name, value]) => [
    name,
    typeof all[name] === "number" ? toNumber(name, value) : value,
  ]);
  return { ...all, ...Object.fromEntries(typed), positionals, kebab: resolve(values.kebab ?? all.kebab) };
}

function toNumber(name, text) {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`--${name} takes a number, not ${text}`);
  return value;
}

/** A scratch folder, gone at the end unless it is to be kept. */
export function openScratch(name, keep) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `kebab-${name}-`)));
  process.once("exit", () => {
    if (keep) console.log(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  return folder;
}

const MAX_SHOWN = 20;

/** Collects what went wrong; a run with failures exits non-zero. */
export class Findings {
  #count = 0;
  /** @readonly */
  #maxShown;

  constructor(maxShown = MAX_SHOWN) {
    this.#maxShown = maxShown;
  }

  add(text) {
    this.#count++;
    if (this.#count <= this.#maxShown) console.error(`FAIL ${text}`);
  }

  check(condition, text) {
    if (!condition) this.add(typeof text === "function" ? text() : text);
    return Boolean(condition);
  }

  /** Exit 2 with one of these codes, and a hint what to do. */
  expectError(label, result, codes) {
    const error = readError(result);
    return this.check(
      result.code === 2 && codes.includes(error?.code) && typeof error?.hint === "string",
      () =>
        `${label}: exits ${result.code ?? result.signal}, wanted ${codes.join(" or ")} and a hint: ${result.stderr.slice(0, 400)}`,
    );
  }

  get count() {
    return this.#count;
  }

  /** The last line a harness prints; `rounds` is how often it did its worst. */
  end(name, rounds) {
    const told = rounds === undefined ? "" : `, ${rounds} ${rounds === 1 ? "round" : "rounds"}`;
    if (this.#count === 0) console.log(`${name}: passed${told}`);
    else {
      console.log(`${name}: ${this.#count} failures${told}`);
      process.exitCode = 1;
    }
  }
}

export function printFigures(figures) {
  const width = Math.max(...Object.keys(figures).map((name) => name.length));
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(width)}  ${value}`);
}

/** For messages: short, on one line, with nothing a terminal would act on. */
export function toShown(text, length = 120) {
  const escaped = JSON.stringify(text.slice(0, length)).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return text.length > length ? `${escaped}… (${text.length} characters)` : escaped;
}
