import type { Node } from "web-tree-sitter";
import { byNameField, defineRules, ifBody, ifLong, type ToName, toPath } from "./unit-rules.ts";

/** C puts a name inside its declarator: `*(name[3])(int)`. */
const byDeclarator: ToName = (node) => {
  let at: Node | null = node.childForFieldName("declarator");
  for (let depth = 0; at !== null && depth < MAX_DECLARATORS; depth++) {
    const inner: Node | null = at.childForFieldName("declarator") ?? findDeclarator(at);
    if (inner === null) return toQualifiedPath(at.text);
    at = inner;
  }
  return null;
};

const MAX_DECLARATORS = 16;

function findDeclarator(node: Node): Node | null {
  if (!node.type.endsWith("_declarator")) return null;
  return node.namedChildren.find((child) => /declarator$|identifier$/.test(child.type)) ?? null;
}

/** `a::Foo<T>::operator<` → a, Foo, operator<. */
function toQualifiedPath(text: string): string[] | null {
  const operator = /\boperator\b.*$/s.exec(text)?.[0];
  const scope = operator === undefined ? text : text.slice(0, text.length - operator.length);
  const path = toPath(withoutTemplateArguments(scope), /::/) ?? [];
  if (operator !== undefined) path.push(operator.replace(/\s+/g, " ").slice(0, 40));
  return path.length === 0 ? null : path;
}

function withoutTemplateArguments(text: string): string {
  let depth = 0;
  let kept = "";
  for (const character of text.slice(0, 400)) {
    if (character === "<") depth++;
    else if (character === ">") depth--;
    else if (depth === 0) kept += character;
  }
  return kept;
}

const byQualifiedName: ToName = (node) => {
  const name = node.childForFieldName("name");
  return name === null ? null : toQualifiedPath(name.text);
};

/** `typedef struct { … } name;` */
const byTypedef: ToName = (node) => {
  const type = node.childForFieldName("type");
  return type?.childForFieldName("body") == null ? null : byDeclarator(node);
};

const PREPROCESSOR = "preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef";

export const C = defineRules({
  whole: "preproc_function_def",
  named: {
    function_definition: byDeclarator,
    type_definition: byTypedef,
    declaration: ifLong(byDeclarator),
    struct_specifier: ifBody(byNameField),
    union_specifier: ifBody(byNameField),
    enum_specifier: ifBody(byNameField),
  },
  // A C header for C++ callers holds everything inside `extern "C" { … }`.
  through: `${PREPROCESSOR} linkage_specification declaration_list`,
});

export const CPP = defineRules({
  whole: "preproc_function_def concept_definition",
  named: {
    function_definition: byDeclarator,
    type_definition: byTypedef,
    declaration: ifLong(byDeclarator),
    enum_specifier: ifBody(byQualifiedName),
  },
  namedClasses: {
    class_specifier: ifBody(byQualifiedName),
    struct_specifier: ifBody(byQualifiedName),
    union_specifier: ifBody(byQualifiedName),
  },
  namedSpaces: { namespace_definition: byQualifiedName },
  wrappers: "template_declaration",
  // An unnamed namespace has no name to give: its contents count as the file's own.
  through: `${PREPROCESSOR} linkage_specification declaration_list field_declaration_list namespace_definition`,
  // `class EXPORTED Name {`: without the preprocessor the macro reads as the name.
  prepare: (text) =>
    text.replace(
      /\b(class|struct)([ \t]+)([A-Z][A-Z0-9_]{2,})(?=[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*[:{])/g,
      (_, keyword: string, space: string, macro: string) => keyword + space + " ".repeat(macro.length),
    ),
});
