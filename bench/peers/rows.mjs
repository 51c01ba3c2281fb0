// What a peer is given to index: rows of { id, title, text, vector }, from a folder of notes or from a file of rows.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

/** One row a file, as a short script of a user would make it: the first heading, and the whole text. */
export function readNotes(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  return paths.sort().map((path) => {
    const text = readFileSync(path, "utf8");
    const [, title = ""] = /^# (.+)$/m.exec(text) ?? [];
    return { id: relative(folder, path), title, text };
  });
}

/** FILE.json holds the words, FILE.f32 the vectors, when there are any. */
export function writeRows(file, rows) {
  const words = rows.map(({ id, title, text }) => ({ id, title, text }));
  const dimension = rows[0]?.vector?.length ?? 0;
  writeFileSync(`${file}.json`, JSON.stringify({ dimension, words }));
  if (dimension === 0) return;
  const numbers = new Float32Array(rows.length * dimension);
  for (const [position, { vector }] of rows.entries()) numbers.set(vector, position * dimension);
  writeFileSync(`${file}.f32`, new Uint8Array(numbers.buffer));
}

export function readRows(file) {
  const { dimension, words } = JSON.parse(readFileSync(`${file}.json`, "utf8"));
  if (dimension === 0) return words;
  const numbers = new Float32Array(Uint8Array.from(readFileSync(`${file}.f32`)).buffer);
  return words.map((row, at) => ({ ...row, vector: numbers.subarray(at * dimension, (at + 1) * dimension) }));
}
