// How good the hits are, over judged sets: kebab by its own `eval beir`, the peers with the same documents, queries
// and vectors.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { getLoadablePath } from "sqlite-vec";
import { runCommand } from "../support/command.mjs";
import { createEnvironment, ELSEWHERE, ROOT, workFolder } from "../support/workshop.mjs";
import { createContestant, homeOf, PEERS } from "./contestants.mjs";
import { hashOfLock } from "./install.mjs";
import { ableTo, reasonsFor, toMeasure } from "./measure.mjs";
import { writeRows } from "./rows.mjs";
import { startServer } from "./server.mjs";

const MODES = ["keyword", "vector", "hybrid"];
const METRICS = ["ndcg@10", "recall@100"];
/** Documents that count, and chunks asked for, so that as many documents are among them. */
const DOCUMENTS = 100;
const CHUNKS = 300;
const VECTORS = `
  select d.path as position, d.title, c.ordinal, c.text, l.id from vector_tables t
  join chunk_vectors l on l.vector_table = t.id and l.state <> 'removing'
  join chunks c on c.chunk_id = l.chunk_id join documents d on d.id = c.document
  where t.name = ? order by l.id
`;

/** One row a set and metric, in three groups. */
export async function measureQualityOf(workshop, { installed, folder, sets, say }) {
  const groups = { keyword: [], vector: [], hybrid: [] };
  for (const name of sets) {
    say(`quality on ${name}`);
    const { figures, failures } = await evaluateSet(workshop, { installed, folder: join(folder, name), say });
    for (const mode of MODES) {
      const reasons = {
        ...failures[mode],
        ...reasonsFor(PEERS, installed, "quality"),
        ...reasonsFor(PEERS, installed, mode),
      };
      for (const metric of METRICS) {
        const lists = Object.fromEntries(
          Object.entries(figures[mode]).map(([peer, means]) => [peer, [means[metric]]]),
        );
        const label = `${name}, ${metric.replace("ndcg", "nDCG")}`;
        groups[mode].push(
          toMeasure({
            id: `quality_${mode}_${metric.split("@")[0]}`,
            label,
            unit: "share",
            better: "more",
            lists,
            reasons,
          }),
        );
      }
    }
  }
  return groups;
}

async function evaluateSet(workshop, { installed, folder, say }) {
  const { insides } = workshop;
  const dataDir = workFolder("quality");
  const figures = evaluateKebab(workshop, folder, dataDir);
  const set = await insides.readBeirSet(folder);
  const kept = join(homeOf("quality"), `${set.name}.json`);
  const key = toKey(workshop, folder);
  const earlier = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : null;
  const theirs = earlier?.key === key ? earlier.theirs : {};
  const queries = await readQueries(workshop, set, dataDir);
  const files = {
    keyword: writeDocuments(set),
    given: writeChunks(set, await openPaths(workshop, set, dataDir)),
  };
  const failures = { keyword: {}, vector: {}, hybrid: {} };
  for (const mode of MODES) {
    for (const peer of ableTo(ableTo(PEERS, installed, "quality"), installed, mode)) {
      if (peer.name === "kebab") continue;
      const rows = mode === "keyword" ? files.keyword : files.given;
      try {
        theirs[`${peer.name} ${mode}`] ??= await evaluatePeer(workshop, peer, {
          mode,
          rows,
          queries,
          set,
          say,
        });
        figures[mode][peer.name] = theirs[`${peer.name} ${mode}`];
        writeFileSync(kept, JSON.stringify({ key, theirs }));
      } catch (error) {
        failures[mode][peer.name] = `failed on ${set.name}: ${toReason(error)}`;
        say(`${peer.title} ${failures[mode][peer.name]}`);
      }
    }
  }
  return { figures, failures };
}

/** What the peer's own process said went wrong, without where: that is of this machine. */
function toReason({ message }) {
  const [, told] = /^\w*Error: (.+)$/m.exec(message) ?? [];
  return (told ?? message.split("\n")[0]).slice(0, 200);
}

function evaluateKebab({ kebab }, folder, dataDir) {
  const words = [kebab, "--data-dir", dataDir, "eval", "beir", folder, "--mode", "all", "--json"];
  const env = createEnvironment(workFolder("homes", "quality"));
  const { runs } = JSON.parse(runCommand({ words, env, cwd: ELSEWHERE }).stdout);
  const of = (mode) => runs.find((run) => run.mode === mode).metrics;
  return {
    keyword: { kebab: of("lexical") },
    vector: { kebab: of("vector") },
    hybrid: { kebab: of("hybrid") },
  };
}

