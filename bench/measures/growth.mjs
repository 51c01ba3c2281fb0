// One size of the growth curves: an index of so many chunks is made, asked in every way, and set beside its limits.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { makeCorpus } from "../make-corpus.mjs";
import { interleave, runCommand, runCommandWithPeak } from "../support/command.mjs";
import { median, round } from "../support/statistics.mjs";
import { walkAndStat } from "../support/walk-and-stat.mjs";
import {
  createEnvironment,
  databaseOf,
  ELSEWHERE,
  programPath,
  WORK,
  workFolder,
} from "../support/workshop.mjs";
import { summariseRuns } from "./commands.mjs";
import { measureVectorCommands } from "./hybrid.mjs";
import { ingestAnew } from "./ingest.mjs";

/** Of the generated files as they are cut by default; how many there really are is counted in the index. */
const CHUNKS_PER_FILE = 5.667;
/** More vectors than the largest index will have chunks. */
export const SPARE = 1.03;
const RAW = join(WORK, "growth", "raw");

/** Gives the texts for about so many chunks; a smaller corpus is the beginning of a larger one. */
export function makeChunkCorpus(chunks) {
  const files = Math.round(chunks / CHUNKS_PER_FILE);
  return makeCorpus(files, join(workFolder("corpus"), String(files)));
}

/** What a passage costs is the same at every size. Leaves the optimised copy of the model in its home. */
export function measureGrowthEmbedding(workshop, { chunks, passages }) {
  const home = workFolder("growth", "embedding");
  ingestAnew(workshop, home, makeChunkCorpus(chunks).folder);
  const words = [programPath("growth-embedding.mjs"), workshop.insidesFile, home, String(passages)];
  return JSON.parse(runCommand({ words, ...placed(home) }).stdout);
}

/**
 * The index, and what making it cost, are kept in bench/.work and used again by the same build: a run that was
 * stopped goes on, and one that is repeated tells the costs of the first.
 */
export function measureMaking(workshop, { chunks, repeats, vectorsFile, isFresh }) {
  const corpus = makeChunkCorpus(chunks);
  const home = workFolder("growth", String(chunks));
  const recipe = { build: workshop.build, generator: corpus.generator, vectors: vectorsFile };
  const file = join(home, "made.json");
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  if (!isFresh && JSON.stringify(kept?.recipe) === JSON.stringify(recipe))
    return { ...kept.made, kept: true };
  rmSync(file, { force: true });
  const first = measureFirst(workshop, home, { corpus, repeats });
  const stored = measureStoring(workshop, home, { vectorsFile });
  const made = { at: new Date().toISOString(), load: readLoad(), ...first, stored };
  writeFileSync(file, JSON.stringify({ recipe, made }));
  return { ...made, kept: false };
}

function measureFirst(workshop, home, { corpus, repeats }) {
  const runs = {
    kebab: () => ingestAnew(workshop, home, corpus.folder),
    raw: () => {
      const words = [programPath("raw-fts5-index.mjs"), corpus.folder, emptyRaw()];
      return runCommandWithPeak({ words, ...placed(home) });
    },
  };
  readAll(corpus.folder);
  const results = interleave(runs, repeats);
  const chunks = countChunks(home);
  const { wall, cpu } = summariseRuns(results);
  return {
    chunks,
    files: corpus.files,
    text_mb: round(corpus.bytes / 1e6),
    first: {
      repeats,
      wall_ms: wall,
      cpu_ms: cpu,
      chunks_per_second: round((1000 * chunks) / wall.kebab.p50),
      peak_mb: { kebab: peakOf(results.kebab), raw: peakOf(results.raw) },
      disk_mb: { kebab: sizeOf(dataOf(home)), raw: sizeOf(RAW) },
      ratio: round(wall.kebab.p50 / wall.raw.p50),
      ratio_cpu: cpu === null ? null : round(cpu.kebab / cpu.raw),
    },
  };
}

