import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KebabCommand, parseWire, type Running } from "./kebab-command.ts";

let kebab: KebabCommand;
let running: Running | null = null;
beforeEach(() => {
  kebab = new KebabCommand();
});
afterEach(async () => {
  running?.kill("SIGKILL");
  await running?.end;
  running = null;
  kebab[Symbol.dispose]();
});

const search = async (query: string): Promise<string[]> =>
  (await kebab.askHere("search_response.v1", ["search", query])).hits.map((hit) => hit.doc_path);

/** Starts watching and waits for two reports: of the first run, and of what happened until all was watched. */
async function watch(folder: string, ...args: string[]): Promise<Running> {
  running = kebab.start(["ingest", folder, "--watch", "--json", ...args]);
  await running.until((stdout) => stdout.split("ingest_report.v1").length > 2);
  return running;
}

/** Until something has happened to a file, as the program tells it: and then it must be true. */
const until = (kind: string, path: string, from: number): Promise<void> =>
  running!.until(
    (stdout) => stdout.slice(from).includes(`"kind":"${kind}","source":"notes","path":"${path}"`),
    10_000,
  );

describe.skipIf(process.platform === "win32")("ingest --watch", () => {
  it("picks up what is created, edited and deleted, and ends on Ctrl-C with 130", async () => {
    kebab.write("notes/first.md", "# First\n\nargon\n");
    const watching = await watch("notes");
    let from = watching.stdout.length;
    kebab.write("notes/deep/second.md", "# Second\n\nboron\n");
    await until("file-stored", "deep/second.md", from);
    expect(await search("boron")).toEqual(["deep/second.md"]);
    from = watching.stdout.length;
    kebab.write("notes/first.md", "# First\n\nbromine\n");
    await until("file-stored", "first.md", from);
    expect(await search("bromine")).toEqual(["first.md"]);
    expect(await search("argon")).toEqual([]);
    from = watching.stdout.length;
    rmSync(kebab.at("notes/deep"), { recursive: true });
    await until("file-removed", "deep/second.md", from);
    expect(await search("boron")).toEqual([]);
    watching.kill("SIGINT");
    const result = await watching.end;
    expect({ code: result.code, signal: result.signal }).toEqual({ code: 130, signal: null });
    expect(result.stderr).toBe("watching; Ctrl-C ends it\n");
    for (const value of result.jsonLines()) {
      parseWire(
        (value as { schema_version: "ingest_progress.v1" | "ingest_report.v1" }).schema_version,
        value,
      );
    }
  });

  it("goes on when another process holds the lock for a while, and works on a hidden folder", async () => {
    kebab.write(".notes/first.md", "# First\n");
    const watching = await watch(".notes");
    const busy = kebab.folder("busy");
    for (let file = 0; file < 200; file++)
      kebab.write(`busy/${file}.md`, `# File ${file}\n\n${"some words here ".repeat(400)}\n`);
    const other = kebab.start(["ingest", busy, "--json"]);
    await other.until((stdout) => stdout.includes('"file-stored"'));
    other.kill("SIGSTOP");
    const from = watching.stdout.length;
    kebab.write(".notes/second.md", "# Second\n\nboron\n");
    // Longer than the watcher waits for a burst to end: it has met the lock by now.
    await new Promise((resolve) => setTimeout(resolve, 600));
    other.kill("SIGCONT");
    await until("file-stored", "second.md", from);
    expect((await other.end).code).toBe(0);
    expect(await search("boron")).toEqual(["second.md"]);
    // A short command waits for its turn where both want to write.
    const note = await kebab.run(["note", "a thought about cadmium"]);
    expect(note).toMatchObject({ code: 0, stderr: "" });
    expect(await search("cadmium")).toHaveLength(1);
    expect(watching.isRunning).toBe(true);
  });

  it("says in text only what has changed", async () => {
    kebab.write("notes/first.md", "# First\n");
    running = kebab.start(["ingest", "notes", "--watch"]);
    await running.until((stdout) => stdout.startsWith("1 added"));
    kebab.write("notes/second.md", "# Second\n");
    await running.until((stdout) => stdout.split("\n").length > 2, 10_000);
    running.kill("SIGINT");
    const { code, stdout } = await running.end;
    expect(code).toBe(130);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^1 added, 0 updated, 0 unchanged of 1 file; 1 new chunk; /),
      expect.stringMatching(/^1 added, 0 updated, 1 unchanged of 2 files; 1 new chunk; /),
    ]);
  });
});