/** Means over the queries. */
async function evaluatePeer(workshop, peer, { mode, rows, queries, set, say }) {
  const { insides } = workshop;
  const home = homeOf("quality", set.name, `${peer.name}-${mode === "keyword" ? "documents" : "chunks"}`);
  const contestant = createContestant(peer, workshop, { home, rows });
  contestant.clear();
  runCommand(contestant.commands.giveRows());
  if (contestant.readsFiles) runCommand(contestant.commands.ingest());
  const server = await startServer(contestant.commands.serve());
  const sums = Object.fromEntries(METRICS.map((metric) => [metric, 0]));
  for (const { text, vector, judgments } of queries) {
    const ranking = await rankDocuments(server, { mode, text, vector, set });
    sums["ndcg@10"] += insides.ndcgAt(ranking, judgments, 10);
    sums["recall@100"] += insides.recallAt(ranking, judgments, DOCUMENTS);
  }
  await server.stop();
  const means = Object.fromEntries(METRICS.map((metric) => [metric, sums[metric] / queries.length]));
  say(`${set.name}, ${peer.title}, ${mode}: nDCG@10 ${means["ndcg@10"].toFixed(3)}`);
  return means;
}

/** A query that the model cannot read has no vector: then the words alone are asked, or nothing. */
async function rankDocuments(server, { mode, text, vector, set }) {
  if (mode === "vector" && vector === null) return [];
  const asked = vector === null ? "keyword" : mode;
  const { ids } = await server.ask({
    mode: asked,
    query: text,
    vector,
    k: mode === "keyword" ? DOCUMENTS : CHUNKS,
    wantsIds: true,
  });
  const positions = new Set(ids.map((id) => Number(String(id).split(":")[0])));
  return [...positions].slice(0, DOCUMENTS).map((position) => set.documents[position].id);
}

async function readQueries({ insides }, set, dataDir) {
  const { config } = await loadConfig(insides, dataDir);
  const embedder = await insides.openEmbedder(config.embeddings);
  const queries = [];
  for (const { id, text: asked } of set.queries) {
    const judgments = set.qrels.get(id) ?? new Map();
    if (![...judgments.values()].some((grade) => grade > 0)) continue;
    const text = insides.toProse(asked);
    const vector = embedder.covers(text, "query") ? [...(await embedder.embedQuery(text))] : null;
    queries.push({ text, vector, judgments });
  }
  await embedder[Symbol.asyncDispose]();
  return queries;
}

async function openPaths({ insides }, set, dataDir) {
  const { config } = await loadConfig(insides, dataDir);
  const embedder = await insides.openEmbedder(config.embeddings);
  const paths = await insides.buildIndex(set, { config });
  const index = insides.openIndex(config, paths);
  const table = await index.ledger.find(insides.toVectorKey(embedder, config));
  await index[Symbol.asyncDispose]();
  await embedder[Symbol.asyncDispose]();
  return { database: paths.database, table };
}

async function loadConfig(insides, dataDir) {
  const surroundings = { cwd: ELSEWHERE, env: {}, homeDir: ELSEWHERE, platform: process.platform };
  return await insides.loadConfig({ ...surroundings, dataDir });
}

/** Whole documents, under their positions: an id would put its words, often the answer, into an index. */
function writeDocuments(set) {
  const file = join(homeOf("quality", set.name), "documents");
  writeRows(
    file,
    set.documents.map(({ title, text }, position) => ({ id: String(position), title, text })),
  );
  return file;
}

/** kebab's chunks with the vectors that its own index holds; a chunk in a script the model cannot read has zeros. */
function writeChunks(set, { database, table }) {
  const connection = new DatabaseSync(database, { readOnly: true, allowExtension: true });
  connection.enableLoadExtension(true);
  connection.loadExtension(getLoadablePath());
  const vectors = new Map(
    connection
      .prepare(`select rowid, embedding from "${table.name.replaceAll('"', '""')}"`)
      .all()
      .map(({ rowid, embedding }) => [rowid, new Float32Array(Uint8Array.from(embedding).buffer)]),
  );
  const chunks = connection.prepare(VECTORS).all(table.name);
  connection.close();
  const none = new Float32Array(table.dimension);
  const file = join(homeOf("quality", set.name), "chunks");
  writeRows(
    file,
    chunks.map(({ position, title, ordinal, text, id }) => ({
      ...{ id: `${position}:${ordinal}`, title, text },
      vector: vectors.get(id) ?? none,
    })),
  );
  return file;
}

/** What a peer's figures rest on: its version, its adapter, the set, and kebab's chunks and vectors. */
function toKey({ build }, folder) {
  const hash = createHash("sha256").update(hashOfLock()).update(build);
  const adapters = join(ROOT, "bench", "peers", "adapters");
  const files = readdirSync(adapters)
    .sort()
    .map((name) => join(adapters, name));
  for (const file of [...files, join(folder, "corpus.jsonl"), join(folder, "queries.jsonl")])
    hash.update(readFileSync(file));
  return hash.digest("hex");
}
