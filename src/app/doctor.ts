import { accessSync, constants, existsSync } from "node:fs";
import type { Config } from "../config/keys.ts";
import { KebabError, toMessage } from "../core/errors.ts";
import type { StoredSource } from "../ports/document-store.ts";
import { checkStoredBytes } from "../stores/sqlite/check-stored-bytes.ts";
import { openForReading, openForWriting } from "../stores/sqlite/open-sqlite.ts";
import { checkLexicalIndex, SqliteDocumentReader } from "../stores/sqlite/sqlite-document-reader.ts";
import { openWriterLock } from "../stores/sqlite/writer-lock.ts";
import type { DoctorReport } from "../wire/system.ts";
import { type Check, ok, problem, warning } from "./checks.ts";
import type { DataPaths } from "./data-paths.ts";
import { checkModel, checkVectorTables } from "./doctor-vectors.ts";
import { listSources } from "./sources.ts";

const REBUILD = "Your documents are safe: `kebab reset`, then `kebab ingest`, build the index anew";

/** Looks at everything a search or an ingest depends on. Changes nothing. */
export async function examine(
  config: Config,
  paths: DataPaths,
  options: { readonly readonly: boolean },
): Promise<DoctorReport> {
  const checks: Check[] = [
    ok("node", `Node ${process.versions.node} on ${process.platform}-${process.arch}`),
  ];
  checks.push(checkFolder(paths), await checkModel(config));
  if (existsSync(paths.database)) checks.push(...(await checkDatabase(config, paths, options)));
  else
    checks.push(
      warning("index", `no index at ${paths.database}`, "Run `kebab ingest PATH` to index a folder"),
    );
  checks.push(...checkSources(config, paths, await readStoredSources(paths)));
  return { schema_version: "doctor_report.v1", checks };
}

function checkFolder({ folder }: DataPaths): Check {
  if (!existsSync(folder)) return ok("data folder", `${folder} will be made by the first ingest`);
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return ok("data folder", folder);
  } catch (error) {
    return problem(
      "data folder",
      toMessage(error),
      "Give yourself read and write permission, or set storage.data_dir",
    );
  }
}

async function checkDatabase(
  config: Config,
  paths: DataPaths,
  options: { readonly readonly: boolean },
): Promise<Check[]> {
  try {
    const database = openForReading(paths.database);
    await using reader = new SqliteDocumentReader(database);
    const structure = await reader.check();
    const problems = structure.length > 0 ? structure : checkStoredBytes(database);
    if (problems.length > 0) return [problem("database", problems.slice(0, 5).join("; "), REBUILD)];
    const counts = await reader.counts();
    return [
      ok("database", `sound; ${counts.documents} documents, ${counts.chunks} chunks`),
      options.readonly ? ok("keyword index", "not checked: --readonly") : checkKeywordIndex(paths),
      ...(await checkVectorTables(database, config, paths)),
      ...(counts.failed === 0
        ? []
        : [
            warning(
              "files",
              `${counts.failed} files could not be read`,
              "`kebab status --verbose` names them with their reasons",
            ),
          ]),
    ];
  } catch (error) {
    // A broken database's own hint is to run what is running.
    const hint = error instanceof KebabError && error.code !== "database-broken" ? error.hint : null;
    return [problem("database", toMessage(error), hint ?? REBUILD)];
  }
}

/** FTS5's own check is a writing statement, so it needs the writer's lock. */
function checkKeywordIndex(paths: DataPaths): Check {
  try {
    using _lock = openWriterLock(paths.lock, {
      pid: process.pid,
      command: "kebab doctor",
      since: new Date().toISOString(),
    });
    using database = openForWriting(paths.database);
    const [found] = checkLexicalIndex(database);
    return found === undefined
      ? ok("keyword index", "agrees with the chunks")
      : problem("keyword index", found, REBUILD);
  } catch (error) {
    if (error instanceof KebabError && error.code === "locked") {
      return ok("keyword index", "not checked: another process is writing");
    }
    // The check of the folder has told it.
    if (error instanceof KebabError && error.code === "readonly") {
      return ok("keyword index", "not checked: the index is read-only");
    }
    throw error;
  }
}

/** None from a database that cannot be read: what is wrong with it has been told, and the config still names its own. */
async function readStoredSources(paths: DataPaths): Promise<StoredSource[]> {
  if (!existsSync(paths.database)) return [];
  try {
    await using reader = new SqliteDocumentReader(openForReading(paths.database));
    return await reader.sources();
  } catch {
    return [];
  }
}

function checkSources(config: Config, paths: DataPaths, stored: readonly StoredSource[]): Check[] {
  return listSources(config, stored, paths.library)
    .filter(({ origin }) => origin !== "library")
    .map(({ settings, options }) => {
      const name = `source ${settings.id}`;
      if (existsSync(options.root)) return ok(name, options.root);
      return problem(
        name,
        `${options.root} is not there`,
        "Mount or restore the folder, or take it out of the config",
      );
    });
}
