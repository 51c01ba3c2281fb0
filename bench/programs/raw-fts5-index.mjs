// The least a program can do to make texts searchable: read, hash, insert, in one transaction.
// Usage: node raw-fts5-index.mjs FOLDER DATABASE
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";

const [folder, database] = process.argv.slice(2);
const connection = new DatabaseSync(database);
connection.exec(`
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table files (id integer primary key, path text not null unique, hash text not null);
  create virtual table texts using fts5 (text, tokenize = 'porter unicode61');
`);
const putFile = connection.prepare("insert into files (path, hash) values (?, ?)");
const putText = connection.prepare("insert into texts (rowid, text) values (?, ?)");
connection.exec("begin");
for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
  if (!entry.isFile()) continue;
  const path = `${entry.parentPath}/${entry.name}`;
  const bytes = readFileSync(path);
  const { lastInsertRowid } = putFile.run(path, createHash("sha256").update(bytes).digest("hex"));
  putText.run(lastInsertRowid, bytes.toString("utf8"));
}
connection.exec("commit");
connection.exec("pragma wal_checkpoint(truncate)");
connection.close();
