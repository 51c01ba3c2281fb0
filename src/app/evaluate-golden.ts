import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Config } from "../config/keys.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import { KebabError, toMessage } from "../core/errors.ts";
import { FUSION_NAMES, type FusionName } from "../core/fusion/policies.ts";
import { toContentHash, toId } from "../core/ids.ts";
import { SEARCH_MODES, type SearchMode } from "../core/search.ts";
import { toRankedLines } from "../evaluation/eval-run.ts";
import type { GoldenQuery, GoldenSet } from "../evaluation/golden.ts";
import { toGoldenQueryRecords, toGoldenVariantRecord } from "../evaluation/golden-record.ts";
import { parseGolden } from "../evaluation/parse-golden.ts";
import { checkRequirements, type Requirement } from "../evaluation/requirements.ts";
import { type AskedAnswer, type AsksRun, runAsks } from "../evaluation/run-asks.ts";
import type { EvalProgress } from "../evaluation/run-beir.ts";
import { type GoldenModeRun, type PassageSearch, runGolden } from "../evaluation/run-golden.ts";
import type { QueryRecord } from "../evaluation/run-record.ts";
import { rankChunks } from "../retrieval/rank.ts";
import type { Answer } from "../wire/answer.ts";
import { parseCodeLanguage } from "./code-language.ts";
import { toDataPaths } from "./data-paths.ts";
import type { Evaluation } from "./evaluate-beir.ts";
import { type EvaluatedIndex, readEvaluatedIndex } from "./evaluate-index.ts";
import { describeRun, type RunSurroundings, toEvalRunWire } from "./evaluate-record.ts";
import { Kebab } from "./kebab.ts";
import { openEmbedder } from "./open-embedder.ts";
import { openIndex } from "./open-index.ts";
import { openRetrievers, type SearchEnvironment, toFusion } from "./retrievers.ts";
import { openRunStore } from "./run-store.ts";
import { toVectorKey } from "./vector-access.ts";

export interface EvaluateGoldenOptions extends Omit<RunSurroundings, "config"> {
  readonly loaded: LoadedConfig;
  readonly workerScript: URL;
  /** Those there is a model for, unless told. */
  readonly modes?: readonly SearchMode[];
  /** The policies to measure in hybrid mode; the configured one unless told. */
  readonly fusions?: readonly FusionName[];
  /** False to measure the search alone. */
  readonly ask?: boolean;
  readonly signal?: AbortSignal;
  readonly onMessage?: (text: string) => void;
  readonly onProgress?: (event: EvalProgress) => void;
}

export interface GoldenEvaluation extends Evaluation {
  readonly requirements: readonly Requirement[];
  /** Requirements that were not checked, because the options leave out what they are about. */
  readonly leftOut: readonly string[];
  readonly queries: readonly QueryRecord[];
  readonly asks: AsksRun["perQuery"];
}

export async function evaluateGolden(
  file: string,
  options: EvaluateGoldenOptions,
): Promise<GoldenEvaluation> {
  const startedAt = new Date();
  const set = readGolden(file);
  const { config } = options.loaded;
  const loaded = set.corpus === null ? options.loaded : setAside(options.loaded, toCorpus(file, set.corpus));
  const asking = { ...options, loaded };
  if (set.corpus !== null) await indexCorpus(toCorpus(file, set.corpus), asking);
  const ranked = await rankSet(set, asking);
  const asked = options.ask === false ? null : await askSet(set, asking);
  const versions = {
    ...ranked.versions,
    ...(asked === null ? {} : { prompt: asked.promptVersion }),
  };
  const queries = [...toGoldenQueryRecords(ranked.runs)];
  const asks = asked?.perQuery ?? [];
  const record = openRunStore(toDataPaths(config.storage.dataDir).runs).write(
    {
      // The user's settings as they stand: the folder aside is this run's own affair.
      ...(await describeRun({ ...options, config }, startedAt, versions)),
      kind: "golden",
      set: set.name,
      set_hash: toContentHash(JSON.stringify([set.queries, ranked.index.contentHash])),
      documents: ranked.index.documents,
      queries: set.queries.filter(({ expect }) => expect.length > 0).length,
      runs: ranked.runs.map(toGoldenVariantRecord),
      ask: asked?.record ?? null,
    },
    queries,
    asks,
  );
  const isLeftOut = (name: string): boolean => isLeftOutBy(name, options);
  const requirements = checkRequirements(set.require, record, isLeftOut);
  return {
    record,
    json: toEvalRunWire(record, requirements),
    requirements,
    leftOut: [...set.require.keys()].filter(isLeftOut),
    queries,
    asks,
    rankedLines: () => [...toRankedLines(ranked), ""].join("\n"),
  };
}

