import { statSync } from "node:fs";
import type { Config } from "../config/keys.ts";
import { tuneSettings } from "../evaluation/tune.ts";
import type { SearchSettings } from "../evaluation/tune-space.ts";
import type { EvalTune } from "../wire/comparison.ts";
import { openEmbedder } from "./open-embedder.ts";
import type { TunableSet, TuneFusionOptions } from "./tunable-set.ts";
import { TuneLists } from "./tune-lists.ts";
import { toConfigSettings, toSuggestedBlock } from "./tune-suggestion.ts";

/** Searches settings on half of a set's queries and tells what they are worth on the other. Changes nothing. */
export async function tuneFusion(path: string, options: TuneFusionOptions): Promise<EvalTune> {
  const { metric, seed, signal, onProgress } = options;
  const set = await openSet(path, options);
  await using embedder = await openEmbedder(set.config.embeddings);
  const { config, paths } = set;
  await using lists = await TuneLists.open({ config, paths, embedder, queries: set.queries });
  const current = toSearchSettings(set.config);
  const tuned = await tuneSettings({
    set: set.name,
    queries: await set.judge(lists),
    current,
    sides: lists.sides,
    metric,
    seed,
    measure: (query, settings) => query.measure(settings),
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    schema_version: "eval_tune.v1",
    set: set.name,
    metric,
    seed,
    sides: lists.sides,
    tried: tuned.tried,
    current: toConfigSettings(current),
    best: toConfigSettings(tuned.best),
    searched: tuned.searched,
    held_out: tuned.heldOut,
    adopt: tuned.adopt,
    toml: toSuggestedBlock({ set: set.name, metric, current, tuned }),
  };
}

async function openSet(path: string, options: TuneFusionOptions): Promise<TunableSet> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) {
    const { openGoldenForTuning } = await import("./tune-golden.ts");
    return openGoldenForTuning(path, options);
  }
  const { openBeirForTuning } = await import("./tune-beir.ts");
  return openBeirForTuning(path, options);
}

function toSearchSettings({ search }: Config): SearchSettings {
  return {
    policy: search.hybridFusion,
    rrfK: search.rrfK,
    candidateMultiplier: search.candidateMultiplier,
    weights: [search.lexicalWeight, search.vectorWeight],
    columns: {
      heading: search.headingWeight,
      text: search.textWeight,
      cjk: search.cjkWeight,
      identifiers: search.identifierWeight,
    },
  };
}
