// The least a program can do to keep vectors: each a blob in a plain table, in one transaction.
// Usage: node raw-vectors.mjs VECTORS ROWS DATABASE
import { DatabaseSync } from "@photostructure/sqlite";
import { openVectors } from "../support/growth-vectors.mjs";

const [file, rows, database] = process.argv.slice(2);
const vectors = openVectors(file);
const started = performance.now();
const connection = new DatabaseSync(database);
connection.exec(`
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table vectors (id integer primary key, vector blob not null);
  begin;
`);
const put = connection.prepare("insert into vectors (vector) values (?)");
for (const vector of vectors.take(Number(rows))) put.run(new Uint8Array(vector.buffer));
connection.exec("commit");
connection.exec("pragma wal_checkpoint(truncate)");
connection.close();
vectors.close();
process.stdout.write(`${JSON.stringify({ storeMs: performance.now() - started })}\n`);
