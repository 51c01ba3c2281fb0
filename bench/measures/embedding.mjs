// Making vectors: kebab's embedding step beside a bare onnxruntime loop over the same tokens.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { runCommand, runCommandWithPeak } from "../support/command.mjs";
import { median, round, sum, summarise } from "../support/statistics.mjs";
import { createEnvironment, databaseOf, ELSEWHERE, workFolder } from "../support/workshop.mjs";
import { openEngine, readConfig } from "./search.mjs";

/** Smaller than the default of 64: the two sides take turns after each. */
const BATCH = 32;
const ALL = 1_000_000;
const WARM_UP = 16;

export async function measureEmbedding(workshop, { corpus, repeats }) {
  const home = ingestWithoutVectors(workshop, corpus.folder);
  // The bridge reads Korean without the model, which a bare loop over the model cannot: it would flatter the figure.
  mkdirSync(join(home, "config", "kebab"), { recursive: true });
  writeFileSync(join(home, "config", "kebab", "config.toml"), '[embeddings]\nmodel = "bge-small-en-v1.5"\n');
  const config = await readConfig(workshop, home);
  const embedder = await workshop.insides.openEmbedder(config.embeddings);
  // Writes the optimised copy of the model, so that every later start is like that of a second run.
  await embedder.embedDocuments(Array.from({ length: WARM_UP }, () => "a text of a few words"));
  const sequences = await tokenise(workshop, { home, config, embedder });
  const bare = await openBare(workshop, config);
  await bare.run([...sequences.values()].flat().slice(0, WARM_UP));
  const rounds = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    const slices = await takeTurns(workshop, { home, config, embedder, sequences, bare });
    rounds.push({ slices, wholeMs: await embedWhole(workshop, home, sequences.size) });
  }
  await bare.close();
  await embedder[Symbol.asyncDispose]();
  const lengths = [...sequences.values()].map((runs) => sum(runs.map((ids) => ids.length)));
  return {
    repeats,
    passages: sequences.size,
    tokens: summarise(lengths),
    ...summariseRounds(rounds, bare.openMs),
    peak_mb: round(measurePeak(workshop, home) / 1e6),
  };
}

function summariseRounds(rounds, bareOpenMs) {
  const slices = rounds.flatMap((each) => each.slices);
  const perSecond = (side) =>
    (1000 * sum(slices.map(({ passages }) => passages))) / sum(slices.map((slice) => slice[side]));
  const wholeMs = median(rounds.map((each) => each.wholeMs));
  const bareMs = median(rounds.map((each) => sum(each.slices.map((slice) => slice.bareMs)))) + bareOpenMs;
  return {
    step: {
      kebab_per_second: round(perSecond("kebabMs")),
      bare_per_second: round(perSecond("bareMs")),
      // Slice by slice, so that a busy second of the machine falls on one ratio among many.
      ratio: round(median(slices.map((slice) => slice.bareMs / slice.kebabMs))),
      ratio_sum: round(perSecond("kebabMs") / perSecond("bareMs")),
      ratio_cpu: round(
        sum(slices.map((slice) => slice.bareCpuMs)) / sum(slices.map((slice) => slice.kebabCpuMs)),
      ),
      slices: slices.length,
    },
    // With the model loaded and its checksum taken, against the loop with its session opened.
    whole: { kebab_ms: round(wholeMs), bare_ms: round(bareMs), ratio: round(bareMs / wholeMs) },
  };
}

function ingestWithoutVectors(workshop, folder) {
  const home = workFolder("homes", "embedding");
  rmSync(join(home, "data"), { recursive: true, force: true });
  const words = [workshop.kebab, "ingest", "--no-embeddings", "--quiet", folder];
  runCommand({ words, env: createEnvironment(home), cwd: ELSEWHERE });
  return home;
}

/** The same documents, without a vector yet. The model's optimised copy comes along. */
function copyHome(home) {
  const copy = workFolder("homes", "embedding-copy");
  for (const name of ["data", "cache"]) {
    rmSync(join(copy, name), { recursive: true, force: true });
    cpSync(join(home, name), join(copy, name), { recursive: true });
  }
  return copy;
}

