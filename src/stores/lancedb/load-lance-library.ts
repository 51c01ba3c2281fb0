import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { KebabError } from "../../core/errors.ts";

export interface LanceLibrary {
  readonly lancedb: typeof import("@lancedb/lancedb");
  readonly arrow: typeof import("apache-arrow");
}

/** What is asked of the machine; tests give another. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  /** `/proc/cpuinfo`. */
  readonly readProcessorInfo: () => string;
  readonly load: (packageName: string) => unknown;
}

const THIS_MACHINE: Machine = {
  platform: process.platform,
  architecture: process.arch,
  readProcessorInfo: () => readFileSync("/proc/cpuinfo", "utf8"),
  // `require`, not `import`: LanceDB itself requires apache-arrow. An imported one is a second copy of
  // it, whose tables LanceDB refuses ("Table and inner RecordBatch schemas must be equivalent").
  load: createRequire(import.meta.url),
};

const INSTEAD = 'set storage.vector_store = "sqlite-vec", which is always there';

/** Costs 140 ms, and both packages are optional: called when a table is read or written, not before. */
export function loadLanceLibrary(machine: Machine = THIS_MACHINE): LanceLibrary {
  // Before anything is loaded: a processor that does not know an instruction ends the process.
  if (lacksAvx2(machine)) {
    throw new KebabError("config-invalid", "Cannot use LanceDB: this processor has no AVX2 instructions", {
      hint: `In the config, ${INSTEAD}`,
    });
  }
  try {
    const lancedb = machine.load("@lancedb/lancedb") as LanceLibrary["lancedb"];
    return { lancedb, arrow: machine.load("apache-arrow") as LanceLibrary["arrow"] };
  } catch (error) {
    throw toMissing(error);
  }
}

function toMissing(cause: unknown): KebabError {
  return new KebabError(
    "config-invalid",
    "Cannot use LanceDB: the optional package @lancedb/lancedb is missing or not made for this system",
    {
      hint: `Install it beside kebab with \`npm install @lancedb/lancedb@0.31.0 apache-arrow@18.1.0\`, or ${INSTEAD}`,
      cause,
    },
  );
}

/** Only Linux tells without native code; elsewhere, and where it does not say, it is taken to be there. */
function lacksAvx2({ platform, architecture, readProcessorInfo }: Machine): boolean {
  if (platform !== "linux" || architecture !== "x64") return false;
  try {
    const flags = /^flags\s*:(.*)$/m.exec(readProcessorInfo())?.[1];
    return flags !== undefined && !flags.split(" ").includes("avx2");
  } catch {
    return false;
  }
}