/** What somebody left out by flag, not what is missing: that must be told. */
function isLeftOutBy(name: string, { modes, ask }: EvaluateGoldenOptions): boolean {
  const side = name.slice(0, name.indexOf("."));
  return side === "ask" ? ask === false : modes !== undefined && !modes.some((mode) => mode === side);
}

export function readGolden(file: string): GoldenSet {
  const name = basename(file, extname(file));
  return parseGolden(readText(file), { file, name, parseCodeLanguage });
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw toUnreadable(file, error);
  }
}

function toUnreadable(file: string, cause: unknown): KebabError {
  const isMissing = !existsSync(file);
  return new KebabError(
    isMissing ? "not-found" : "source-unreadable",
    `Cannot read ${file}: ${isMissing ? "there is no such file" : toMessage(cause)}`,
    { hint: "Name a golden set; docs/evaluation.md describes the format", cause },
  );
}

export function toCorpus(file: string, corpus: string): string {
  const folder = resolve(dirname(file), corpus);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(folder);
  throw new KebabError("not-found", `Cannot index the corpus of ${file}: there is no folder ${folder}`, {
    hint: "`corpus` is a folder relative to the golden file; leave it out to ask your own index",
  });
}

/** The same settings over a data folder of the corpus's own: neither the user's index nor its sources are touched. */
export function setAside(loaded: LoadedConfig, corpus: string): LoadedConfig {
  const { evaluation } = toDataPaths(loaded.config.storage.dataDir);
  const dataDir = join(evaluation, `corpus-${toId(["corpus", corpus]).slice(0, 12)}`);
  const config: Config = {
    ...loaded.config,
    sources: [],
    storage: { ...loaded.config.storage, dataDir },
  };
  return { ...loaded, config };
}

const MESSAGE_EVERY_MS = 5000;

/** By the pipeline of `kebab ingest`: what has not changed since the last run costs nothing. */
export async function indexCorpus(
  corpus: string,
  options: Pick<EvaluateGoldenOptions, "loaded" | "workerScript" | "signal" | "onMessage" | "modes" | "ask">,
): Promise<void> {
  const { signal, onMessage, loaded, workerScript } = options;
  await using kebab = new Kebab({ loaded, readonly: false, workerScript });
  onMessage?.(`indexing ${corpus}`);
  let told = performance.now();
  const report = await kebab.ingest({
    paths: [corpus],
    // What only keyword search is asked of needs no vectors, and no model.
    embeddings: options.ask !== false || (options.modes ?? SEARCH_MODES).some((mode) => mode !== "lexical"),
    ...(signal === undefined ? {} : { signal }),
    onProgress: (event) => {
      if (event.kind !== "chunks-embedded" || performance.now() - told < MESSAGE_EVERY_MS) return;
      told = performance.now();
      onMessage?.(`embedding ${corpus}: ${event.done} of ${event.total} chunks`);
    },
  });
  if (report.interrupted) throw new KebabError("interrupted", `Stopped while indexing ${corpus}`);
  for (const { path, reason } of report.failed) onMessage?.(`warning: ${path} is not indexed: ${reason}`);
}

