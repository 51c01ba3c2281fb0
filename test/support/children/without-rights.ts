// Opens a database as a user who may not write where it lies, and tells what comes of it.
import { KebabError } from "../../../src/core/errors.ts";
import { openForReading, openForWriting } from "../../../src/stores/sqlite/open-sqlite.ts";
import { SqliteDocumentReader } from "../../../src/stores/sqlite/sqlite-document-reader.ts";
import { openWriterLock } from "../../../src/stores/sqlite/writer-lock.ts";
import { dropRights } from "./drop-rights.ts";

const [folder = ""] = process.argv.slice(1);
dropRights();

async function read(): Promise<number> {
  await using reader = new SqliteDocumentReader(openForReading(`${folder}/kebab.sqlite`));
  return (await reader.counts()).documents;
}

function codeOf(work: () => unknown): string {
  try {
    work();
    return "no error";
  } catch (error) {
    return error instanceof KebabError ? error.code : String(error);
  }
}

console.log(
  JSON.stringify({
    documents: await read(),
    writing: codeOf(() => openForWriting(`${folder}/kebab.sqlite`).exec("delete from documents")),
    locking: codeOf(() => openWriterLock(`${folder}/writer.lock`, { pid: 1, command: "c", since: "s" })),
    making: codeOf(() => openWriterLock(`${folder}/new/writer.lock`, { pid: 1, command: "c", since: "s" })),
  }),
);
