import { KebabError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { SEARCH_MODES } from "../core/search.ts";
import type { Variant } from "./variants.ts";

/** "last:hybrid/adaptive": a run, and perhaps one of its variants. */
export interface RunReference {
  readonly run: string;
  readonly variant: Variant | null;
}

const EXAMPLES = "Write RUN, RUN:lexical or RUN:hybrid/adaptive";

/** What follows the last colon, where it is a word: "C:\\runs\\first" is a path and names no variant. */
const VARIANT = /^[a-z_]*(?:\/|$)/i;

export function parseRunReference(text: string): RunReference {
  const last = text.lastIndexOf(":");
  const colon = VARIANT.test(text.slice(last + 1)) ? last : -1;
  const run = colon === -1 ? text : text.slice(0, colon);
  if (run === "") {
    throw new KebabError("usage", `Cannot compare "${text}": it names no run`, { hint: EXAMPLES });
  }
  return { run, variant: colon === -1 ? null : parseVariant(text, text.slice(colon + 1)) };
}

function parseVariant(whole: string, text: string): Variant {
  const [name = "", ...rest] = text.split("/");
  const mode = SEARCH_MODES.find((candidate) => candidate === name);
  if (mode === undefined) {
    const close = nearest(name, SEARCH_MODES);
    throw new KebabError("usage", `Cannot compare "${whole}": "${name}" is no mode`, {
      hint: close === null ? EXAMPLES : `Did you mean ${close}?`,
    });
  }
  const fusion = rest.join("/");
  if (rest.length > 0 && (mode !== "hybrid" || fusion === "")) {
    throw new KebabError("usage", `Cannot compare "${whole}": only hybrid has a fusion to name`, {
      hint: EXAMPLES,
    });
  }
  return { mode, fusion: rest.length === 0 ? null : fusion };
}

export function toVariantLabel({ mode, fusion }: Variant): string {
  return fusion === null ? mode : `${mode}/${fusion}`;
}

/** One side of a comparison: the variants of a run, and the one that was asked for. */
export interface Side<Own extends Variant> {
  readonly run: string;
  readonly variants: readonly Own[];
  readonly wanted: Variant | null;
}

export interface Pairing<Own extends Variant> {
  readonly pairs: readonly (readonly [Own, Own])[];
  /** What only one run measured. */
  readonly onlyA: readonly Own[];
  readonly onlyB: readonly Own[];
}

/**
 * Named variants stand against each other. Where one side names none, it is the same variant there; where
 * neither does, every variant both runs have, and a mode that each run measured once, whatever its policy.
 */
export function pairVariants<Own extends Variant>(a: Side<Own>, b: Side<Own>): Pairing<Own> {
  const wantedA = a.wanted === null ? null : findWanted(a, a.wanted);
  const wantedB = b.wanted === null ? null : findWanted(b, b.wanted);
  if (wantedA !== null || wantedB !== null) {
    const left = wantedA ?? findWanted(a, wantedB ?? { mode: "lexical", fusion: null });
    return { pairs: [[left, wantedB ?? findWanted(b, left)]], onlyA: [], onlyB: [] };
  }
  const pairs = a.variants.flatMap<readonly [Own, Own]>((left) => {
    const right = findPartner(left, a, b);
    return right === undefined ? [] : [[left, right]];
  });
  if (pairs.length === 0) {
    throw new KebabError("usage", `Cannot compare ${a.run} and ${b.run}: they measured nothing alike`, {
      hint: `Name what to compare, such as ${toFull(a)} ${toFull(b)}`,
    });
  }
  return {
    pairs,
    onlyA: a.variants.filter((variant) => !pairs.some(([left]) => left === variant)),
    onlyB: b.variants.filter((variant) => !pairs.some(([, right]) => right === variant)),
  };
}

function findPartner<Own extends Variant>(left: Variant, a: Side<Own>, b: Side<Own>): Own | undefined {
  const ofMode = (side: Side<Own>) => side.variants.filter(({ mode }) => mode === left.mode);
  const same = ofMode(b).find(({ fusion }) => fusion === left.fusion);
  return same ?? (ofMode(a).length === 1 && ofMode(b).length === 1 ? ofMode(b)[0] : undefined);
}

function findWanted<Own extends Variant>(side: Side<Own>, wanted: Variant): Own {
  const ofMode = side.variants.filter(({ mode }) => mode === wanted.mode);
  const exact = ofMode.find(({ fusion }) => fusion === wanted.fusion);
  const found = exact ?? (wanted.fusion === null && ofMode.length === 1 ? ofMode[0] : undefined);
  if (found !== undefined) return found;
  const has = side.variants.map(toVariantLabel).join(", ");
  const isAmbiguous = wanted.fusion === null && ofMode.length > 1;
  const reason = isAmbiguous ? "it measured more than one" : "it did not measure that";
  throw new KebabError("usage", `Cannot compare ${toVariantLabel(wanted)} of run ${side.run}: ${reason}`, {
    hint: `Name one of ${has}`,
  });
}

function toFull({ run, variants }: Side<Variant>): string {
  return `${run}:${variants[0] === undefined ? "lexical" : toVariantLabel(variants[0])}`;
}
