import type { Node } from "web-tree-sitter";
import { C, CPP } from "./rules-c.ts";
import { JAVASCRIPT } from "./rules-javascript.ts";
import {
  always,
  byNameField,
  defineRules,
  ifBody,
  ifLong,
  type LanguageRules,
  type ToName,
  toPath,
} from "./unit-rules.ts";

/** `TABLE = …` */
const byTarget: ToName = (node) => {
  const target = node.childForFieldName("left");
  return target === null || !/^(?:identifier|constant)$/.test(target.type) ? null : [target.text];
};

const PYTHON = defineRules({
  whole: "function_definition",
  classes: "class_definition",
  named: { assignment: ifLong(byTarget) },
  wrappers: "decorated_definition expression_statement",
  through:
    "block if_statement elif_clause else_clause try_statement except_clause finally_clause with_statement",
});

/** `func (p *Parser[T]) Parse()` belongs to Parser. */
const byReceiver: ToName = (node) => {
  const receiver = node.childForFieldName("receiver")?.text.slice(-200) ?? "";
  const type = /([\p{L}_][\p{L}\p{N}_]*)\s*(?:\[[^)]*)?\)$/u.exec(receiver)?.[1];
  const name = byNameField(node);
  return name === null || type === undefined ? name : [type, ...name];
};

const GO = defineRules({
  whole: "function_declaration type_spec type_alias",
  named: {
    method_declaration: byReceiver,
    var_spec: ifLong(byNameField),
    const_spec: ifLong(byNameField),
  },
  wrappers: "type_declaration var_declaration const_declaration",
  through: "var_spec_list",
});

/** The type an `impl` is for, without path, reference and generics. */
const byImplType: ToName = (node) => {
  let type: Node | null = node.childForFieldName("type");
  for (let inner = type; inner !== null; inner = inner.childForFieldName("type")) type = inner;
  if (type === null) return null;
  return toPath((type.childForFieldName("name") ?? type).text, /\0/);
};

const RUST = defineRules({
  whole: "function_item function_signature_item struct_item enum_item union_item type_item macro_definition",
  classes: "trait_item",
  named: { const_item: ifLong(byNameField), static_item: ifLong(byNameField) },
  namedClasses: { impl_item: byImplType },
  namedSpaces: { mod_item: ifBody(byNameField) },
  through: "declaration_list foreign_mod_item",
  leads: "attribute_item",
});

const JAVA = defineRules({
  whole: "method_declaration constructor_declaration compact_constructor_declaration",
  classes:
    "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
  through: "class_body interface_body enum_body enum_body_declarations annotation_type_body",
});

const byKotlinProperty: ToName = (node) => {
  const variable = node.namedChildren.find((child) => child.type === "variable_declaration");
  return variable === undefined ? null : byNameField(variable);
};

const KOTLIN = defineRules({
  whole: "function_declaration type_alias",
  classes: "class_declaration object_declaration",
  named: { secondary_constructor: always("constructor"), property_declaration: ifLong(byKotlinProperty) },
  namedClasses: { companion_object: (node) => byNameField(node) ?? ["Companion"] },
  // The grammar counts a comment behind the last import as part of it.
  through: "class_body enum_class_body import_list import_header",
  // The grammar does not know `fun interface`.
  prepare: (text) => text.replace(/\bfun(?=[ \t]+interface\b)/g, "   "),
});

const CSHARP = defineRules({
  whole:
    "method_declaration constructor_declaration destructor_declaration enum_declaration delegate_declaration " +
    "local_function_statement",
  classes: "class_declaration struct_declaration interface_declaration record_declaration",
  spaces: "namespace_declaration",
  named: {
    property_declaration: ifLong(byNameField),
    indexer_declaration: ifLong(always("this[]")),
    operator_declaration: (node) => [`operator ${node.childForFieldName("operator")?.text ?? ""}`.trim()],
    conversion_operator_declaration: always("operator"),
  },
  wrappers: "global_statement",
  through: "declaration_list preproc_if preproc_elif preproc_else",
});

const RUBY = defineRules({
  whole: "method singleton_method",
  classes: "class",
  spaces: "module",
  named: { assignment: ifLong(byTarget) },
  // `private def name`
  wrappers: "call argument_list",
  through: "body_statement singleton_class do_block",
});

const PHP = defineRules({
  whole: "function_definition method_declaration",
  classes: "class_declaration interface_declaration trait_declaration enum_declaration",
  namedSpaces: { namespace_definition: ifBody(byNameField) },
  through: "declaration_list enum_declaration_list compound_statement if_statement",
});

const SHELL = defineRules({
  whole: "function_definition",
  through: "if_statement elif_clause else_clause",
});

const SWIFT = defineRules({
  whole: "function_declaration protocol_function_declaration typealias_declaration",
  classes: "class_declaration protocol_declaration",
  named: {
    init_declaration: always("init"),
    deinit_declaration: always("deinit"),
    subscript_declaration: always("subscript"),
    property_declaration: ifLong(byNameField),
  },
  through: "class_body enum_class_body protocol_body",
});

/** `static Future<int> load(…)`, `int get size`: the last word before the parameters. */
const bySignature: ToName = (node) => {
  const words = toPath(node.text.split("(", 1)[0] ?? "", /\s+/);
  return words === null ? null : words.slice(-1);
};

const DART = defineRules({
  classes: "class_definition mixin_declaration extension_declaration enum_declaration",
  whole: "type_alias",
  named: {
    function_signature: bySignature,
    getter_signature: bySignature,
    setter_signature: bySignature,
    method_signature: bySignature,
  },
  through: "class_body extension_body enum_body",
  leads: "annotation",
  // A function's signature and body are siblings in this grammar.
  tails: "function_body",
});

const SOLIDITY = defineRules({
  whole: "function_definition modifier_definition struct_declaration enum_declaration",
  classes: "contract_declaration library_declaration interface_declaration",
  named: { constructor_definition: always("constructor") },
  through: "contract_body",
});

/** Language id → its rules; the same languages as the grammars. */
export const RULES: Readonly<Record<string, LanguageRules>> = {
  typescript: JAVASCRIPT,
  tsx: JAVASCRIPT,
  javascript: JAVASCRIPT,
  python: PYTHON,
  go: GO,
  rust: RUST,
  java: JAVA,
  kotlin: KOTLIN,
  c: C,
  cpp: CPP,
  csharp: CSHARP,
  ruby: RUBY,
  php: PHP,
  shell: SHELL,
  swift: SWIFT,
  dart: DART,
  solidity: SOLIDITY,
};