/** Token sequences by chunk, those that the model covers; a long text may be several. */
async function tokenise({ insides }, { home, config, embedder }) {
  const { openTokenizer, WindowMaker, toEmbeddingText } = insides;
  const model = locateModel(insides, config);
  const windows = new WindowMaker(await openTokenizer(model.folder), model.maxTokens);
  const open = await insides.openWriter(config, insides.toDataPaths(config.storage.dataDir), "bench");
  const key = insides.toVectorKey(embedder, config);
  await open.ledger.enrol(key);
  const pending = await open.ledger.pending(key, ALL);
  await open[Symbol.asyncDispose]();
  const sequences = new Map();
  for (const chunk of pending.filter(({ text }) => embedder.covers(text))) {
    const runs = [];
    for await (const ids of windows.cut(model.documentPrefix, toEmbeddingText(chunk))) runs.push(ids);
    sequences.set(chunk.chunkId, runs);
  }
  if (sequences.size === 0) throw new Error(`${home} has no passage that the model covers`);
  return sequences;
}

function locateModel(insides, { embeddings }) {
  return insides.locateModel(insides.findModel(embeddings.model), embeddings.modelsDir);
}

/** The least a program can do: a session with the options that kebab opens it with, and one run a text. */
async function openBare({ insides }, config) {
  const started = performance.now();
  const session = await InferenceSession.create(locateModel(insides, config).weightsPath, {
    intraOpNumThreads: availableParallelism(),
    logSeverityLevel: 3,
    graphOptimizationLevel: "extended",
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  const openMs = performance.now() - started;
  const same = { attention_mask: 1n, token_type_ids: 0n };
  return {
    openMs,
    run: async (sequences) => {
      for (const ids of sequences) {
        const feeds = {};
        for (const name of session.inputNames) {
          const values = BigInt64Array.from(ids, (id) => same[name] ?? BigInt(id));
          feeds[name] = new Tensor("int64", values, [1, ids.length]);
        }
        await session.run(feeds, ["last_hidden_state"]);
      }
    },
    close: () => session.release(),
  };
}

/** embedPending over the real store; before it is given a batch, the loop has its turn with the same texts. */
async function takeTurns({ insides }, { home, embedder, sequences, bare, config }) {
  const copy = copyHome(home);
  const database = new insides.Database(databaseOf(copy), { readonly: false });
  const slices = [];
  const clock = createClock();
  class TurnTaking extends insides.SqliteVectorLedger {
    async pending(key, limit) {
      closeSlice(slices, clock.read());
      clock.reset();
      const batch = await super.pending(key, limit);
      const spent = clock.read();
      const runs = batch.flatMap(({ chunkId }) => sequences.get(chunkId) ?? []);
      clock.reset();
      await bare.run(runs);
      const { wallMs: bareMs, cpuMs: bareCpuMs } = clock.read();
      const passages = batch.filter(({ chunkId }) => sequences.has(chunkId)).length;
      slices.push({ passages, bareMs, bareCpuMs, kebabMs: spent.wallMs, kebabCpuMs: spent.cpuMs });
      clock.reset();
      return batch;
    }
  }
  const ledger = new TurnTaking(database);
  const key = insides.toVectorKey(embedder, config);
  await ledger.enrol(key);
  const paths = insides.toDataPaths(dirname(databaseOf(copy)));
  const store = await insides.openVectorStore(key.store, { database, ledger, paths });
  const report = await insides.embedPending({ embedder, store, ledger, key, batchSize: BATCH });
  closeSlice(slices, clock.read());
  await store[Symbol.asyncDispose]();
  database[Symbol.dispose]();
  if (report.embedded + report.reused !== sequences.size)
    throw new Error(`${report.embedded} of ${sequences.size} passages were embedded`);
  return slices.filter(({ passages }) => passages > 0);
}

function closeSlice(slices, { wallMs, cpuMs }) {
  const slice = slices.at(-1);
  if (slice === undefined) return;
  slice.kebabMs += wallMs;
  slice.kebabCpuMs += cpuMs;
}

function createClock() {
  let started = performance.now();
  let before = process.cpuUsage();
  return {
    reset: () => {
      started = performance.now();
      before = process.cpuUsage();
    },
    read: () => {
      const { user, system } = process.cpuUsage(before);
      return { wallMs: performance.now() - started, cpuMs: (user + system) / 1000 };
    },
  };
}

/** What `kebab index --embeddings` runs, from the build, model and all. */
async function embedWhole({ library }, home, passages) {
  const kebab = await openEngine(library, copyHome(home));
  const started = performance.now();
  const report = await kebab.embed();
  const wholeMs = performance.now() - started;
  await kebab[Symbol.asyncDispose]();
  if (report.embedded + report.reused !== passages)
    throw new Error(`kebab embedded ${report.embedded} of ${passages} passages`);
  return wholeMs;
}

function measurePeak({ kebab }, home) {
  const words = [kebab, "index", "--embeddings", "--quiet"];
  return runCommandWithPeak({ words, env: createEnvironment(copyHome(home)), cwd: ELSEWHERE }).peakBytes;
}
