import ts from "typescript";

const NAME = String.raw`["\w.]+`;

/** How a statement begins, with enough of what follows that an English sentence does not match. */
const STATEMENTS = [
  String.raw`select\s[\s\S]*?\sfrom\s+(?:${NAME}\s*(?:$|[;,)(\n]|(?:as|where|join|left|inner|cross|on|order|group|limit|union)\s)|[(])`,
  String.raw`select\s+(?:\w+[(]|[*]|\d+$)`,
  String.raw`insert\s+(?:or\s+\w+\s+)?into\s+${NAME}\s*(?:[(]|values\b|select\b|default\b)`,
  String.raw`replace\s+into\s+${NAME}\s*(?:[(]|values\b|select\b)`,
  String.raw`update\s+(?:or\s+\w+\s+)?${NAME}\s+set\s+${NAME}\s*=`,
  String.raw`delete\s+from\s+${NAME}\s*(?:$|;|where\s|returning\s)`,
  String.raw`create\s+(?:temp(?:orary)?\s+)?table\s+(?:if\s+not\s+exists\s+)?${NAME}\s*(?:[(]|as\s)`,
  String.raw`create\s+virtual\s+table\s`,
  String.raw`create\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?${NAME}\s+on\s`,
  String.raw`create\s+(?:temp(?:orary)?\s+)?trigger\s+(?:if\s+not\s+exists\s+)?${NAME}\s+(?:after|before|instead)\s`,
  String.raw`create\s+(?:temp(?:orary)?\s+)?view\s+(?:if\s+not\s+exists\s+)?${NAME}\s*(?:[(]|as\s)`,
  String.raw`drop\s+(?:table|index|trigger|view)\s+(?:if\s+exists\s+)?${NAME}\s*(?:;|$)`,
  String.raw`alter\s+table\s+${NAME}\s+(?:add|drop|rename)\s`,
  String.raw`with\s+(?:recursive\s+)?\w+\s*(?:[(][^)]*[)]\s*)?as\s*[(]`,
  String.raw`pragma\s+\w+(?:[.]\w+)?\s*(?:$|[;=(])`,
  String.raw`begin\s+(?:immediate|exclusive|deferred|transaction)\b`,
];
const SQL = new RegExp(String.raw`^\s*(?:${STATEMENTS.join("|")})`, "i");
const MARK = /\/\*\s*sql\s*\*\/\s*$/i;

/** Whether a node is a text that holds SQL: by its mark, or by how it begins. */
export function isSql(node, source) {
  const text = literalText(node);
  if (text === null) return false;
  return SQL.test(text) || MARK.test(source.text.slice(node.pos, node.getStart(source)));
}

/** Values put into a template count as one name. */
function literalText(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => `x${span.literal.text}`).join("");
}
