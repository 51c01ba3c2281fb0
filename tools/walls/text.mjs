import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { isSql } from "./sql.mjs";

const MOST_LINES = 400;
const MANY_LINES = 300;

const isTest = (file) => /[.]test[.]ts$/.test(file);
const isIn = (file, ...folders) => folders.some((folder) => file.startsWith(`${folder}/`));

/** One wall each: where it stands, and the message for a node that breaks it. */
const NODE_WALLS = [
  {
    rule: "sql-in-store",
    message: "SQL lives in src/stores/sqlite alone",
    applies: (file) => !isTest(file) && !isIn(file, "src/stores/sqlite"),
    breaks: isSql,
  },
  {
    rule: "env-at-the-edge",
    message: "only config and cli read process.env; others are handed what they need",
    applies: (file) => !isTest(file) && !isIn(file, "src/config", "src/cli"),
    // To set one is another thing: some native libraries can be told nothing in any other way.
    breaks: (node) => takesFrom(node, "process", "env") && !isSet(node),
  },
  {
    rule: "exit-in-bin",
    message: "only bin/ ends the process; return an exit code or throw",
    applies: () => true,
    breaks: (node) => takesFrom(node, "process", "exit"),
  },
  {
    rule: "console-in-cli",
    message: "only cli writes to the terminal; report an event or throw",
    applies: (file) => !isTest(file) && !isIn(file, "src/cli"),
    breaks: (node) => isMember(node) && isGlobal(node.expression, "console"),
  },
  {
    rule: "named-exports",
    message: "no default exports: a name is found by searching for it",
    applies: () => true,
    breaks: isDefaultExport,
  },
  {
    rule: "no-any",
    message: "`any` switches the compiler off; use unknown and check it",
    applies: () => true,
    breaks: (node) => node.kind === ts.SyntaxKind.AnyKeyword,
  },
];

/** What an import graph cannot show. `files` are paths from the root, with forward slashes. */
export function checkText(root, files) {
  const broken = [];
  const notices = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    broken.push(...checkNodes(file, source), ...checkComments(file, text), ...checkPort(file, text));
    const length = checkLength(file, text);
    if (length !== null) (length.isError ? broken : notices).push(length);
  }
  return { broken, notices };
}

function checkNodes(file, source) {
  const walls = NODE_WALLS.filter(({ applies }) => applies(file));
  const found = [];
  const visit = (node) => {
    for (const { rule, message, breaks } of walls) {
      if (breaks(node, source)) found.push({ file, line: lineOf(source, node), rule, message });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function checkComments(file, text) {
  const found = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (!/(?:\/\/|\/\*|^\s*\*).*@ts-(?:ignore|nocheck)\b/.test(line)) continue;
    found.push({ file, line: index + 1, rule: "no-ts-ignore", message: "say why with @ts-expect-error" });
  }
  return found;
}

function checkPort(file, text) {
  if (!isIn(file, "src/ports") || isTest(file)) return [];
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      removeComments: true,
    },
  });
  const message = "ports hold interfaces only: this file does not compile to nothing";
  return outputText.trim() === "export {};"
    ? []
    : [{ file, line: 1, rule: "ports-compile-to-nothing", message }];
}

function checkLength(file, text) {
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  if (isTest(file) || lines <= MANY_LINES) return null;
  const isError = lines > MOST_LINES;
  const message = isError
    ? `${lines} lines, at most ${MOST_LINES}: the file is asking for a door`
    : `${lines} lines, over ${MANY_LINES}`;
  return { file, line: lines, rule: "file-length", message, isError };
}

/** `owner.name`, `owner["name"]`, `const { name } = owner`, and the same by `import … from "node:owner"`. */
function takesFrom(node, owner, name) {
  if (isMember(node)) return isGlobal(node.expression, owner) && memberName(node) === name;
  if (ts.isBindingElement(node)) {
    const declaration = node.parent.parent;
    const taken = node.propertyName ?? node.name;
    return (
      ts.isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined &&
      isGlobal(declaration.initializer, owner) &&
      ts.isIdentifier(taken) &&
      taken.text === name
    );
  }
  if (ts.isImportSpecifier(node)) {
    const { moduleSpecifier } = node.parent.parent.parent;
    return (
      [owner, `node:${owner}`].includes(moduleSpecifier.text) &&
      (node.propertyName ?? node.name).text === name
    );
  }
  return false;
}

function isMember(node) {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

function memberName(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : null;
}

/** `process`, or `globalThis.process`. */
function isGlobal(node, name) {
  if (ts.isIdentifier(node)) return node.text === name;
  return isMember(node) && memberName(node) === name && isGlobal(node.expression, "globalThis");
}

/** `process.env["NAME"] = …` */
function isSet(node) {
  const entry = node.parent;
  const assignment = entry?.parent;
  if (entry === undefined || assignment === undefined || !ts.isElementAccessExpression(entry)) return false;
  return (
    ts.isBinaryExpression(assignment) &&
    assignment.left === entry &&
    assignment.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

function isDefaultExport(node) {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isExportSpecifier(node)) return node.name.text === "default";
  return node.kind === ts.SyntaxKind.DefaultKeyword && node.parent.modifiers?.includes(node) === true;
}

function lineOf(source, node) {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
