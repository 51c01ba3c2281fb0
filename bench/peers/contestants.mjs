// Every peer with its home, its commands and its size, or with the reason why it cannot take part.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openQmd } from "../measures/qmd.mjs";
import { createEnvironment, databaseOf, ELSEWHERE, programPath, workFolder } from "../support/workshop.mjs";
import { peer as fts5 } from "./adapters/fts5.mjs";
import { peer as kebab } from "./adapters/kebab.mjs";
import { peer as lancedb } from "./adapters/lancedb.mjs";
import { peer as minisearch } from "./adapters/minisearch.mjs";
import { peer as orama } from "./adapters/orama.mjs";
import { peer as qmd } from "./adapters/qmd.mjs";
import { peer as ripgrep } from "./adapters/ripgrep.mjs";
import { peer as sqliteVec } from "./adapters/sqlite-vec.mjs";
import { installPeers, sizeOf, sizeOfKebab, sizeOfPackages, sizeOfQmd, versionOf } from "./install.mjs";

/** kebab first: the others are divided by it. */
export const PEERS = [kebab, qmd, orama, minisearch, lancedb, sqliteVec, fts5, ripgrep];

/** What is told of each: { version, bytes, reason }. A peer with a reason takes no part. */
export function installAll({ say }) {
  say("installing the peers");
  const failure = installPeers();
  const entries = PEERS.map((peer) => [peer.name, describe(peer, failure)]);
  return Object.fromEntries(entries);
}

function describe(peer, failure) {
  try {
    if (peer === kebab) {
      const { version, all, withoutOptional, largest } = sizeOfKebab();
      return { version, bytes: all, bytes_without_optional: withoutOptional, largest };
    }
    if (peer === qmd) {
      const opened = openQmd(ELSEWHERE, homeOf("trial", "qmd"));
      if (opened.reason !== undefined) throw new Error(opened.reason);
      return { version: opened.version, bytes: sizeOfQmd(opened) };
    }
    if (failure !== null) throw new Error(failure);
    return { version: versionOf(peer.packages[0]), bytes: sizeOfPackages(peer.packages) };
  } catch (error) {
    return { version: null, bytes: null, reason: String(error.message).slice(0, 300) };
  }
}

export function homeOf(...names) {
  return workFolder("peers", "homes", ...names);
}

/**
 * One peer over one corpus: { name, commands, readsFiles, clear, bytes }. A command is what runCommand takes. `folder`
 * has the notes to index, `rows` is a file of rows instead; `home` is where the peer keeps what it makes.
 */
export function createContestant(peer, workshop, { home, folder, rows }) {
  const data = join(home, "data");
  mkdirSync(data, { recursive: true });
  const command = (words) => ({ words, env: createEnvironment(home), cwd: ELSEWHERE });
  const files = join(home, "files");
  const opened = peer === qmd ? openQmd(folder ?? files, home) : null;
  const context = {
    ...{ home: data, folder, rows, files, cwd: ELSEWHERE },
    insidesFile: workshop.insidesFile,
    libraryFile: join(workshop.kebab, "..", "..", "dist", "index.js"),
    ...(opened === null ? {} : { qmdLibrary: opened.library, qmdIndex: opened.index }),
  };
  const own = (task, ...more) => [programPath("peer.mjs"), peer.name, task, JSON.stringify(context), ...more];
  const given = peer.commands?.({ kebab: workshop.kebab, folder, command, qmd: opened }) ?? {};
  const serve = given.serve ?? command;
  return {
    name: peer.name,
    commands: {
      ingest: () => command(own("ingest")),
      again: () => command(own("ingest")),
      cold: (query) => command(own("search", query)),
      ...Object.fromEntries(
        Object.entries(given).map(([name, make]) => [name, (query) => ({ ...command([]), ...make(query) })]),
      ),
      serve: () => serve(own("serve")),
      giveRows: () => command(own("ingest")),
    },
    /** Of the peers that read files themselves, and not rows. */
    readsFiles: peer === qmd,
    clear: () => {
      for (const made of [data, files, join(home, "cache")]) rmSync(made, { recursive: true, force: true });
      mkdirSync(data, { recursive: true });
    },
    bytes: () => {
      if (peer === qmd) return opened.bytes();
      return peer === kebab ? sizeOf(databaseOf(home)) + sizeOf(`${databaseOf(home)}-wal`) : sizeOf(data);
    },
  };
}
