import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadPackage } from "../load.mjs";

const NO_WORDS = "searches vectors alone";
const SEARCH = "select rowid from vectors where embedding match ? and k = ? order by distance";

export const peer = {
  name: "sqlite-vec",
  title: "sqlite-vec",
  packages: ["sqlite-vec", "@photostructure/sqlite"],
  note: "its vec0 table of float32, cosine, as its documentation uses it; the query's vector is given",
  lacks: { keyword: NO_WORDS, hybrid: NO_WORDS },
  behind: {
    install: "the binding and one small library, both of them parts of kebab; no model",
    vector_bytes: "vectors alone: no text, no words, no citations, no codes for a faster scan",
    vector_warm: "scans the vectors and gives row numbers; kebab reads the texts of its hits, too",
    vector_memory: "reads the vectors from the disk for each query and keeps nothing",
  },
  async ingest(rows, { home }) {
    rmSync(databaseOf(home), { force: true });
    const connection = open(home);
    connection.exec(`
      create table rows (rowid integer primary key, id text not null);
      create virtual table vectors using vec0(embedding float[${rows[0].vector.length}] distance_metric=cosine);
      begin;
    `);
    const putRow = connection.prepare("insert into rows (rowid, id) values (?, ?)");
    const putVector = connection.prepare(
      "insert into vectors (rowid, embedding) values (cast(? as integer), ?)",
    );
    for (const [position, { id, vector }] of rows.entries()) {
      putRow.run(position, id);
      if (vector.some((value) => value !== 0)) putVector.run(position, toBytes(vector));
    }
    connection.exec("commit");
    connection.close();
  },
  async open({ home }) {
    const connection = open(home);
    connection.exec("pragma cache_size = -65536; pragma temp_store = memory");
    const statement = connection.prepare(SEARCH);
    const idOf = connection.prepare("select id from rows where rowid = ?");
    return {
      vector: (vector, k) => statement.all(toBytes(vector), k).map(({ rowid }) => idOf.get(rowid).id),
      close: () => connection.close(),
    };
  },
};

function databaseOf(home) {
  return join(home, "vectors.sqlite");
}

function open(home) {
  const { DatabaseSync } = loadPackage("@photostructure/sqlite");
  const connection = new DatabaseSync(databaseOf(home), { allowExtension: true });
  connection.enableLoadExtension(true);
  connection.loadExtension(loadPackage("sqlite-vec").getLoadablePath());
  return connection;
}

function toBytes(vector) {
  return new Uint8Array(Float32Array.from(vector).buffer);
}
