import type { Node } from "web-tree-sitter";
import type { LineIndex } from "../../core/lines.ts";
import { estimateTokens } from "../../core/tokens.ts";
import type { Piece } from "./pieces.ts";
import type { Cut, LanguageRules, UnitRule } from "./unit-rules.ts";

/** A class up to this size is better whole than as members without their class. */
const LARGE_UNIT_TOKENS = 300;
/** Nobody nests deeper by hand, and each level reads its text again. */
const MAX_NESTING = 12;

export interface Source {
  readonly text: string;
  readonly lines: LineIndex;
}

interface FoundUnit {
  readonly first: number;
  last: number;
  readonly symbol: readonly string[];
  readonly cut: Cut;
  /** What to look for members in. */
  readonly node: Node;
}

/** The units of a syntax tree in order, large ones cut into header, members and what is between. */
export function findUnits(root: Node, source: Source, rules: LanguageRules): Piece[] {
  const pieces: Piece[] = [];
  // Explicit stacks, here and below: hostile nesting must not become our own recursion.
  const stack = collectUnits(root, [], source, rules).reverse();
  for (let unit = stack.pop(); unit !== undefined; unit = stack.pop()) {
    const members = isToBeCut(unit, source) ? collectUnits(unit.node, unit.symbol, source, rules) : [];
    if (members.length === 0) pieces.push({ first: unit.first, last: unit.last, symbol: unit.symbol });
    else pushReversed(stack, withTextBetween(unit, members));
  }
  return pieces;
}

function isToBeCut(unit: FoundUnit, { text, lines }: Source): boolean {
  if (unit.cut === "never" || unit.symbol.length >= MAX_NESTING) return false;
  if (unit.cut === "always") return true;
  return estimateTokens(text, lines.startOf(unit.first), lines.endOf(unit.last)) > LARGE_UNIT_TOKENS;
}

/** Header, fields and closing lines of a class carry the class's own name. */
function withTextBetween(unit: FoundUnit, members: readonly FoundUnit[]): FoundUnit[] {
  const parts: FoundUnit[] = [];
  let next = unit.first;
  const addText = (last: number): void => {
    if (next <= last) parts.push({ first: next, last, symbol: unit.symbol, cut: "never", node: unit.node });
  };
  for (const member of members) {
    addText(member.first - 1);
    parts.push(member);
    next = Math.max(next, member.last + 1);
  }
  addText(unit.last);
  return parts;
}

function collectUnits(
  parent: Node,
  path: readonly string[],
  source: Source,
  rules: LanguageRules,
): FoundUnit[] {
  const units: FoundUnit[] = [];
  const lead = new Lead();
  let open: FoundUnit | null = null;
  const stack = parent.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const first = source.lines.lineAt(node.startIndex);
    const last = lastLineOf(node, source);
    const found = toUnit(node, rules);
    if (found !== null) {
      const symbol = [...path, ...found.name];
      open = { first: lead.startOf(first), last, symbol, cut: found.rule.cut, node: found.node };
      units.push(open);
      lead.end(last);
    } else if (rules.through.has(node.type) || rules.wrappers.has(node.type)) {
      pushReversed(stack, node.children);
    } else if (open !== null && rules.tails.has(node.type)) {
      open.last = last;
      lead.end(last);
    } else if (isLead(node, rules)) {
      lead.add(first, last);
    } else {
      if (node.isNamed) open = null;
      lead.pass(last, node.isNamed);
    }
  }
  return units;
}

/** Not push(...items): a call with some 100,000 arguments overflows the stack. */
function pushReversed<Item>(stack: Item[], items: readonly Item[]): void {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items[at];
    if (item !== undefined) stack.push(item);
  }
}

/** Comments and attributes on the lines right above what comes next. */
class Lead {
  #first = 0;
  #last = -1;
  #passed = 0;

  add(first: number, last: number): void {
    // A comment behind code on its line speaks of that code.
    if (first > this.#passed) {
      if (first > this.#last + 1) this.#first = first;
      this.#last = last;
    }
    this.#passed = Math.max(this.#passed, last);
  }

  pass(last: number, isNamed: boolean): void {
    this.#passed = Math.max(this.#passed, last);
    if (isNamed) this.#last = -1;
  }

  end(last: number): void {
    this.pass(last, true);
  }

  startOf(line: number): number {
    return this.#last !== -1 && line <= this.#last + 1 ? Math.min(this.#first, line) : line;
  }
}

function isLead(node: Node, rules: LanguageRules): boolean {
  return node.isNamed && (node.type.endsWith("comment") || rules.leads.has(node.type));
}

function toUnit(
  node: Node,
  rules: LanguageRules,
): { readonly node: Node; readonly rule: UnitRule; readonly name: readonly string[] } | null {
  if (!node.isNamed) return null;
  const rule = rules.units.get(node.type);
  const name = rule?.toName(node) ?? null;
  if (rule !== undefined && name !== null) return { node, rule, name };
  return rules.wrappers.has(node.type) ? toWrappedUnit(node, rules) : null;
}

/** The one unit inside a wrapper; null when there are none or several. */
function toWrappedUnit(wrapper: Node, rules: LanguageRules): ReturnType<typeof toUnit> {
  let at: Node | null = wrapper;
  for (let depth = 0; at !== null && depth < MAX_WRAPPERS; depth++) {
    const children: Node[] = at.namedChildren;
    const units = children.filter((child) => rules.units.has(child.type) && toUnit(child, rules) !== null);
    if (units.length > 0)
      return units.length === 1 && units[0] !== undefined ? toUnit(units[0], rules) : null;
    at = children.findLast((child) => rules.wrappers.has(child.type)) ?? null;
  }
  return null;
}

const MAX_WRAPPERS = 4;

/** Some grammars count the line break, or blank lines, as part of a node. */
function lastLineOf(node: Node, { text, lines }: Source): number {
  let end = node.endIndex;
  while (end > node.startIndex + 1 && /\s/.test(text.charAt(end - 1))) end--;
  return lines.lineAt(Math.max(node.startIndex, end - 1));
}
