import { lstatSync, readdirSync } from "node:fs";

/** Plain and recursive. */
export function walkAndStat(folder) {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const inside = walkAndStat(path);
      files += inside.files;
      bytes += inside.bytes;
    } else {
      files++;
      bytes += lstatSync(path).size;
    }
  }
  return { files, bytes };
}
