import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";

/** What may differ between two builds of the same index: row numbers and the time of day. */
const LEFT_OUT = {
  documents: ["id", "indexed_at", "checked_at"],
  chunks: ["id", "document"],
  document_tags: ["document"],
  set_aside: ["checked_at"],
  // verified_scan is a memo of the last run that had nothing to do.
  sources: ["added_at", "verified_scan"],
};

export function openDatabase(dataDir, options = {}) {
  return new DatabaseSync(join(dataDir, "kebab.sqlite"), {
    readOnly: options.readonly ?? true,
    timeout: 10_000,
  });
}

/** Everything the index holds, as sorted lines a table; two equal dumps search alike. */
export function dumpIndex(dataDir) {
  const database = openDatabase(dataDir);
  try {
    const rows = (sql) => database.prepare(sql).all();
    const plain = (table) =>
      rows(`select * from ${table}`).map((row) => {
        for (const column of LEFT_OUT[table]) delete row[column];
        return JSON.stringify(row);
      });
    const dump = {
      sources: plain("sources"),
      documents: plain("documents"),
      set_aside: plain("set_aside"),
      chunks: rows("select d.doc_id, c.* from chunks c join documents d on d.id = c.document").map((row) => {
        for (const column of LEFT_OUT.chunks) delete row[column];
        return JSON.stringify(row);
      }),
      tags: rows(
        "select d.doc_id, t.tag, t.origin from document_tags t join documents d on d.id = t.document",
      ).map((row) => JSON.stringify(row)),
      fts: dumpVocabulary(database),
    };
    return Object.fromEntries(Object.entries(dump).map(([name, lines]) => [name, lines.sort()]));
  } finally {
    database.close();
  }
}

/** Each chunk's terms with column and position, straight from the inverted index. */
function dumpVocabulary(database) {
  database.exec("create virtual table temp.instances using fts5vocab('main', 'chunks_fts', 'instance')");
  const ids = new Map(
    database
      .prepare("select id, chunk_id from chunks")
      .all()
      .map((row) => [row.id, row.chunk_id]),
  );
  const hashes = new Map();
  const entries = database.prepare(
    "select doc, col, term, offset from temp.instances order by doc, col, offset, term",
  );
  for (const { doc, col, term, offset } of entries.iterate()) {
    const chunk = ids.get(doc) ?? `no chunk has row ${doc}`;
    let hash = hashes.get(chunk);
    if (hash === undefined) {
      hash = { sum: createHash("sha256"), terms: 0 };
      hashes.set(chunk, hash);
    }
    hash.sum.update(`${col}\0${offset}\0${term}\0`);
    hash.terms++;
  }
  return [...hashes].map(([chunk, { sum, terms }]) => `${chunk} ${terms} ${sum.digest("hex")}`);
}

/** The differences of two dumps in words; empty when they are equal. */
export function compareDumps(expected, actual) {
  const differences = [];
  for (const table of Object.keys(expected)) {
    const wanted = new Set(expected[table]);
    const found = new Set(actual[table]);
    const missing = expected[table].filter((line) => !found.has(line));
    const extra = actual[table].filter((line) => !wanted.has(line));
    if (missing.length + extra.length === 0 && expected[table].length === actual[table].length) continue;
    const show = (line) => (line === undefined ? "" : line.slice(0, 300));
    differences.push(
      `${table}: ${missing.length} missing, ${extra.length} extra; missing ${show(missing[0])}; extra ${show(extra[0])}`,
    );
  }
  return differences;
}

/** Problems found by SQLite's, FTS5's and our own checks; empty when the index is sound. */
export function checkIndex(dataDir) {
  if (!existsSync(join(dataDir, "kebab.sqlite"))) return ["there is no index"];
  const problems = [];
  const database = openDatabase(dataDir, { readonly: false });
  try {
    const all = (sql) => database.prepare(sql).all();
    for (const row of all("pragma integrity_check")) {
      if (row.integrity_check !== "ok") problems.push(`integrity_check: ${row.integrity_check}`);
    }
    for (const row of all("pragma foreign_key_check"))
      problems.push(`foreign_key_check: ${JSON.stringify(row)}`);
    try {
      database.exec("insert into chunks_fts (chunks_fts, rank) values ('integrity-check', 1)");
    } catch (error) {
      problems.push(`FTS5 integrity-check: ${error.message}`);
    }
    const counts = (sql) => Number(Object.values(all(sql)[0])[0]);
    const indexed = counts("select count(*) from chunks_fts_docsize");
    const chunks = counts("select count(*) from chunks");
    if (indexed !== chunks) problems.push(`${chunks} chunks, ${indexed} of them in the keyword index`);
    if (counts("select count(*) from document_tags where document not in (select id from documents)") > 0) {
      problems.push("tags without a document");
    }
  } catch (error) {
    problems.push(`cannot check: ${error.message}`);
  } finally {
    database.close();
  }
  return problems;
}

export function countRows(dataDir) {
  const database = openDatabase(dataDir);
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' order by name")
      .all()
      .map((row) => row.name);
    return Object.fromEntries(
      tables.map((table) => [
        table,
        Number(database.prepare(`select count(*) as count from "${table}"`).get().count),
      ]),
    );
  } finally {
    database.close();
  }
}
