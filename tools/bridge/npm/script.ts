import { parseAst } from "rolldown/parseAst";

/** What the parser gives: ESTree, of which only strings, lists and objects matter here. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * The outermost objects and lists that a script writes down, in their order,
 * with what is neither text nor list nor object left out. Nothing is run.
 */
export function parseScriptValues(script: string): unknown[] {
  const values: unknown[] = [];
  visitNodes(parse(script), (node) => {
    if (node.type !== "ObjectExpression" && node.type !== "ArrayExpression") return true;
    values.push(toValue(node));
    return false;
  });
  return values;
}

export interface Call {
  readonly name: string;
  /** Texts, numbers and values; undefined for all else. */
  readonly inputs: readonly unknown[];
}

/** The calls of functions with these names, in their order. */
export function parseScriptCalls(script: string, names: ReadonlySet<string>): Call[] {
  const calls: Call[] = [];
  visitCalls(parse(script), (name, nodes) => {
    if (names.has(name)) calls.push({ name, inputs: nodes.map((node) => toValue(node)) });
  });
  return calls;
}

function parse(script: string): Node {
  return parseAst(script) as unknown as Node;
}

function visitCalls(root: Node, visit: (name: string, nodes: readonly Node[]) => void): void {
  visitNodes(root, (node) => {
    if (node.type === "CallExpression") {
      const callee = node.callee as Node;
      const named = callee.type === "MemberExpression" ? (callee.property as Node) : callee;
      if (typeof named.name === "string") visit(named.name, node.arguments as readonly Node[]);
    }
    return true;
  });
}

/** Goes on below a node where `visit` says so. Keeps its own stack: bundles nest deeply. */
function visitNodes(root: Node, visit: (node: Node) => boolean): void {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (visit(node)) waiting.push(...toChildren(node).reverse());
  }
}

function toChildren(node: Node): Node[] {
  return Object.values(node).flatMap((field) =>
    Array.isArray(field) ? field.filter(isNode) : isNode(field) ? [field] : [],
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function toValue(node: Node | null): unknown {
  if (node === null) return undefined;
  if (node.type === "ArrayExpression") return (node.elements as (Node | null)[]).map(toValue);
  if (node.type === "ObjectExpression") return toObject(node.properties as Node[]);
  if (node.type === "Literal" && typeof node.value === "number") return node.value;
  return toText(node);
}

function toObject(properties: readonly Node[]): Record<string, unknown> {
  const entries = properties.flatMap((property): [string, unknown][] => {
    if (property.type !== "Property" || property.computed === true) return [];
    const key = property.key as Node;
    const name = typeof key.name === "string" ? key.name : key.value;
    return typeof name === "string" || typeof name === "number"
      ? [[String(name), toValue(property.value as Node)]]
      : [];
  });
  return Object.fromEntries(entries);
}

/** A text written as a literal, as a template without holes, or as a sum of such. */
function toText(node: Node | undefined): string | undefined {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node?.type === "TemplateLiteral") {
    const [quasi, ...others] = node.quasis as { value: { cooked?: string | null } }[];
    return others.length === 0 ? (quasi?.value.cooked ?? undefined) : undefined;
  }
  if (node?.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const left = toText(node.left as Node);
  const right = toText(node.right as Node);
  return left === undefined || right === undefined ? undefined : left + right;
}
