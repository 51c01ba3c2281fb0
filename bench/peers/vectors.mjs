// Vector and hybrid search over the same chunks with the same vectors, given: no peer and no kebab runs a model here.
import { DatabaseSync } from "@photostructure/sqlite";
import { createQueries } from "../corpus/queries.mjs";
import { runCommand } from "../support/command.mjs";
import { makeVectors } from "../support/made-vectors.mjs";
import { makeVectorIndex } from "../support/vector-index.mjs";
import { databaseOf } from "../support/workshop.mjs";
import { createContestant, homeOf, PEERS } from "./contestants.mjs";
import { toLists } from "./keyword.mjs";
import { ableTo, reasonsFor, toMeasure } from "./measure.mjs";
import { writeRows } from "./rows.mjs";
import { searchInTurns } from "./warm.mjs";

const CHUNKS = `
  select c.chunk_id, d.title, c.text from chunk_vectors v
  join chunks c on c.chunk_id = v.chunk_id join documents d on d.id = c.document order by v.id
`;

export async function measureGivenVectors(workshop, { installed, rows, plan, say }) {
  const texts = createQueries().filter((_, position) => position % plan.everyQuery === 0);
  const vectors = makeVectors(rows, texts.length);
  say(`index of ${rows} chunks with vectors`);
  const { home } = await makeVectorIndex(workshop, vectors);
  const file = `${homeOf(`vectors-${rows}`)}/rows`;
  writeRows(file, readChunks(home, vectors.documents));
  const contestants = ableTo(PEERS, installed, "vector").map((peer) => {
    const isKebab = peer.name === "kebab";
    const own = isKebab ? home : homeOf(`vectors-${rows}`, peer.name);
    const contestant = createContestant(peer, workshop, { home: own, rows: file });
    if (!isKebab) {
      contestant.clear();
      runCommand(contestant.commands.giveRows());
    }
    return contestant;
  });
  const queries = texts.map(({ text }, position) => ({ text, vector: [...vectors.queries[position]] }));
  const measures = [];
  for (const mode of ["vector", "hybrid"]) {
    say(`${mode} search of ${rows} chunks`);
    const able = new Set(ableTo(PEERS, installed, mode).map(({ name }) => name));
    const those = contestants.filter(({ name }) => able.has(name));
    const found = await searchInTurns(those, { mode, queries, rounds: plan.rounds });
    const reasons = reasonsFor(PEERS, installed, mode);
    measures.push(
      toMeasure({ id: `${mode}_warm`, label: `${mode} search, p50`, unit: "ms", lists: found.p50, reasons }),
      toMeasure({ id: `${mode}_warm`, label: `${mode} search, p95`, unit: "ms", lists: found.p95, reasons }),
      toMeasure({
        id: `${mode}_memory`,
        label: `peak memory of the ${mode} searches`,
        unit: "bytes",
        lists: toLists(found.peak),
        reasons,
      }),
    );
  }
  const lists = Object.fromEntries(contestants.map(({ name, bytes }) => [name, [bytes()]]));
  const reasons = reasonsFor(PEERS, installed, "vector");
  measures.push(
    toMeasure({ id: "vector_bytes", label: "index on disk, with vectors", unit: "bytes", lists, reasons }),
  );
  return measures;
}

function readChunks(home, vectors) {
  const database = new DatabaseSync(databaseOf(home), { readOnly: true });
  const chunks = database.prepare(CHUNKS).all();
  database.close();
  return chunks.map(({ chunk_id: id, title, text }, position) => ({
    id,
    title,
    text,
    vector: vectors[position],
  }));
}
