import { checkIndex, compareDumps, dumpIndex } from "./index-dump.mjs";
import { runKebab, toSuccess } from "./run-kebab.mjs";

/** What the harnesses about faults do with an index of one corpus: run, ask, compare. */
export function createPlainBench(setup, findings) {
  const bench = {
    run: (args, options) => runKebab(setup, [...args, "--json"], options),

    mustRun: (label, args, options) => toSuccess(label, args, bench.run(args, options), findings),

    search: (options, query = QUERY, flags = ["--mode", "lexical", "-k", "1000"]) =>
      bench.run(["search", query, ...flags], options),

    /** The hits of a search that must succeed, as lines to compare. */
    async mustSearch(label, options, query = QUERY) {
      const result = await bench.search(options, query);
      const isAnswered = findings.check(
        result.code === 0,
        () => `${label}: search exits ${result.code ?? result.signal}: ${result.stderr.slice(0, 400)}`,
      );
      return isAnswered ? toComparable(result.stdout) : [];
    },

    /** The index equals that of an undisturbed run, and is sound. */
    check(label, dataDir, expected) {
      for (const problem of checkIndex(dataDir)) findings.add(`${label}: ${problem}`);
      for (const line of compareDumps(expected, dumpIndex(dataDir))) findings.add(`${label}: ${line}`);
    },
  };
  return bench;
}

export const QUERY = "rollback of the search index 배포 백업";

/** A search's answer but for the time of indexing, as lines: the rest must be the same to the byte. */
export function toComparable(stdout) {
  const { hits, ...rest } = JSON.parse(stdout);
  for (const hit of hits) delete hit.indexed_at;
  return [JSON.stringify(rest), ...hits.map((hit) => JSON.stringify(hit))];
}
