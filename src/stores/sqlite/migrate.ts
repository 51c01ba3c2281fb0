import { KebabError } from "../../core/errors.ts";
import type { Database } from "./database.ts";
import type { Migration } from "./migration.ts";
import { house } from "./migrations/0001-house.ts";

const MIGRATIONS: readonly Migration[] = [house];
export const SCHEMA_VERSION = Math.max(...MIGRATIONS.map((migration) => migration.id));

const CREATE_TABLE = /* sql */ `
  create table if not exists migrations (id integer primary key, name text not null, applied_at integer not null)
`;
const HAS_TABLE = /* sql */ `select 1 as found from sqlite_master where type = 'table' and name = 'migrations'`;
const NEWEST = /* sql */ `select id, name from migrations order by id desc limit 1`;
const RECORD = /* sql */ `insert into migrations (id, name, applied_at) values (?, ?, ?)`;

/** 0 for an empty database. Refuses by name one that a newer kebab has written. */
export function readSchemaVersion(database: Database): number {
  if (database.get(HAS_TABLE) === undefined) return 0;
  const newest = database.get<{ id: number; name: string }>(NEWEST);
  if (newest === undefined) return 0;
  if (newest.id > SCHEMA_VERSION) {
    throw new KebabError(
      "database-newer",
      `Cannot open ${database.path}: it has schema ${newest.id} ("${newest.name}"), this kebab knows up to ${SCHEMA_VERSION}`,
      { hint: "Update kebab, or point --data-dir at another folder", details: { schema: newest.id, known: SCHEMA_VERSION } },
    );
  }
  return newest.id;
}

export function migrate(database: Database): void {
  if (readSchemaVersion(database) === SCHEMA_VERSION) return;
  database.transaction(() => {
    database.exec(CREATE_TABLE);
    // Read again inside the transaction: another process may have migrated meanwhile.
    const from = readSchemaVersion(database);
    for (const migration of MIGRATIONS.filter(({ id }) => id > from)) {
      migration.up(database);
      database.run(RECORD, [migration.id, migration.name, Date.now()]);
    }
  });
}
