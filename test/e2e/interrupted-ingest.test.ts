import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KebabCommand, parseWire, type Result, type Running, type Wire } from "./kebab-command.ts";

const FILES = 900;

let kebab: KebabCommand;
let undisturbed: ReturnType<KebabCommand["dumpIndex"]>;
beforeAll(async () => {
  kebab = new KebabCommand();
  writeNotes();
  const { code } = await kebab.run(["ingest", "notes", "--data-dir", kebab.at("undisturbed")]);
  expect(code).toBe(0);
  undisturbed = kebab.dumpIndex(kebab.at("undisturbed"));
  expect(undisturbed.documents).toHaveLength(FILES);
});
afterAll(() => kebab[Symbol.dispose]());

/** Enough text that a run can be caught in the middle. */
function writeNotes(): void {
  for (let file = 0; file < FILES; file++) {
    const sections = Array.from({ length: 8 }, (_, section) => {
      const words = Array.from(
        { length: 60 },
        (__, word) => `word${(file * 7 + section * 13 + word * 3) % 997}`,
      );
      return `## Section ${section}\n\n${words.join(" ")} 배포 롤백 ${file}\n`;
    });
    kebab.write(`notes/${file % 10}/note-${file}.md`, `# Note ${file}\n\n${sections.join("\n")}`);
  }
}

/** An ingest of which at least `stored` files are in the index. */
async function startIngest(dataDir: string, stored: number): Promise<Running> {
  const running = kebab.start(["ingest", "notes", "--json", "--data-dir", dataDir]);
  await running.until((stdout) => stdout.split('"file-stored"').length > stored);
  return running;
}

const reportOf = (result: Result): Wire<"ingest_report.v1"> =>
  parseWire("ingest_report.v1", result.jsonLines().at(-1));

async function expectSound(dataDir: string): Promise<void> {
  const doctor = await kebab.runHere(["doctor", "--json", "--data-dir", dataDir]);
  expect(doctor.wire("doctor_report.v1").checks.filter((check) => check.state !== "ok")).toEqual([]);
  expect(doctor.code).toBe(0);
}

describe.skipIf(process.platform === "win32")("Ctrl-C", () => {
  it("exits 130 with a report and a sound index; the next run completes it", async () => {
    const dataDir = kebab.at("interrupted");
    const running = await startIngest(dataDir, 10);
    running.kill("SIGINT");
    const result = await running.end;
    expect({ code: result.code, signal: result.signal }).toEqual({ code: 130, signal: null });
    const report = reportOf(result);
    expect(report.interrupted).toBe(true);
    expect(report.added).toBeGreaterThanOrEqual(10);
    expect(report.added).toBeLessThan(FILES);
    const half = kebab.dumpIndex(dataDir);
    expect(half.documents).toHaveLength(report.added);
    const whole = new Set(undisturbed.chunks.map((chunk) => JSON.stringify(chunk)));
    expect(half.chunks.filter((chunk) => !whole.has(JSON.stringify(chunk)))).toEqual([]);
    await expectSound(dataDir);
    const second = reportOf(await kebab.run(["ingest", "--json", "--data-dir", dataDir]));
    expect(second).toMatchObject({ interrupted: false, added: FILES - report.added, files: FILES });
    expect(kebab.dumpIndex(dataDir)).toEqual(undisturbed);
  });

  it.each(["SIGINT", "SIGTERM"] as const)(
    "in text says that the run was interrupted (%s)",
    async (signal) => {
      const dataDir = kebab.at(`in-text-${signal}`);
      const running = kebab.start(["ingest", "notes", "--data-dir", dataDir]);
      const isStarted = async () => (await kebab.runHere(["list", "docs", "--data-dir", dataDir])).code === 0;
      while (running.isRunning && !(await isStarted()))
        await new Promise((resolve) => setTimeout(resolve, 5));
      running.kill(signal);
      const { code, stdout, stderr } = await running.end;
      expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
      expect(stdout).toMatch(/^interrupted: \d+ added, .* of 900 files; /);
    },
  );
});

describe.skipIf(process.platform === "win32")("kill -9", () => {
  it.each([1, 60])(
    "after %s files leaves an index that the next run completes to the same one",
    async (stored) => {
      const dataDir = kebab.at(`killed-${stored}`);
      const running = await startIngest(dataDir, stored);
      running.kill("SIGKILL");
      expect((await running.end).signal).toBe("SIGKILL");
      const halfway = await kebab.runHere(["search", "배포", "--data-dir", dataDir]);
      expect(halfway.code).toBe(0);
      const second = await kebab.run(["ingest", "--json", "--data-dir", dataDir]);
      expect(second.code).toBe(0);
      const { added, unchanged } = reportOf(second);
      expect(added + unchanged).toBe(FILES);
      expect(kebab.dumpIndex(dataDir)).toEqual(undisturbed);
      await expectSound(dataDir);
      const search = async (from: string): Promise<string> => {
        const args = ["search", "word12 word99 롤백", "--top", "50", "--json", "--data-dir", from];
        return (await kebab.runHere(args)).stdout.replaceAll(/"indexed_at":"[^"]+"/g, "");
      };
      expect(await search(dataDir)).toBe(await search(kebab.at("undisturbed")));
    },
  );
});

describe.skipIf(process.platform === "win32")("a second writer", () => {
  it("is refused by name while the first one runs, and readers are not", async () => {
    const dataDir = kebab.at("contended");
    const first = await startIngest(dataDir, 5);
    // Stopped, not ended: it holds the lock for as long as this test needs.
    first.kill("SIGSTOP");
    const elsewhere = ["--data-dir", dataDir];
    for (const args of [
      ["ingest", "notes"],
      ["tag", "0/note-0.md", "+x"],
      ["reset", "--yes"],
    ]) {
      const result = await kebab.run([...args, "--json", ...elsewhere]);
      expect({ args, code: result.code, stdout: result.stdout }).toEqual({ args, code: 2, stdout: "" });
      const error = result.error();
      expect(error).toMatchObject({ code: "locked", details: { pid: first.pid, command: "kebab ingest" } });
      expect(error.message).toContain(`process ${first.pid}`);
      expect(error.hint).toContain("searching works");
    }
    expect((await kebab.run(["search", "배포", ...elsewhere])).code).toBe(0);
    expect((await kebab.runHere(["status", ...elsewhere])).code).toBe(0);
    expect((await kebab.runHere(["ingest", "notes", "--dry-run", ...elsewhere])).code).toBe(0);
    const { checks } = (await kebab.runHere(["doctor", "--json", ...elsewhere])).wire("doctor_report.v1");
    expect(checks).toContainEqual(
      expect.objectContaining({ name: "keyword index", message: expect.stringContaining("another process") }),
    );
    // A note must not be lost, nor stored twice by trying again.
    const note = (await kebab.run(["note", "hello", "--json", ...elsewhere])).error();
    expect(note.hint).toContain(join(dataDir, "library", "notes"));
    first.kill("SIGCONT");
    const result = await first.end;
    expect(result.code).toBe(0);
    expect(reportOf(result).added).toBe(FILES);
    expect(kebab.dumpIndex(dataDir)).toEqual(undisturbed);
    expect(reportOf(await kebab.run(["ingest", "--json", ...elsewhere]))).toMatchObject({
      added: 1,
      unchanged: FILES,
    });
  });
});
