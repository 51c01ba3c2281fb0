import { existsSync, mkdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { prepare } from "../../../test/support/prepare.ts";
import { type Child, kill, readLine, startChild } from "../../../test/support/run-child.ts";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { openForReading, openForWriting } from "./open-sqlite.ts";
import { SqliteDocumentReader } from "./sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "./sqlite-document-writer.ts";
import { openWriterLock } from "./writer-lock.ts";

const OWNER = { pid: process.pid, command: "kebab test", since: "2026-05-06T07:08:09.000Z" };
const HOLD_LOCK = new URL("../../../test/support/children/hold-lock.ts", import.meta.url);

async function startHolder(path: string): Promise<Child> {
  const child = await startChild(HOLD_LOCK, [path]);
  onTestFinished(() => kill(child, "SIGKILL"));
  expect(await readLine(child)).toBe("held");
  return child;
}

describe("openWriterLock()", () => {
  it("makes the folder it lies in", () => {
    using folder = new TemporaryFolder();
    using _lock = openWriterLock(folder.at("new/deep/writer.lock"), OWNER);
    expect(existsSync(folder.at("new/deep"))).toBe(true);
  });

  it("refuses a second writer of the same process, naming the first", () => {
    using folder = new TemporaryFolder();
    const path = folder.at("writer.lock");
    using _lock = openWriterLock(path, OWNER);
    expect(() => openWriterLock(path, { ...OWNER, command: "another" })).toThrow(
      expect.objectContaining({
        code: "locked",
        message: `Cannot write to the index: \`kebab test\` (process ${process.pid}, since ${OWNER.since}) is writing`,
        details: OWNER,
      }),
    );
  });

  it("is free again once disposed, which may be done twice", () => {
    using folder = new TemporaryFolder();
    const path = folder.at("writer.lock");
    const first = openWriterLock(path, OWNER);
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    expect(existsSync(`${path}.owner`)).toBe(false);
    using _second = openWriterLock(path, OWNER);
    first[Symbol.dispose]();
    expect(() => openWriterLock(path, OWNER)).toThrow(expect.objectContaining({ code: "locked" }));
  });

  it("refuses while another process writes, and is free when that one ends", async () => {
    using folder = new TemporaryFolder();
    const path = folder.at("writer.lock");
    const child = await startHolder(path);
    expect(() => openWriterLock(path, OWNER)).toThrow(
      expect.objectContaining({
        code: "locked",
        message: expect.stringContaining(`\`kebab ingest\` (process ${child.pid},`),
      }),
    );
    child.stdin.end();
    await kill(child, "SIGCONT");
    using _lock = openWriterLock(path, OWNER);
  });

  it("is free when its holder is killed without a chance to clean up", async () => {
    using folder = new TemporaryFolder();
    const path = folder.at("writer.lock");
    const child = await startHolder(path);
    await kill(child, "SIGKILL");
    using _lock = openWriterLock(path, OWNER);
    expect(() => openWriterLock(path, OWNER)).toThrow(expect.objectContaining({ details: OWNER }));
  });

  it("lets readers read meanwhile, and a reader lets the writer write", async () => {
    using folder = new TemporaryFolder();
    using _lock = openWriterLock(folder.at("writer.lock"), OWNER);
    await using writer = new SqliteDocumentWriter(openForWriting(folder.at("kebab.sqlite")));
    await writer.put(await prepare({ path: "a.md", text: "first" }));
    await using reader = new SqliteDocumentReader(openForReading(folder.at("kebab.sqlite")));
    expect((await reader.counts()).documents).toBe(1);
    await writer.put(await prepare({ path: "b.md", text: "second" }));
    expect((await reader.counts()).documents).toBe(2);
  });

  it("says what is wrong with a folder that cannot be written", () => {
    using folder = new TemporaryFolder();
    folder.write("file", "no folder");
    mkdirSync(folder.at("taken/writer.lock"), { recursive: true });
    for (const path of ["file/writer.lock", "taken/writer.lock"]) {
      expect(() => openWriterLock(folder.at(path), OWNER)).toThrow(
        expect.objectContaining({ code: "readonly", message: expect.stringContaining("Cannot write to ") }),
      );
    }
  });
});
