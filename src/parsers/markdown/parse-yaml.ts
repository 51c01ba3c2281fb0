import { parse } from "yaml";

/** Aliases can blow a small file up to gigabytes; a header has no need of many. Long numbers are ids: no digit is lost. */
export function parseYaml(text: string): unknown {
  // The parser recurses. On a stack that is all but used up V8 cannot compile a pattern, and
  // then it ends the whole process: 3,000 open brackets did that, and no catch hears of it.
  if (isDeep(text)) throw new Error(`nested deeper than ${MAX_DEPTH} levels`);
  return parse(text, { maxAliasCount: 20, logLevel: "error", intAsBigInt: true }) as unknown;
}

const MAX_DEPTH = 100;

/** Brackets left open at any one place, or `- - -` within one line; indentation cannot nest as deep in a header. */
function isDeep(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "[" || character === "{") open++;
    else if ((character === "]" || character === "}") && open > 0) open--;
    if (open > MAX_DEPTH) return true;
  }
  return text.split("\n").some((line) => (line.match(/(?:^|[ \t])[-?:](?=[ \t])/g)?.length ?? 0) > MAX_DEPTH);
}
