// Unit vectors in clusters, as those of texts are, from a seed.
import { DatabaseSync } from "@photostructure/sqlite";
import { createRandom } from "../corpus/random.mjs";

const TOPICS = 200;
export const DIMENSION = 384;
/** Of a vector that stands for another one, beside its own numbers of some 0.05. */
const NOISE = 0.01;

/** Gives { documents, queries }, lists of Float32Array; more rows begin with the same ones. */
export function makeVectors(rows, queries) {
  const topics = makeList(TOPICS, createNormal(1), () => null);
  const ofTopic = (position) => topics[position % TOPICS];
  return {
    documents: makeList(rows, createNormal(2), ofTopic),
    queries: makeList(queries, createNormal(3), ofTopic),
  };
}

/** Those a model made, from the caches of kebab's own databases, and again with a little noise until there are enough. */
export function takeVectors(files, rows, queries) {
  const known = files.flatMap(readCache);
  if (known.length <= queries) throw new Error(`${files.join(", ")} hold too few vectors of ${DIMENSION}`);
  const step = Math.floor(known.length / queries);
  const isQuery = (position) => position % step === 0 && position / step < queries;
  const kept = known.filter((_, position) => !isQuery(position));
  const normal = createNormal(4);
  const vary = (vector) => toUnit(vector.map((value) => value + NOISE * normal()));
  return {
    documents: Array.from({ length: rows }, (_, at) =>
      at < kept.length ? kept[at] : vary(kept[at % kept.length]),
    ),
    queries: known.filter((_, position) => isQuery(position)),
  };
}

function readCache(file) {
  const database = new DatabaseSync(file, { readOnly: true });
  const sql = "select vector from embedding_cache where dimension = ? order by text_hash";
  const rows = database.prepare(sql).all(DIMENSION);
  database.close();
  return rows.map(({ vector }) => new Float32Array(Uint8Array.from(vector).buffer));
}

function toUnit(vector) {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function makeList(count, normal, centreOf) {
  return Array.from({ length: count }, (_, position) => {
    const vector = new Float32Array(DIMENSION);
    const centre = centreOf(position);
    for (let at = 0; at < DIMENSION; at++) vector[at] = normal() + (centre === null ? 0 : centre[at]);
    // The centres keep their length, so that they weigh as much as what is added to them.
    return centre === null ? vector : toUnit(vector);
  });
}

/** Two at a time, by Box and Muller. */
function createNormal(seed) {
  const random = createRandom(seed, 7);
  let spare = null;
  return () => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    const length = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    spare = length * Math.sin(angle);
    return length * Math.cos(angle);
  };
}

/** Cosines of one query with every document, in doubles. */
export function exactScores(documents, query) {
  const lengthOf = (vector) => Math.sqrt(dot(vector, vector));
  const own = lengthOf(query);
  return Float64Array.from(documents, (vector) => dot(query, vector) / (own * lengthOf(vector)));
}

function dot(left, right) {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at] * right[at];
  return sum;
}
