// Quality beside speed: BEIR sets, when a folder of them is given.
import { join } from "node:path";
import { runCommand } from "../support/command.mjs";
import { listSets } from "../support/sets-folder.mjs";
import { createEnvironment, ELSEWHERE } from "../support/workshop.mjs";

export function measureSets(workshop, home, folder) {
  return listSets(folder).map((set) => {
    const words = [
      workshop.kebab,
      "eval",
      "beir",
      join(folder, set),
      "--mode",
      "lexical",
      "--json",
      "--quiet",
    ];
    const { stdout } = runCommand({ words, env: createEnvironment(home), cwd: ELSEWHERE });
    const { documents, queries, runs } = JSON.parse(stdout);
    return { set, documents, queries, ...runs[0] };
  });
}
