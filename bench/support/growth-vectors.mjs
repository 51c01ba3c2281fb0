// Made-up vectors in a file, so that a program can store half a million of them without holding them.
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./command.mjs";
import { DIMENSION } from "./made-vectors.mjs";
import { createEnvironment, ELSEWHERE, programPath, WORK, workFolder } from "./workshop.mjs";

const VECTOR_BYTES = DIMENSION * Float32Array.BYTES_PER_ELEMENT;

/** The path of a file with so many; made in a process of its own, once. */
export function makeVectorsFile(rows) {
  const maker = createHash("sha256").update(readFileSync(new URL("./made-vectors.mjs", import.meta.url)));
  const path = join(workFolder("growth"), `vectors-${rows}-${maker.digest("hex").slice(0, 8)}.f32`);
  if (existsSync(path)) return path;
  const words = [programPath("write-vectors.mjs"), String(rows), `${path}.new`];
  runCommand({ words, env: createEnvironment(WORK), cwd: ELSEWHERE });
  renameSync(`${path}.new`, path);
  return path;
}

/** From the first on. Reads them one by one: the system reads ahead. */
export function openVectors(path) {
  const file = openSync(path, "r");
  return {
    take: function* take(count) {
      for (let taken = 0; taken < count; taken++) {
        const vector = new Float32Array(DIMENSION);
        const read = readSync(file, new Uint8Array(vector.buffer));
        if (read < VECTOR_BYTES) throw new Error(`Cannot take another vector: ${path} has no more`);
        yield vector;
      }
    },
    close: () => closeSync(file),
  };
}
