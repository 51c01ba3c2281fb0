import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listCommands } from "./every-command.ts";
import { ROOT } from "./kebab-command.ts";

it.each(listCommands())("README.md tells of `kebab %s`", (command) => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [name = "", inner] = command.split(" ").map((word) => word.replaceAll("-", "\\-"));
  // In backticks, with or without arguments behind it; subcommands may share a line: `kebab models list\|pull`.
  const words = inner === undefined ? name : String.raw`${name} (?:\w+\\\|)*${inner}(?:\\\|\w+)*`;
  expect(readme).toMatch(new RegExp(`\`kebab ${words}(?:\`| [^\`]*\`)`));
});
