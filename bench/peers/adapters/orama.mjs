import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPackage } from "../load.mjs";

const WORDS = { id: "string", title: "string", text: "string" };

export const peer = {
  name: "orama",
  title: "Orama",
  packages: ["@orama/orama", "@orama/plugin-data-persistence"],
  note: "one record a file, the default English tokeniser, which drops Hangul; kept and opened by its persistence plugin, binary form; its threshold of similarity is set to 0, so that it ranks whatever is near",
  lacks: {},
  behind: {
    install: "JavaScript alone, and no model",
    warm: "the whole index lies in the process's memory as JavaScript objects; queries in Hangul end at once, for nothing can match",
    bytes: "keeps no positions; Hangul is not indexed",
    ingest: "keeps no positions and no chunks; Hangul is not indexed",
    ingest_memory: "one thread, no parser, no native library",
    search_memory: "no native library beside the index",
    hybrid: "the keyword half of it is its own keyword search, which answers from memory",
    quality_hybrid_recall:
      "a Korean question leaves Korean passages to words in kebab, which rank them better (see nDCG) and list fewer",
    quality_keyword_recall: "it asks for every word, stop words too, and so lists more documents",
  },
  async ingest(rows, { home }) {
    const { create, insertMultiple } = loadPackage("@orama/orama");
    const { persist } = loadPackage("@orama/plugin-data-persistence");
    const dimension = rows[0]?.vector?.length ?? 0;
    const index = create({ schema: dimension === 0 ? WORDS : { ...WORDS, vector: `vector[${dimension}]` } });
    const records = rows.map((row) => (row.vector === undefined ? row : { ...row, vector: [...row.vector] }));
    await insertMultiple(index, records);
    writeFileSync(join(home, "index.orama"), await persist(index, "binary"));
  },
  async open({ home }) {
    const { search } = loadPackage("@orama/orama");
    const { restore } = loadPackage("@orama/plugin-data-persistence");
    const index = await restore("binary", readFileSync(join(home, "index.orama"), "utf8"));
    const ask = async (request) => (await search(index, request)).hits.map(({ document }) => document.id);
    const fields = { properties: ["title", "text"] };
    // 0.8 unless told: a threshold made for other models' cosines.
    const near = (vector) => ({ similarity: 0, vector: { value: [...vector], property: "vector" } });
    return {
      keyword: (query, k) => ask({ term: query, limit: k, ...fields }),
      vector: (vector, k) => ask({ mode: "vector", limit: k, ...near(vector) }),
      hybrid: (query, vector, k) =>
        ask({ mode: "hybrid", term: query, limit: k, ...fields, ...near(vector) }),
      close: () => null,
    };
  },
};
