// The least a program can do to answer: load the binding, open the database, ask once, print.
// Usage: node bare-fts5.mjs DATABASE SQL MATCH
import { DatabaseSync } from "@photostructure/sqlite";

const [database, sql, match] = process.argv.slice(2);
const connection = new DatabaseSync(database, { readOnly: true });
process.stdout.write(`${JSON.stringify(connection.prepare(sql).all(match))}\n`);