/** The vectors' file has been read before: both find it in the system's cache. */
function measureStoring(workshop, home, { vectorsFile }) {
  copyModel(home);
  const words = [programPath("store-vectors.mjs"), workshop.insidesFile, home, vectorsFile];
  const ran = runCommandWithPeak({ words, ...placed(home) });
  const { rows, uncovered, storeMs } = JSON.parse(ran.stdout);
  const bare = runCommandWithPeak({
    words: [programPath("raw-vectors.mjs"), vectorsFile, String(rows), emptyRaw()],
    ...placed(home),
  });
  const { storeMs: rawMs } = JSON.parse(bare.stdout);
  const stored = {
    vectors: rows,
    uncovered,
    wall_ms: { kebab: round(storeMs), raw: round(rawMs) },
    // Of the whole processes, with their start.
    cpu_ms: { kebab: ran.cpuMs, raw: bare.cpuMs },
    vectors_per_second: round((1000 * rows) / storeMs),
    peak_mb: { kebab: peakOf([ran]), raw: peakOf([bare]) },
    // With the documents, as it stays.
    disk_mb: { kebab: sizeOf(dataOf(home)), raw: sizeOf(RAW) },
    ratio: round(storeMs / rawMs),
  };
  rmSync(RAW, { recursive: true });
  return stored;
}

/** An index run leaves an optimised copy of the model behind, and searches start from it. */
function copyModel(home) {
  const [from, to] = [workFolder("growth", "embedding"), home].map((place) => join(place, "cache"));
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true });
}

export function measureAgain(workshop, { chunks, repeats }) {
  const { folder } = makeChunkCorpus(chunks);
  const home = workFolder("growth", String(chunks));
  const programs = {
    walk: [programPath("walk-and-stat.mjs"), folder],
    kebab: [workshop.kebab, "ingest", "--no-embeddings", "--quiet"],
  };
  const runs = {
    walk: () => runCommand({ words: programs.walk, ...placed(home) }),
    kebab: () => runCommand({ words: programs.kebab, ...placed(home) }),
  };
  // The first run that finds nothing new remembers that, and the next ones are quicker.
  interleave(runs, 2);
  const results = interleave(runs, repeats);
  const { wall, cpu } = summariseRuns(results);
  const each = results.kebab.map(({ wallMs }, turn) => wallMs / results.walk[turn].wallMs);
  return {
    repeats,
    wall_ms: wall,
    cpu_ms: cpu,
    peak_mb: {
      kebab: peakOf([runCommandWithPeak({ words: programs.kebab, ...placed(home) })]),
      walk: peakOf([runCommandWithPeak({ words: programs.walk, ...placed(home) })]),
    },
    ratio: round(median(each)),
  };
}

export function measureWarmSearch(workshop, { chunks, rounds }) {
  const home = workFolder("growth", String(chunks));
  const library = join(dirname(workshop.kebab), "..", "dist", "index.js");
  const words = [programPath("growth-search.mjs"), library, workshop.insidesFile, home, String(rounds)];
  return JSON.parse(runCommand({ words, ...placed(home) }).stdout);
}

export function measureColdSearch(workshop, { chunks, repeats }) {
  const home = workFolder("growth", String(chunks));
  return measureVectorCommands(workshop, { home }, { repeats, stepRepeats: 3 });
}

export function readLoad() {
  return loadavg().map((load) => round(load, 3));
}

function placed(home) {
  return { env: createEnvironment(home), cwd: ELSEWHERE };
}

/** So that whoever comes first does not wait for the disk alone. */
function readAll(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name));
  }
}

function countChunks(home) {
  const database = new DatabaseSync(databaseOf(home), { readOnly: true });
  const { chunks } = database.prepare("select count(*) as chunks from chunks").get();
  database.close();
  return chunks;
}

function peakOf(runs) {
  return round(Math.max(...runs.map(({ peakBytes }) => peakBytes)) / 1e6);
}

function dataOf(home) {
  return dirname(databaseOf(home));
}

function sizeOf(folder) {
  return round(walkAndStat(folder).bytes / 1e6);
}

/** Where a yardstick makes its database: nothing of an earlier one is there. */
function emptyRaw() {
  rmSync(RAW, { recursive: true, force: true });
  mkdirSync(RAW, { recursive: true });
  return join(RAW, "raw.sqlite");
}
