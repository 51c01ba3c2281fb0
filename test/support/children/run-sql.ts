// Runs SQL on a database as another process would, and says so.
import { Database } from "../../../src/stores/sqlite/database.ts";

const [path = "", sql = ""] = process.argv.slice(1);
using database = new Database(path, { readonly: false });
database.exec(sql);
console.log("done");
