// One base, its own questions and those of others, through the same search and gate that `kebab ask` uses.
import { join } from "node:path";
import { quantile, round } from "../support/statistics.mjs";
import { ELSEWHERE } from "../support/workshop.mjs";

const TOP = 8;

export async function measureGate({ insides }, { folder, name, family, questions, dataDir, say }) {
  const surroundings = { cwd: ELSEWHERE, env: {}, homeDir: ELSEWHERE, platform: process.platform };
  const { config } = await insides.loadConfig({ ...surroundings, dataDir });
  const set = await insides.readBeirSet(join(folder, name));
  const paths = await insides.buildIndex(set, { config, onMessage: say });
  const bare = await insides.openEmbedder(config.embeddings);
  const embedder = insides.createQuestionEmbedder(bare);
  await insides.embedSet(set, embedder, paths, { config, onMessage: say });
  const index = insides.openIndex(config, paths);
  const environment = { config, index, openEmbedder: async () => embedder };
  const retrievers = await insides.openRetrievers("hybrid", environment);
  const gate = insides.openGate(environment, embedder);
  const fusion = insides.toFusion(config);
  const judge = async (question) => {
    const query = insides.toProse(question);
    const request = { query, mode: "hybrid", top: TOP, wanted: TOP, filter: {} };
    const hits = (await insides.rankChunks(request, retrievers, fusion)).hits.slice(0, TOP);
    const chunks = await index.reader.chunks(hits.map(({ chunkId }) => chunkId));
    return gate(
      query,
      chunks.map((chunk, at) => {
        const { score, scores } = hits.find(({ chunkId }) => chunkId === chunk.id);
        return { chunk, rank: at + 1, score, cosine: scores.vectorRaw };
      }),
    );
  };
  const own = [];
  for (const text of pick(judgedQuestions(set), questions.own)) own.push(await judge(text));
  const strangers = [];
  const others = family.filter((other) => other !== name);
  for (const other of others) {
    const theirs = judgedQuestions(await insides.readBeirSet(join(folder, other)));
    for (const text of pick(theirs, Math.round(questions.other / others.length)))
      strangers.push(await judge(text));
  }
  await index[Symbol.asyncDispose]();
  await bare[Symbol.asyncDispose]();
  return {
    set: name,
    answerable: own.length,
    unanswerable: strangers.length,
    threshold: own[0].threshold,
    auroc: round(auroc(own.map(toEvidence), strangers.map(toEvidence)), 4),
    refused_answerable: round(share(own), 4),
    refused_unanswerable: round(share(strangers), 4),
    evidence: { answerable: spread(own), unanswerable: spread(strangers) },
  };
}

const toEvidence = ({ evidence }) => evidence;
/** Where another threshold would cut. */
const spread = (decisions) =>
  Object.fromEntries(
    [0.05, 0.25, 0.5, 0.75, 0.95].map((at) => [
      `p${at * 100}`,
      round(quantile(decisions.map(toEvidence), at), 3),
    ]),
  );
const share = (decisions) => decisions.filter(({ passed }) => !passed).length / decisions.length;

function judgedQuestions({ queries, qrels }) {
  const isJudged = ({ id }) => [...(qrels.get(id)?.values() ?? [])].some((grade) => grade > 0);
  return queries.filter(isJudged).map(({ text }) => text);
}

/** Evenly from the whole list, the same ones every time. */
function pick(list, count) {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]);
}

/** The chance that an answerable question has more evidence than one that is not; equals count half. */
function auroc(positives, negatives) {
  let wins = 0;
  for (const positive of positives) {
    for (const negative of negatives) wins += positive > negative ? 1 : positive === negative ? 0.5 : 0;
  }
  return wins / (positives.length * negatives.length);
}
