import type { Node } from "web-tree-sitter";
import {
  always,
  byNameField,
  defineRules,
  LONG_LINES,
  spansLines,
  type ToName,
  toPath,
} from "./unit-rules.ts";

const FUNCTION_VALUES = new Set([
  "arrow_function",
  "function_expression",
  "generator_function",
  "function",
  "class",
]);

function isFunction(node: Node | null): boolean {
  return node !== null && FUNCTION_VALUES.has(node.type);
}

/** `const f = () => …`, and tables, schemas or wrapped components of several lines. */
const byVariable: ToName = (node) => {
  for (const declarator of node.namedChildren) {
    const name = declarator.childForFieldName("name");
    const value = declarator.childForFieldName("value");
    if (name?.type !== "identifier" || value === null) continue;
    if (isFunction(value) || spansLines(value, LONG_LINES)) return [name.text];
  }
  return null;
};

/** `exports.parse = …`, `Parser.prototype.parse = function …`. */
const byAssignment: ToName = (node) => {
  const left = node.childForFieldName("left");
  const right = node.childForFieldName("right");
  if (left === null || right === null || !isFunction(right)) return null;
  const path = toPath(left.text, /\./)?.filter(
    (part) => !/^(?:module|exports|prototype|this|window)$/.test(part),
  );
  return path === undefined || path.length === 0 ? (byNameField(right) ?? ["exports"]) : path;
};

const byField: ToName = (node) => {
  const name = node.childForFieldName("name") ?? node.childForFieldName("property");
  return name !== null && isFunction(node.childForFieldName("value")) ? [name.text] : null;
};

const byNameOrDefault: ToName = (node) => {
  const name = node.childForFieldName("name");
  return name === null ? ["default"] : [name.text];
};

const byModule: ToName = (node) => {
  const name = node.childForFieldName("name");
  if (name === null) return null;
  return name.type === "string" ? [name.text.slice(1, -1)] : toPath(name.text, /\./);
};

/** One table for JavaScript, TypeScript and TSX: what a grammar lacks never turns up. */
export const JAVASCRIPT = defineRules({
  whole:
    "function_declaration generator_function_declaration function_signature method_definition " +
    "abstract_method_signature interface_declaration type_alias_declaration enum_declaration",
  classes: "class_declaration abstract_class_declaration",
  named: {
    lexical_declaration: byVariable,
    variable_declaration: byVariable,
    assignment_expression: byAssignment,
    public_field_definition: byField,
    field_definition: byField,
    arrow_function: always("default"),
    function_expression: byNameOrDefault,
  },
  namedClasses: { class: byNameOrDefault },
  namedSpaces: { internal_module: byModule, module: byModule },
  wrappers: "export_statement ambient_declaration expression_statement",
  through: "class_body statement_block",
  leads: "decorator",
});
