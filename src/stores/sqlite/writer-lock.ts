import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { KebabError, toMessage } from "../../core/errors.ts";

export interface LockOwner {
  readonly pid: number;
  readonly command: string;
  readonly since: string;
}

/**
 * One writer at a time. The lock is an exclusive transaction on a file of its own, so the
 * system releases it when its holder dies in whatever way; who holds it stands beside it.
 */
export function openWriterLock(path: string, owner: LockOwner): Disposable {
  mkdirSync(dirname(path), { recursive: true });
  const ownerPath = `${path}.owner`;
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    connection.exec("pragma journal_mode = delete; begin exclusive");
  } catch (error) {
    connection.close();
    if (!/locked|busy/i.test(toMessage(error))) throw error;
    throw lockedError(readOwner(ownerPath), error);
  }
  writeFileSync(ownerPath, JSON.stringify(owner));
  return {
    [Symbol.dispose]: () => {
      if (!connection.isOpen) return;
      connection.exec("rollback");
      connection.close();
    },
  };
}

function lockedError(owner: LockOwner | null, cause: unknown): KebabError {
  const who = owner === null ? "another process" : `\`${owner.command}\` (process ${owner.pid}, since ${owner.since})`;
  return new KebabError("locked", `Cannot write to the index: ${who} is writing`, {
    hint: "Wait until it is done, or stop it; searching works meanwhile",
    details: owner === null ? {} : { ...owner },
    cause,
  });
}

function readOwner(path: string): LockOwner | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as LockOwner;
  } catch {
    return null;
  }
}
