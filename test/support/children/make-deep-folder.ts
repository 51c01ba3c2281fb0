// Makes folders in folders, deeper than a path may be long, each with a note in it.
import { mkdirSync, writeFileSync } from "node:fs";

const [start = "", depth = ""] = process.argv.slice(1);
process.chdir(start);
const name = "folder-".repeat(35);
for (let level = 0; level < Number(depth); level++) {
  writeFileSync("note.md", `level ${level}`);
  mkdirSync(name);
  process.chdir(name);
}
console.log("made");
