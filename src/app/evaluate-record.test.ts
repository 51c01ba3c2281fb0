import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { KEY_ENTRIES } from "../config/keys.ts";
import { loadConfig } from "../config/load-config.ts";
import { toConfigRecord } from "./evaluate-record.ts";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = new TemporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

test("toConfigRecord() has every setting by its name, and no secret, wherever it stands", async () => {
  const env = {
    KEBAB_EMBEDDINGS_API_KEY: "hunter2",
    KEBAB_ANSWER_API_KEY: "hunter2",
    KEBAB_ANSWER_ENDPOINT: "http://user:hunter2@127.0.0.1:11434/v1?key=hunter2",
    KEBAB_SEARCH_RRF_K: "10",
  };
  const home = folder.path;
  const { config } = await loadConfig({ cwd: home, env, homeDir: home, platform: "linux" });
  const record = toConfigRecord(config);
  expect(record).toMatchObject({ "search.rrf_k": 10, "answer.endpoint": "http://127.0.0.1:11434/v1" });
  expect(JSON.stringify(record)).not.toContain("hunter2");
  const secrets = KEY_ENTRIES.filter(({ key }) => key.kind === "string" && key.isSecret === true);
  expect(Object.keys(record)).toHaveLength(KEY_ENTRIES.length - secrets.length);
});
