import type { Database } from "./database.ts";

/** Never edited once released: a stored database of every earlier version is migrated in the tests. */
export interface Migration {
  readonly id: number;
  readonly name: string;
  up(database: Database): void;
}
