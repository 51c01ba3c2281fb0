import { writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { watchSources } from "./watch.ts";

it("runs while a file is written all the time, and not only after its last change", async () => {
  using folder = new TemporaryFolder();
  const stop = new AbortController();
  let runs = 0;
  const watching = watchSources([folder.path], {
    signal: stop.signal,
    onChange: async () => {
      runs++;
    },
  });
  try {
    // Each write comes before the one before it has settled. The first run may be that of the beginning.
    for (let write = 0; write < 300 && runs < 2; write++) {
      writeFileSync(folder.at("log.md"), `line ${write}\n`);
      await wait(50);
    }
    expect(runs).toBeGreaterThanOrEqual(2);
  } finally {
    stop.abort();
    await watching;
  }
});
