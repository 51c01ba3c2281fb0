import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { checkIndex, compareDumps, dumpIndex } from "../../robustness/support/index-dump.mjs";
import { checkVectors, dumpVectors } from "../../robustness/support/vector-dump.mjs";

const SOURCE = "notes";
const WAL_LIMIT = 8 * 2 ** 20;
/** What an index at rest consists of; the lock is a file that stays, its owner one that goes. */
const AT_REST = /^(kebab\.sqlite(-wal|-shm)?|library|writer\.lock|runs)$/;

/** Whatever way it came about, the index holds what a clean one of the same folder holds; problems in words. */
export async function compareIndexes(dataDir, cleanDir) {
  const [found, clean] = [await toComparable(dataDir), await toComparable(cleanDir)];
  return [
    ...checkIndex(dataDir),
    ...(await checkVectors(dataDir)),
    ...compareDumps(clean, found).map((line) => `not as in a clean index: ${line}`),
  ];
}

/** By path and place: a renamed document keeps its id, which a clean index cannot know. */
async function toComparable(dataDir) {
  const dump = dumpIndex(dataDir);
  const vectors = await dumpVectors(dataDir);
  const rows = (table) => dump[table].map((line) => JSON.parse(line));
  const documents = rows("documents").filter((row) => row.source_id === SOURCE);
  const paths = new Map(documents.map((row) => [row.doc_id, row.path]));
  const chunks = rows("chunks").filter((row) => paths.has(row.doc_id));
  const places = new Map(chunks.map((row) => [row.chunk_id, `${paths.get(row.doc_id)} ${row.ordinal}`]));
  const ofPlace = (line, at) => {
    const words = line.split(" ");
    const place = places.get(words[at]);
    return place === undefined ? [] : [words.with(at, place).join(" ")];
  };
  const lines = {
    documents: documents.map((row) => JSON.stringify({ ...row, doc_id: undefined })),
    chunks: chunks.map((row) =>
      JSON.stringify([places.get(row.chunk_id), { ...row, doc_id: undefined, chunk_id: undefined }]),
    ),
    tags: rows("tags")
      .filter((row) => paths.has(row.doc_id) && row.origin !== "user")
      .map((row) => JSON.stringify([paths.get(row.doc_id), row.tag, row.origin])),
    fts: dump.fts.flatMap((line) => ofPlace(line, 0)),
    ledger: vectors.ledger.flatMap((line) => ofPlace(line, 2)),
    vectors: vectors.vectors.flatMap((line) => ofPlace(line, 2)),
  };
  return Object.fromEntries(Object.entries(lines).map(([name, list]) => [name, list.sort(byText)]));
}

/** What the processes left beside the index. */
export function lookForLeftovers(dataDir, runtimeDir) {
  const problems = readdirSync(dataDir)
    .filter((name) => !AT_REST.test(name))
    .map((name) => `left behind: ${name}`);
  const wal = join(dataDir, "kebab.sqlite-wal");
  const walBytes = existsSync(wal) ? statSync(wal).size : 0;
  if (walBytes > WAL_LIMIT) problems.push(`the -wal has ${walBytes} bytes with nobody at work`);
  const sockets = existsSync(runtimeDir)
    ? readdirSync(runtimeDir, { withFileTypes: true, recursive: true }).filter(
        (entry) => !entry.isDirectory(),
      )
    : [];
  for (const { name } of sockets) problems.push(`left behind: ${name} of the server`);
  return { problems, walBytes, databaseBytes: statSync(join(dataDir, "kebab.sqlite")).size };
}

function byText(a, b) {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
