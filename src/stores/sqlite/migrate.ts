import { KebabError } from "../../core/errors.ts";
import type { Database } from "./database.ts";
import type { Migration } from "./migration.ts";
import { house } from "./migrations/0001-house.ts";
import { vectors } from "./migrations/0002-vectors.ts";
import { compactCache } from "./migrations/0003-compact-cache.ts";

const MIGRATIONS: readonly Migration[] = [house, vectors, compactCache];
export const SCHEMA_VERSION = newestOf(MIGRATIONS);

const CREATE_TABLE = /* sql */ `
  create table if not exists migrations (id integer primary key, name text not null, applied_at integer not null)
`;
const HAS_TABLE = /* sql */ `select 1 as found from sqlite_master where type = 'table' and name = 'migrations'`;
const NEWEST = /* sql */ `select id, name from migrations order by id desc limit 1`;
const RECORD = /* sql */ `insert into migrations (id, name, applied_at) values (?, ?, ?)`;

/** 0 for an empty database. Refuses by name one that a newer kebab has written. */
export function readSchemaVersion(database: Database, known = SCHEMA_VERSION): number {
  if (database.get(HAS_TABLE) === undefined) return 0;
  const newest = database.get<{ id: number; name: string }>(NEWEST);
  if (newest === undefined) return 0;
  if (newest.id > known) {
    throw new KebabError(
      "database-newer",
      `Cannot open ${database.path}: it has schema ${newest.id} ("${newest.name}"), this kebab knows up to ${known}`,
      { hint: "Update kebab, or point --data-dir at another folder", details: { schema: newest.id, known } },
    );
  }
  return newest.id;
}

/** All that are missing, in order, in one transaction. */
export function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const known = newestOf(migrations);
  if (readSchemaVersion(database, known) === known) return;
  database.transaction(() => {
    database.exec(CREATE_TABLE);
    // Read again inside the transaction: another process may have migrated meanwhile.
    const from = readSchemaVersion(database, known);
    for (const migration of migrations.filter(({ id }) => id > from)) {
      migration.up(database);
      database.run(RECORD, [migration.id, migration.name, Date.now()]);
    }
  });
}

function newestOf(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map((migration) => migration.id));
}
