import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadPackage } from "../load.mjs";

export const peer = {
  name: "lancedb",
  title: "LanceDB",
  packages: ["@lancedb/lancedb", "apache-arrow"],
  note: "one record a file, an FTS index with its defaults; vectors without an index, so that its search is exact, too; hybrid by its RRF reranker; not its newest version but the one kebab can keep its vectors in, the last with binaries for every system in the registry; hits carry their whole text",
  lacks: {},
  behind: {
    install: "one native library and Arrow, and no model",
    bytes: "compressed columns of whole files, without chunks, Korean pairs and places to cite",
    vector_bytes: "compressed columns, and vectors without the codes that kebab scans",
    ingest: "texts are neither parsed nor cut into chunks",
    warm: "rows are whole files, and no snippet or citation is made",
    quality_hybrid: "fuses by plain RRF",
    quality_hybrid_recall:
      "a Korean question leaves Korean passages to words in kebab, which rank them better (see nDCG) and list fewer",
  },
  async ingest(rows, { home }) {
    // Overwriting a table keeps its earlier versions and their indexes.
    rmSync(folderOf(home), { recursive: true, force: true });
    const { lancedb, connection } = await connect(home);
    const records = rows.map((row) => (row.vector === undefined ? row : { ...row, vector: [...row.vector] }));
    const table = await connection.createTable("rows", records.map(withWhole), { mode: "overwrite" });
    await table.createIndex("whole", { config: lancedb.Index.fts() });
    table.close();
    connection.close();
  },
  async open({ home }) {
    const { lancedb, connection } = await connect(home);
    const table = await connection.openTable("rows");
    const reranker = await lancedb.rerankers.RRFReranker.create();
    const take = async (query, k, score) =>
      (await query.select(["id", "title", "whole", score]).limit(k).toArray()).map(({ id }) => id);
    const columns = { columns: ["whole"] };
    const near = (vector) =>
      table
        .query()
        .nearestTo([...vector])
        .distanceType("cosine");
    return {
      keyword: (query, k) => take(table.query().fullTextSearch(query, columns), k, "_score"),
      vector: (vector, k) => take(near(vector), k, "_distance"),
      hybrid: async (query, vector, k) => {
        const both = near(vector).fullTextSearch(query, columns).rerank(reranker);
        return (await both.select(["id", "title", "whole"]).limit(k).toArray()).map(({ id }) => id);
      },
      close: () => connection.close(),
    };
  },
};

/** Its FTS index is of one column. */
function withWhole({ title, text, ...row }) {
  return { ...row, title, whole: title === "" ? text : `${title}\n\n${text}` };
}

async function connect(home) {
  process.env.LANCEDB_LOG ??= "error";
  // With as many threads as this machine has cores, two, it never ends making the FTS index of 3,000 files.
  process.env.LANCE_CPU_THREADS ??= "8";
  const lancedb = loadPackage("@lancedb/lancedb");
  return { lancedb, connection: await lancedb.connect(folderOf(home)) };
}

function folderOf(home) {
  return join(home, "lance");
}
