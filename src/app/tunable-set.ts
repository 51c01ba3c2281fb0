import type { Config } from "../config/keys.ts";
import type { LoadedConfig } from "../config/load-config.ts";
import type { MetricName } from "../core/metric-names.ts";
import type { MetricValues } from "../evaluation/run-record.ts";
import type { TunedQuery } from "../evaluation/tune.ts";
import type { TuneProgress } from "../evaluation/tune-search.ts";
import type { SearchSettings } from "../evaluation/tune-space.ts";
import type { DataPaths } from "./data-paths.ts";
import type { TuneLists } from "./tune-lists.ts";

export interface TuneFusionOptions {
  readonly loaded: LoadedConfig;
  readonly workerScript: URL;
  readonly metric: MetricName;
  readonly seed: number;
  readonly signal?: AbortSignal;
  readonly onMessage?: (text: string) => void;
  readonly onProgress?: (progress: TuneProgress) => void;
}

/** A set whose index is built; BEIR folders and golden files each make one. */
export interface TunableSet {
  readonly name: string;
  /** Of the index, which may lie aside. */
  readonly config: Config;
  readonly paths: DataPaths;
  readonly queries: number;
  /** Ready when the lists are open: finding what is relevant may need the index. */
  judge(lists: TuneLists): Promise<readonly TunableQuery[]>;
}

export interface TunableQuery extends TunedQuery {
  measure(settings: SearchSettings): Promise<MetricValues>;
}
