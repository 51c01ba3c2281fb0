import { spawnSync } from "node:child_process";
import { loadPackage } from "../load.mjs";

const NO_INDEX = "keeps nothing on disk: every search reads every file";
const NO_VECTORS = "has no vector search";
const NO_RANKS = "does not rank: the files that hold any word, in no order";

export const peer = {
  name: "ripgrep",
  title: "ripgrep",
  packages: ["@vscode/ripgrep"],
  note: "the files that hold any of the query's words, case ignored, unranked; warm or not, each search is a process",
  lacks: {
    ...{ ingest: NO_INDEX, again: NO_INDEX, bytes: NO_INDEX, ingest_memory: NO_INDEX },
    ...{ vector: NO_VECTORS, hybrid: NO_VECTORS, quality: NO_RANKS },
    search_memory: "is a native program, and the bench reads the memory of Node processes alone",
  },
  behind: {
    install: "one native program, and no model",
    cold: "a native program, with no runtime to start and no index to open; it reads every file each time",
  },
  commands: ({ folder }) => ({
    cold: (query) => ({ program: findProgram(), words: toWords(query, folder), exits: [0, 1] }),
  }),
  async open({ folder }) {
    const program = findProgram();
    return {
      keyword: (query, k) => {
        const { stdout } = spawnSync(program, toWords(query, folder), {
          encoding: "utf8",
          maxBuffer: 2 ** 26,
        });
        return stdout.split("\n", k).filter((path) => path !== "");
      },
      close: () => null,
    };
  },
};

function findProgram() {
  const end = process.platform === "win32" ? ".exe" : "";
  return loadPackage.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg${end}`);
}

function toWords(query, folder) {
  const words = query.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  return [
    ...["--files-with-matches", "--ignore-case", "--fixed-strings", "--no-config"],
    ...words.flatMap((word) => ["-e", word]),
    ...["--", folder],
  ];
}
