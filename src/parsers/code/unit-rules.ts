import type { Node } from "web-tree-sitter";

/** What a node is called, from the outside in; null when this one is no unit after all. */
export type ToName = (node: Node) => readonly string[] | null;

export interface UnitRule {
  readonly toName: ToName;
  readonly cut: Cut;
}

/** When a unit is cut into its members: a class once it is large, a namespace in any case. */
export type Cut = "never" | "large" | "always";

/** Which nodes of a grammar matter; everything else is text between units. */
export interface LanguageRules {
  readonly units: ReadonlyMap<string, UnitRule>;
  /** Around one unit these belong to it (`export`, decorators, `template <…>`); otherwise looked through. */
  readonly wrappers: ReadonlySet<string>;
  /** May hold units and are none themselves: class bodies, `#ifdef`, `if` at top level. */
  readonly through: ReadonlySet<string>;
  /** Besides comments, siblings that belong to the unit after them. */
  readonly leads: ReadonlySet<string>;
  /** Siblings that belong to the unit before them. */
  readonly tails: ReadonlySet<string>;
  /** The text as the grammar can read it: same length, same lines. */
  readonly prepare: ((text: string) => string) | null;
}

export interface LanguageRulesInput {
  /** Node types, separated by spaces, of units that stay whole and are named the usual way. */
  readonly whole?: string;
  /** The same for units that are cut into their members when large, and for those that always are. */
  readonly classes?: string;
  readonly spaces?: string;
  readonly named?: Readonly<Record<string, ToName>>;
  readonly namedClasses?: Readonly<Record<string, ToName>>;
  readonly namedSpaces?: Readonly<Record<string, ToName>>;
  readonly wrappers?: string;
  readonly through?: string;
  readonly leads?: string;
  readonly tails?: string;
  readonly prepare?: (text: string) => string;
}

export function defineRules(input: LanguageRulesInput): LanguageRules {
  const units = new Map<string, UnitRule>();
  const add = (cut: Cut, types: string | undefined, named: Readonly<Record<string, ToName>> = {}): void => {
    for (const type of toWords(types)) units.set(type, { toName: byNameField, cut });
    for (const [type, toName] of Object.entries(named)) units.set(type, { toName, cut });
  };
  add("never", input.whole, input.named);
  add("large", input.classes, input.namedClasses);
  add("always", input.spaces, input.namedSpaces);
  return {
    units,
    wrappers: new Set(toWords(input.wrappers)),
    // Where a file is broken, the sound parts lie inside an ERROR node.
    through: new Set([...toWords(input.through), "ERROR"]),
    leads: new Set(toWords(input.leads)),
    tails: new Set(toWords(input.tails)),
    prepare: input.prepare ?? null,
  };
}

/** The `name` field, else the first child that is an identifier. */
export const byNameField: ToName = (node) => {
  const name =
    node.childForFieldName("name") ?? node.namedChildren.find((child) => IDENTIFIER.test(child.type));
  return name === undefined ? null : toNamePath(name.text);
};

/** Splits `A::B`, `a.b` and `App\\Models`, but neither "[Symbol.iterator]" nor a test's `a name. With dots`. */
function toNamePath(text: string): string[] | null {
  const plain = text.replace(/([\p{L}\p{N}_])\s*<.*$/su, "$1");
  return toPath(plain, QUALIFIED.test(plain) ? /::|\\|\./ : /\0/);
}

/** For what has no name of its own: constructors, `init`, `export default`. */
export function always(name: string): ToName {
  return () => [name];
}

/** Declarations too many and too small to be units, unless they span this many lines. */
export function ifLong(toName: ToName): ToName {
  return (node) => (spansLines(node, LONG_LINES) ? toName(node) : null);
}

/** Only definitions: `struct a;` and `namespace A;` hold nothing. */
export function ifBody(toName: ToName): ToName {
  return (node) => (node.childForFieldName("body") === null ? null : toName(node));
}

export function spansLines(node: Node, lines: number): boolean {
  return node.endPosition.row - node.startPosition.row + 1 >= lines;
}

export function toPath(text: string, separator: RegExp): string[] | null {
  const path = text
    .slice(0, NAME_CHARACTERS)
    .split(separator)
    .map((part) => part.replace(/[\s`]+/g, " ").trim())
    .filter((part) => part !== "");
  return path.length === 0 ? null : path;
}

export const LONG_LINES = 4;
const NAME_CHARACTERS = 200;
const QUALIFIED = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:::|\\|\.)[\p{L}_$][\p{L}\p{N}_$]*)+$/u;
const IDENTIFIER = /(?:^|_)(?:identifier|name|constant)$/;

function toWords(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(" ");
}
