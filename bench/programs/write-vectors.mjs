// Made-up vectors one behind the other, as float32. Usage: node write-vectors.mjs ROWS FILE
import { closeSync, openSync, writeSync } from "node:fs";
import { makeVectors } from "../support/made-vectors.mjs";

const [rows, path] = process.argv.slice(2);
const file = openSync(path, "w");
for (const vector of makeVectors(Number(rows), 0).documents) writeSync(file, new Uint8Array(vector.buffer));
closeSync(file);
