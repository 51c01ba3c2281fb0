import { rmSync } from "node:fs";
import { join } from "node:path";
import { loadPackage } from "../load.mjs";

const NO_VECTORS = "has no vector search";
const SEARCH = `
  select id, texts.title, texts.text from rows join texts on texts.rowid = rows.rowid
  where texts match ? order by bm25(texts) limit ?
`;

export const peer = {
  name: "fts5",
  title: "raw FTS5",
  packages: ["@photostructure/sqlite"],
  note: "one row a file, porter unicode61, the query's words joined by OR, through the binding kebab uses; hits carry their whole text",
  lacks: { vector: NO_VECTORS, hybrid: NO_VECTORS },
  behind: {
    install: "the binding alone, which is a part of kebab",
    cold: "the floor of a process that opens a database: kebab adds its config, its check of the index and snippets",
    warm: "rows are whole files and fewer than kebab's chunks, Korean is not cut into pairs, and no snippet or citation is made",
    ingest: "reads and inserts: no parser, no chunks, no Korean pairs, no citations",
    again: "it knows no unchanged file and reads all again",
    bytes: "rows are whole files without chunks, Korean pairs and places to cite",
    ingest_memory: "no parser and no second thread",
    search_memory:
      "no config and no snippets; and kebab maps the index's file, whose pages count here until the system takes them back",
    quality_keyword_recall: "it asks for every word, stop words too, and so lists more documents",
  },
  async ingest(rows, { home }) {
    const file = databaseOf(home);
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    const connection = open(home);
    connection.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      create table rows (rowid integer primary key, id text not null unique);
      create virtual table texts using fts5 (title, text, tokenize = 'porter unicode61');
      begin;
    `);
    const putRow = connection.prepare("insert into rows (id) values (?)");
    const putText = connection.prepare("insert into texts (rowid, title, text) values (?, ?, ?)");
    for (const { id, title, text } of rows) putText.run(putRow.run(id).lastInsertRowid, title, text);
    connection.exec("commit");
    connection.exec("pragma wal_checkpoint(truncate)");
    connection.close();
  },
  async open({ home }) {
    const connection = open(home);
    const statement = connection.prepare(SEARCH);
    return {
      keyword: (query, k) => {
        const match = toMatch(query);
        return match === "" ? [] : statement.all(match, k).map(({ id }) => id);
      },
      close: () => connection.close(),
    };
  },
};

function databaseOf(home) {
  return join(home, "rows.sqlite");
}

function open(home) {
  const { DatabaseSync } = loadPackage("@photostructure/sqlite");
  return new DatabaseSync(databaseOf(home));
}

function toMatch(query) {
  const words = query.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.map((word) => `"${word}"`).join(" OR ");
}
