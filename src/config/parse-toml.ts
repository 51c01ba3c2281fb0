import { parse } from "smol-toml";
import { toMessage } from "../core/errors.ts";
import { toConfigError, toProblem } from "./problems.ts";

export function parseToml(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch (error) {
    const { line = null, column } = error as { line?: number; column?: number };
    const reason = toMessage(error).split("\n", 1).join("").replace("Invalid TOML document: ", "");
    const where = line === null ? file : `${file}:${line}:${column}`;
    const hint = reason === "invalid value" ? `Texts stand in quotes: key = "text"` : null;
    throw toConfigError([toProblem(`Cannot parse ${where}: ${reason}`, { file, line, hint })], error);
  }
}
