import { existsSync } from "node:fs";
import { join } from "node:path";
import { MODEL, toEmbeddingEnvironment } from "./embedding-server.mjs";
import { checkIndex, compareDumps, dumpIndex } from "./index-dump.mjs";
import { QUERY, toComparable } from "./plain-bench.mjs";
import { readError, runKebab, toSuccess } from "./run-kebab.mjs";
import { checkVectors, dumpVectors, readLedger } from "./vector-dump.mjs";

const BUNDLED_MODEL = "bge-small-en-v1.5+bridge-ko";
/** The most a search gives; the corpora of these harnesses have fewer chunks. */
const ALL = "1000";

/**
 * What the harnesses about vectors do with an index of one store: run, look, compare. Without a server, the
 * model that comes with kebab embeds.
 */
export function createVectorBench(setup, server, findings, store) {
  const batchSize = setup.batchSize ?? 8;
  const provider = setup.provider ?? "ollama";
  const env = (model) =>
    server === null
      ? {
          KEBAB_EMBEDDINGS_PROVIDER: "onnx",
          KEBAB_EMBEDDINGS_BATCH_SIZE: String(batchSize),
          KEBAB_STORAGE_VECTOR_STORE: store,
        }
      : toEmbeddingEnvironment(server, { store, provider, model, batchSize });
  const toModelId = (model) => (server === null ? BUNDLED_MODEL : `${provider}/${model}`);
  const bench = {
    store,
    run: (args, { dataDir, model = MODEL, ...options }) =>
      runKebab(setup, [...args, "--json"], { dataDir, ...options, env: { ...env(model), ...options.env } }),
    env,

    mustRun: (label, args, options) => toSuccess(label, args, bench.run(args, options), findings),

    /** The run that puts all right again: the index is then as if nothing had happened. */
    async mustMend(label, args, { expected, ...options }) {
      const { code } = await bench.mustRun(`${label}, the next run`, args, options);
      if (code === 0) await bench.check(label, expected, options);
    },

    search: (options, flags = ["--vec-only"]) =>
      bench.run(["search", QUERY, ...flags, "-k", ALL], { ...options }),

    /** All there is to compare: rows, terms, ledger, vectors, and what a search makes of them. */
    async look(options) {
      const search = await bench.search(options);
      return {
        ...dumpIndex(options.dataDir),
        ...(await dumpVectors(options.dataDir)),
        // A line a hit: a difference is told by the first hit that differs.
        search: search.code > 1 ? [search.stderr] : toComparable(search.stdout),
      };
    },

    async check(label, expected, options) {
      for (const problem of checkIndex(options.dataDir)) findings.add(`${label}: ${problem}`);
      for (const problem of await checkVectors(options.dataDir)) findings.add(`${label}: ${problem}`);
      for (const line of compareDumps(expected, await bench.look(options))) findings.add(`${label}: ${line}`);
    },

    /**
     * An index that waits to be mended: vector and hybrid search work, give the committed vectors and no other,
     * with a score they have in one of the expected states; they say how many wait; the doctor finds nothing.
     * Gives how many are committed and pending.
     */
    async checkMeanwhile(label, options, expectedStates) {
      const { dataDir, model = MODEL } = options;
      const ledger = readLedger(dataDir, store, toModelId(model));
      const [vector, hybrid, doctor] = await Promise.all([
        bench.search(options),
        bench.search(options, ["--mode", "hybrid"]),
        bench.run(["doctor"], options),
      ]);
      checkDoctor(label, doctor, ledger);
      const isThere = existsSync(join(dataDir, "kebab.sqlite"));
      for (const [kind, result] of Object.entries({ vector, hybrid })) {
        if (result.code <= 1) continue;
        // Before the first vector there is nothing to search by meaning; before the first table, nothing at all.
        const mayLack = kind === "vector" ? ledger?.dimension == null : ledger === null;
        findings.check(
          mayLack && result.code === 2 && readError(result)?.code === "index-missing",
          () =>
            `${label}: ${kind} search exits ${result.code ?? result.signal}: ${result.stderr.slice(0, 400)}`,
        );
      }
      if (ledger === null || !isThere) return { committed: 0, pending: 0 };
      if (vector.code <= 1) checkHits(label, JSON.parse(vector.stdout), ledger, expectedStates);
      if (hybrid.code <= 1 && ledger.dimension !== null)
        checkWarning(label, JSON.parse(hybrid.stdout), ledger);
      return { committed: ledger.committed.length, pending: ledger.pending.length };
    },
  };

  function checkHits(label, response, ledger, expectedStates) {
    checkWarning(label, response, ledger);
    const found = response.hits.map((hit) => hit.chunk_id);
    const committed = new Set(ledger.committed);
    const early = found.filter((id) => !committed.has(id));
    findings.check(early.length === 0, () => `${label}: search shows ${early.length} vectors not committed`);
    findings.check(
      new Set(found).size === found.length && found.length === Math.min(committed.size, Number(ALL)),
      () => `${label}: search gives ${found.length} hits of ${committed.size} committed vectors`,
    );
    const scores = expectedStates.map(({ search }) => new Map(search.map(toScore)));
    const odd = response.hits.filter((hit) => !scores.some((known) => known.get(hit.chunk_id) === hit.score));
    findings.check(
      odd.length === 0,
      () => `${label}: ${odd.length} hits have another score than in any undisturbed index`,
    );
  }

  function checkWarning(label, { warnings }, { pending }) {
    const told = warnings.find((text) => text.includes("no vector yet"));
    const number = told === undefined ? 0 : Number(/^\d+/.exec(told)?.[0]);
    findings.check(
      number === pending.length,
      () => `${label}: ${pending.length} vectors are pending, the search says: ${told ?? "nothing"}`,
    );
  }

  /** Waiting vectors are a warning. Before the tables are made there is an index to complete, and it must say so. */
  function checkDoctor(label, { code, stdout, stderr }, ledger) {
    const checks = code === null || stdout === "" ? null : JSON.parse(stdout).checks;
    const problems = checks?.filter(({ state }) => state === "problem");
    const isSound = problems?.every(({ hint }) => ledger === null && hint.includes("kebab ingest"));
    findings.check(
      isSound,
      () => `${label}: doctor exits ${code}: ${stderr.slice(0, 300)} ${JSON.stringify(problems)}`,
    );
    if (checks !== null && (ledger?.pending.length ?? 0) > 0)
      findings.check(
        checks.some(({ name, state }) => name === "vectors" && state === "warning"),
        () => `${label}: ${ledger.pending.length} vectors wait, and doctor says nothing`,
      );
  }
  return bench;
}

function toScore(line) {
  const { chunk_id, score } = JSON.parse(line);
  return [chunk_id, score];
}
