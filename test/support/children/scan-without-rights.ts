// Scans a folder as a user who may not read all of it, and prints the scan.
import "ignore";
import { createFsSource } from "../../../src/sources/fs/fs-source.ts";
import { dropRights } from "./drop-rights.ts";

const [root = ""] = process.argv.slice(1);
dropRights();
const source = createFsSource(
  { id: "notes", tags: [], trustLevel: "primary" },
  { root, include: [], exclude: [], maxFileBytes: 1000, followGitignore: true },
);
const scan = await source.scan({});
const contents = await Promise.all(
  scan.files.map(async ({ path }) => [path, Object.keys(await source.read(path))[0]]),
);
console.log(JSON.stringify({ ...scan, contents: Object.fromEntries(contents) }));
