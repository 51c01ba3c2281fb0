import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { openWriterLock } from "../stores/sqlite/writer-lock.ts";
import { toDataPaths } from "./data-paths.ts";
import { deleteIndex, listResetFiles } from "./reset.ts";

function fill(folder: TemporaryFolder, data: string): void {
  for (const name of ["kebab.sqlite", "kebab.sqlite-wal", "kebab.sqlite-shm", "evaluation/set.sqlite"]) {
    folder.write(`${data}/${name}`, "index");
  }
  for (const name of [
    "library/notes/mine.md",
    "library/files/copy.pdf",
    "other.txt",
    "kebab.sqlite.backup",
  ]) {
    folder.write(`${data}/${name}`, "mine");
  }
}

describe("toDataPaths()", () => {
  it("puts everything into the one folder it is given", () => {
    const { folder, ...paths } = toDataPaths("/data/kebab");
    expect(folder).toBe("/data/kebab");
    expect(Object.values(paths).filter((path) => !path.startsWith("/data/kebab/"))).toEqual([]);
    expect(new Set(Object.values(paths)).size).toBe(Object.keys(paths).length);
  });
});

describe("deleteIndex()", () => {
  it("deletes what it listed, in the folder it was given, and nothing else anywhere", () => {
    using folder = new TemporaryFolder();
    fill(folder, "configured");
    fill(folder, "default");
    const paths = toDataPaths(folder.at("configured"));
    const listed = listResetFiles(paths);
    expect(listed).toEqual(
      ["kebab.sqlite", "kebab.sqlite-wal", "kebab.sqlite-shm", "evaluation"].map((name) =>
        folder.at("configured", name),
      ),
    );
    expect(deleteIndex(paths)).toEqual(listed);
    expect(
      readdirSync(folder.at("configured"))
        .filter((name) => !name.startsWith("writer.lock"))
        .sort(),
    ).toEqual(["kebab.sqlite.backup", "library", "other.txt"]);
    expect(readdirSync(folder.at("configured/library"), { recursive: true }).map(String).sort()).toEqual([
      "files",
      "files/copy.pdf",
      "notes",
      "notes/mine.md",
    ]);
    expect(readdirSync(folder.at("default"))).toHaveLength(7);
  });

  it("lists only what is there", () => {
    using folder = new TemporaryFolder();
    expect(listResetFiles(toDataPaths(folder.at("absent")))).toEqual([]);
    expect(existsSync(folder.at("absent"))).toBe(false);
  });

  it("refuses while another process writes, and deletes nothing then", () => {
    using folder = new TemporaryFolder();
    fill(folder, "data");
    const paths = toDataPaths(folder.at("data"));
    using _lock = openWriterLock(paths.lock, { pid: 1, command: "kebab ingest", since: "now" });
    expect(() => deleteIndex(paths)).toThrow(expect.objectContaining({ code: "locked" }));
    expect(listResetFiles(paths)).toHaveLength(4);
  });
});
