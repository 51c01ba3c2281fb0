import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  const ownerPath = `${path}.owner`;
  const connection = openLockFile(path);
  try {
    connection.exec("pragma journal_mode = delete; begin exclusive");
    writeFileSync(ownerPath, JSON.stringify(owner));
  } catch (error) {
    connection.close();
    if (!/locked|busy/i.test(toMessage(error))) throw unusableError(path, error);
    throw lockedError(readOwner(ownerPath), error);
  }
  return {
    [Symbol.dispose]: () => {
      if (!connection.isOpen) return;
      // Before the lock: afterwards the name may be the next owner's.
      rmSync(ownerPath, { force: true });
      connection.exec("rollback");
      connection.close();
    },
  };
}

function openLockFile(path: string): InstanceType<typeof DatabaseSync> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusableError(path, error);
  }
}

function unusableError(path: string, cause: unknown): KebabError {
  const isFull = /disk is full|ENOSPC|EDQUOT/.test(toMessage(cause));
  return new KebabError(
    isFull ? "disk-full" : "readonly",
    `Cannot write to ${dirname(path)}: ${toMessage(cause)}`,
    {
      hint: "Check that it is a folder you may write to and that the disk has room, or name another with --data-dir",
      cause,
    },
  );
}

function lockedError(owner: LockOwner | null, cause: unknown): KebabError {
  const who =
    owner === null ? "another process" : `\`${owner.command}\` (process ${owner.pid}, since ${owner.since})`;
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