interface RankedSet {
  readonly runs: readonly GoldenModeRun[];
  readonly index: EvaluatedIndex;
  readonly versions: Readonly<Record<string, string>>;
}

async function rankSet(set: GoldenSet, options: EvaluateGoldenOptions): Promise<RankedSet> {
  const { config } = options.loaded;
  const { signal, onProgress, onMessage } = options;
  const modes = options.modes ?? toDefaultModes(config);
  await using index = openIndex(config, toDataPaths(config.storage.dataDir));
  await using embedder = modes.some((mode) => mode !== "lexical")
    ? await openEmbedder(config.embeddings)
    : null;
  const environment: SearchEnvironment = { config, index, openEmbedder: async () => embedder };
  const evaluated = await readEvaluatedIndex(index.reader);
  const top = set.defaults.top ?? config.search.defaultTop;
  const runs = await runGolden({
    set,
    index: evaluated,
    search: await createSearch(environment, { modes, top, onWarning: once(onMessage) }),
    modes,
    fusions: options.fusions ?? [config.search.hybridFusion],
    top,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  return {
    runs,
    index: evaluated,
    versions: {
      lexical: index.lexicalIndex.version,
      chunker: evaluated.chunkerVersions.join(", "),
      ...(embedder === null
        ? {}
        : { embedder: `${embedder.modelId}@${toVectorKey(embedder, config).version}` }),
    },
  };
}

/** Strictly: a mode that is to be measured must not be answered by another one. */
async function createSearch(
  environment: SearchEnvironment,
  { modes, top, onWarning }: { modes: readonly SearchMode[]; top: number; onWarning: (text: string) => void },
): Promise<PassageSearch> {
  const fusion = toFusion(environment.config);
  const needsVectors = modes.some((mode) => mode !== "lexical");
  const retrievers = await openRetrievers(needsVectors ? "vector" : "lexical", environment);
  return async (query, { variant, filter, depth }) => {
    const policy = FUSION_NAMES.find((name) => name === variant.fusion) ?? fusion.policy;
    // As many candidates as a user's search of `top` hits has, on whatever page.
    const request = { query, mode: variant.mode, top, wanted: depth, filter };
    const { hits, sides } = await rankChunks(request, retrievers, { ...fusion, policy });
    for (const { list } of sides) for (const warning of list.warnings) onWarning(`warning: ${warning}`);
    return hits.slice(0, depth);
  };
}

function toDefaultModes({ embeddings }: Config): readonly SearchMode[] {
  return embeddings.provider === "none" ? ["lexical"] : SEARCH_MODES;
}

function once(tell: ((text: string) => void) | undefined): (text: string) => void {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    tell?.(text);
  };
}

async function askSet(set: GoldenSet, options: EvaluateGoldenOptions): Promise<AsksRun> {
  const { loaded, workerScript, signal, onProgress } = options;
  await using kebab = new Kebab({ loaded, readonly: true, workerScript });
  const { mode, top } = set.defaults;
  const ask = async ({ query, filter }: GoldenQuery): Promise<AskedAnswer> =>
    toAskedAnswer(
      await kebab.ask(query, {
        filter,
        ...(mode === null ? {} : { mode }),
        ...(top === null ? {} : { top }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  return await runAsks({
    set,
    ask,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}

function toAskedAnswer(answer: Answer): AskedAnswer {
  const cited = answer.sources.filter((source) => source.cited);
  return {
    refusalReason: answer.refusal_reason,
    answer: answer.answer,
    grounded: answer.grounded,
    cited: cited.flatMap(({ citations }) => citations.map(({ path, uri }) => ({ path, uri }))),
    provider: answer.provider,
    model: answer.model,
    promptVersion: answer.prompt_version,
    promptTokens: answer.usage?.prompt_tokens ?? 0,
    answerTokens: answer.usage?.answer_tokens ?? 0,
  };
}
