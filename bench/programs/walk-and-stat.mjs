// The least a program can do to see that nothing changed: every folder read, every file looked at.
// Usage: node walk-and-stat.mjs FOLDER
import { walkAndStat } from "../support/walk-and-stat.mjs";

const { files, bytes } = walkAndStat(process.argv[2]);
process.stdout.write(`${files} files, ${bytes} bytes\n`);
