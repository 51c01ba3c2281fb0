import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPackage } from "../load.mjs";

const NO_VECTORS = "has no vector search";
const OPTIONS = { fields: ["title", "text"], storeFields: ["title"] };

export const peer = {
  name: "minisearch",
  title: "MiniSearch",
  packages: ["minisearch"],
  note: "one record a file, the default tokeniser and OR; kept by JSON.stringify, opened by MiniSearch.loadJSON; hits carry a title and no text",
  lacks: { vector: NO_VECTORS, hybrid: NO_VECTORS },
  behind: {
    install: "one file of JavaScript without a dependency, and no model",
    warm: "the whole index lies in the process's memory as JavaScript maps, and a hit carries no text",
    cold: "at this size its JSON is read and parsed before a database is opened",
    bytes: "keeps words and counts alone: no text, no positions, nothing to cite from",
    ingest: "keeps no positions, no chunks and no text",
    ingest_memory: "one thread, no parser, no native library",
    search_memory: "no native library beside the index",
    quality_keyword_recall: "it asks for every word, stop words too, and so lists more documents",
  },
  async ingest(rows, { home }) {
    const MiniSearch = loadPackage("minisearch");
    const index = new MiniSearch(OPTIONS);
    index.addAll(rows);
    writeFileSync(join(home, "index.json"), JSON.stringify(index));
  },
  async open({ home }) {
    const MiniSearch = loadPackage("minisearch");
    const index = MiniSearch.loadJSON(readFileSync(join(home, "index.json"), "utf8"), OPTIONS);
    return {
      keyword: (query, k) =>
        index
          .search(query)
          .slice(0, k)
          .map(({ id }) => id),
      close: () => null,
    };
  },
};
