import { renameSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { IngestBench } from "../../test/support/ingest-bench.ts";
import { LONG_AGO } from "../../test/support/temporary-folder.ts";
import { createStalenessCheck } from "./staleness.ts";

let bench: IngestBench;
beforeEach(async () => {
  bench = new IngestBench();
  await bench.writer.putSource({ id: "notes", root: bench.folder.path, origin: "command" });
  bench.folder.write("deep/a.md", "# A\n\none\n", LONG_AGO + 0.25);
  await bench.run();
  return () => bench[Symbol.dispose]();
});

async function isStale(): Promise<boolean> {
  const check = await createStalenessCheck(bench.reader);
  const [document] = await bench.reader.documents({}, { limit: 1, offset: 0 });
  return check(document!);
}

describe("createStalenessCheck()", () => {
  it("finds a document as fresh as its file is unchanged", async () => {
    expect(await isStale()).toBe(false);
  });

  it.each<[what: string, change: (path: string) => void]>([
    ["is written", () => bench.folder.write("deep/a.md", "# A\n\nmore\n", LONG_AGO + 0.25)],
    ["is touched", (path) => utimesSync(path, LONG_AGO / 1000 + 1, LONG_AGO / 1000 + 1)],
    ["is deleted", (path) => rmSync(path)],
    [
      "becomes a link",
      (path) => {
        renameSync(path, `${path}.moved`);
        symlinkSync(`${path}.moved`, path);
      },
    ],
    ["is moved with its folder", () => renameSync(bench.folder.at("deep"), bench.folder.at("elsewhere"))],
  ])("finds it stale once the file %s", async (_, change) => {
    change(bench.folder.at("deep/a.md"));
    expect(await isStale()).toBe(true);
  });

  it("finds a document stale whose source is not known any more", async () => {
    bench.database.exec("delete from sources");
    expect(await isStale()).toBe(true);
  });
});
