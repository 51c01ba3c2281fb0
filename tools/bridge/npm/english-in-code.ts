import { parseScriptCalls } from "./script.ts";
import type { Texts } from "./texts.ts";
import { toTexts } from "./texts.ts";

/** TypeScript writes `diag(1002, category, "Unterminated_string_literal_1002", "Unterminated string literal.")`. */
export function parseTypeScriptDiagnostics(script: string): Texts {
  const texts: Record<string, string> = {};
  for (const { inputs } of parseScriptCalls(script, new Set(["diag"]))) {
    const [, , key, text] = inputs;
    if (typeof key === "string" && typeof text === "string") texts[key] = text;
  }
  return toTexts(texts);
}

/** VS Code writes `localize(956, "No fix available")`: the number is the place in every translation. */
export function parseLocalizeCalls(script: string): Texts {
  const texts: Record<string, string> = {};
  if (!script.includes("localize")) return toTexts(texts);
  for (const { inputs } of parseScriptCalls(script, new Set(["localize", "localize2"]))) {
    const [place, text] = inputs;
    if (typeof place === "number" && typeof text === "string") texts[place] = text;
  }
  return toTexts(texts);
}
