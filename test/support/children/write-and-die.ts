// Starts a transaction that rewrites every chunk, says so, and waits to be killed in the middle of it.
import { Database } from "../../../src/stores/sqlite/database.ts";

const [path = ""] = process.argv.slice(1);
const database = new Database(path, { readonly: false });
// Pages that do not fit into the cache are written to the log before the transaction ends.
database.exec("pragma cache_size = 1");
database.exec("begin immediate");
database.exec("update chunks set text = 'half' || text, heading = 'half'");
console.log("written");
for await (const _ of process.stdin);
