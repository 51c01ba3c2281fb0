import { join } from "node:path";

/** Everything kebab keeps lies in one folder; `reset` deletes some of these names and nothing else. */
export interface DataPaths {
  readonly folder: string;
  readonly database: string;
  readonly lock: string;
  /** The LanceDB folder, where that store is configured. */
  readonly vectors: string;
  /** Notes and files given by command: the user's own text, never deleted without being named. */
  readonly library: string;
  /** Indexes of evaluation sets, built anew at will. */
  readonly evaluation: string;
  /** Records of evaluations: measured once and not to be had again, so that `reset` leaves them. */
  readonly runs: string;
}

export function toDataPaths(folder: string): DataPaths {
  return {
    folder,
    database: join(folder, "kebab.sqlite"),
    lock: join(folder, "writer.lock"),
    vectors: join(folder, "vectors.lance"),
    library: join(folder, "library"),
    evaluation: join(folder, "evaluation"),
    runs: join(folder, "runs"),
  };
}
