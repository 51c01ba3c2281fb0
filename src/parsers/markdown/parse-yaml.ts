import { parse } from "yaml";

/** Aliases can blow a small file up to gigabytes; a header has no need of many. */
export function parseYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 20, logLevel: "error" }) as unknown;
}
