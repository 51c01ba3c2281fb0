// Where the time of a search goes, seen from outside: kebab's database and lstat are put under a clock.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const SQL_PHASES = [
  ["fts", /chunks_fts match/],
  ["chunk ids", /select id, chunk_id/],
  ["chunk rows", /c\.text/],
  ["sources", /from sources/],
];

/** `Database` is kebab's class over the binding, whose own methods cannot be replaced. */
export function createPhaseClock(Database) {
  const spent = new Map();
  const counts = new Map();
  const add = (phase, started) => {
    spent.set(phase, (spent.get(phase) ?? 0) + performance.now() - started);
    counts.set(phase, (counts.get(phase) ?? 0) + 1);
  };
  const restoreSql = clockStatements(Database, add);
  const { lstatSync } = fs;
  fs.lstatSync = (...args) => {
    const started = performance.now();
    try {
      return lstatSync(...args);
    } finally {
      add("lstat", started);
    }
  };
  syncBuiltinESMExports();
  return {
    reset: () => {
      spent.clear();
      counts.clear();
    },
    /** `timing` as kebab tells it with --explain. */
    read: (timing) => {
      const of = (phase) => spent.get(phase) ?? 0;
      const wire = timing.total_ms - timing.retrieve_ms - timing.hydrate_ms;
      return {
        "query analysis": Math.max(0, timing.retrieve_ms - of("fts") - of("chunk ids")),
        fts: of("fts"),
        "chunk ids": of("chunk ids"),
        "chunk rows": of("chunk rows"),
        "row mapping and snippets": Math.max(0, timing.hydrate_ms - of("chunk rows")),
        "staleness: sources": of("sources"),
        "staleness: lstat": of("lstat"),
        "to JSON shape": Math.max(0, wire - of("sources") - of("lstat")),
        "fts statements": counts.get("fts") ?? 0,
      };
    },
    restore: () => {
      restoreSql();
      fs.lstatSync = lstatSync;
      syncBuiltinESMExports();
    },
  };
}

function clockStatements(Database, add) {
  const { all } = Database.prototype;
  Database.prototype.all = function (sql, values) {
    const started = performance.now();
    try {
      return all.call(this, sql, values);
    } finally {
      add(SQL_PHASES.find(([, pattern]) => pattern.test(sql))?.[0] ?? "other SQL", started);
    }
  };
  return () => {
    Database.prototype.all = all;
  };
}
