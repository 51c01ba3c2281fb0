// Holds src/ against the walls: imports by .dependency-cruiser.mjs, the rest by tools/walls/text.mjs.
// Usage: node tools/walls.mjs [folder that has src/, this project when left out]

import { readdirSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { MAY_IMPORT } from "../.dependency-cruiser.mjs";
import { checkImports } from "./walls/imports.mjs";
import { checkText } from "./walls/text.mjs";

/** A parser that finds no TypeScript makes every import rule pass: too few modules is a failure. */
const FEWEST_MODULES = 20;

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const files = listSources(join(root, "src")).map((path) => relative(root, path).split(sep).join("/"));

const imports = await checkImports(root);
const text = checkText(root, files);
const broken = [...checkRooms(root), ...imports.broken, ...checkCoverage(), ...text.broken].sort(byPlace);

for (const notice of text.notices.sort(byPlace)) console.log(`notice ${toLine(notice)}`);
for (const wall of broken) console.error(toLine(wall));
console.log(
  `walls: ${files.length} files, ${imports.modules.size} modules, ${imports.count} imports, ${broken.length} broken`,
);
if (broken.length > 0) process.exitCode = 1;

function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return /[.][cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}

/** Everything directly under src/ must have its line in the table, files included. */
function checkRooms(base) {
  return readdirSync(join(base, "src"))
    .filter((name) => !Object.hasOwn(MAY_IMPORT, name))
    .map((name) => ({
      file: `src/${name}`,
      line: 1,
      rule: "unknown-room",
      message: "this room has no line in MAY_IMPORT of .dependency-cruiser.mjs",
    }));
}

function checkCoverage() {
  const rule = "not-cruised";
  const unseen = files
    .filter((file) => !imports.modules.has(file))
    .map((file) => ({ file, line: 1, rule, message: "dependency-cruiser did not read this file" }));
  if (imports.modules.size >= FEWEST_MODULES) return unseen;
  const message = `only ${imports.modules.size} modules were read, fewer than ${FEWEST_MODULES}`;
  return [...unseen, { file: "src", line: 1, rule, message }];
}

function toLine({ file, line, rule, message }) {
  return `${file}:${line} ${rule}: ${message}`;
}

function byPlace(a, b) {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}
