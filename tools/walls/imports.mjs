import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise } from "dependency-cruiser";
import config from "../../.dependency-cruiser.mjs";

const TOOLS = "tools/bridge";

/** Reads every import under src/ of the folder, and of the tools in TypeScript, and names those that go through a wall. */
export async function checkImports(root) {
  const { options, ...ruleSet } = structuredClone(config);
  const folders = ["src", ...(existsSync(join(root, TOOLS)) ? [TOOLS] : [])];
  const { output } = await cruise(folders, { ...options, baseDir: root, ruleSet, validate: true });
  const modules = output.modules.filter(({ source }) =>
    folders.some((folder) => source.startsWith(`${folder}/`)),
  );
  const comments = new Map(config.forbidden.map(({ name, comment }) => [name, comment]));
  return {
    modules: new Set(modules.map(({ source }) => source)),
    count: modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0),
    broken: output.summary.violations.map(({ from, to, rule, cycle }) => ({
      file: from,
      line: findLine(root, modules, from, to),
      rule: rule.name,
      message: `${comments.get(rule.name)}; found ${toPath(from, to, cycle)}`,
    })),
  };
}

function toPath(from, to, cycle) {
  const steps = cycle === undefined ? [to] : [from, ...cycle.map(({ name }) => name)];
  return steps.map((name) => name.replace(/^.*node_modules\//, "")).join(" → ");
}

/** dependency-cruiser names the two files; the line is where the first speaks of the second. */
function findLine(root, modules, from, to) {
  const dependency = modules
    .find(({ source }) => source === from)
    ?.dependencies.find(({ resolved }) => resolved === to);
  if (dependency === undefined) return 1;
  const { module: specifier } = dependency;
  const spellings = [specifier, `node:${specifier}`].flatMap((name) => [`"${name}"`, `'${name}'`]);
  const lines = readFileSync(join(root, from), "utf8").split("\n");
  return lines.findIndex((line) => spellings.some((spelling) => line.includes(spelling))) + 1 || 1;
}
