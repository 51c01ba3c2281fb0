import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TemporaryHome } from "./temporary-home.ts";

let home: TemporaryHome;
beforeEach(() => {
  home = new TemporaryHome();
});
afterEach(() => home.remove());

const file = () => home.at(".config/kebab/config.toml");

async function failText(toml: string, env: Record<string, string> = {}) {
  return home.failure(home.loadText(toml, { env }));
}

describe("loadConfig() unknown names", () => {
  it("names the wrong key, its file and the nearest right one", async () => {
    const { error, problems } = await failText("[search]\ndefualt_top = 20");
    expect(error.code).toBe("config-invalid");
    expect(error.message).toBe(`Cannot use search.defualt_top = 20 in ${file()}: there is no such key`);
    expect(error.hint).toBe("Did you mean search.default_top?");
    expect(problems).toEqual([
      {
        message: error.message,
        hint: error.hint,
        key: "search.defualt_top",
        file: file(),
        line: null,
        variable: null,
      },
    ]);
  });

  it.each([
    ["[search]\nmode = 'hybrid'", "Did you mean search.default_mode?"],
    ["[search]\ndefaultTop = 1", "Did you mean search.default_top?"],
    ["[search]\ndata_dir = 'x'", "Did you mean storage.data_dir?"],
    ["[storage]\nbackend = 'x'", "The keys of [storage] are vector_store, data_dir"],
    ["[serach]\ndefault_top = 1", "Did you mean [search]?"],
    ["[[source]]\npath = 'x'", "Did you mean [[sources]]?"],
    ["[telemetry]", "The sections are search, chunk, ingest, embeddings, answer, storage, serve, sources"],
    ["workers = 2", "Did you mean ingest.workers?"],
    ["colour = 'red'", "Keys stand below a [section] line"],
    ["search = 3", "Write [search] on a line of its own and its keys below"],
    [
      "[__proto__]\nx = 1",
      "The sections are search, chunk, ingest, embeddings, answer, storage, serve, sources",
    ],
    ["[search]\nconstructor = 1", expect.stringContaining("The keys of [search] are default_top,")],
    ["[search]\n'de\\nfault' = 1", expect.any(String)],
  ])("refuses %j with a hint", async (toml, hint) => {
    const { error, problems } = await failText(toml);
    expect(problems).toHaveLength(1);
    expect(error.hint).toEqual(hint);
    expect(error.message).not.toContain("\n");
  });

  it.each([
    ["KEBAB_SEARCH_DEFUALT_TOP", "Did you mean KEBAB_SEARCH_DEFAULT_TOP?"],
    ["KEBAB_DEFAULT_TOP", "Did you mean KEBAB_SEARCH_DEFAULT_TOP?"],
    ["KEBAB_CONFG", "Did you mean KEBAB_CONFIG?"],
    ["KEBAB_DATADIR", "Did you mean KEBAB_DATA_DIR?"],
    ["KEBAB_TELEMETRY", expect.stringContaining("Unset it")],
  ])("refuses the variable %s", async (variable, hint) => {
    const { error, problems } = await home.failure(home.load({ env: { [variable]: "1", PATH: "/bin" } }));
    expect(error.message).toBe(`Cannot use environment variable ${variable}: it names no key`);
    expect(error.hint).toEqual(hint);
    expect(problems[0]?.variable).toBe(variable);
  });

  it("refuses the short and the long name of one key together", async () => {
    const { error } = await home.failure(
      home.load({ env: { KEBAB_DATA_DIR: "a", KEBAB_STORAGE_DATA_DIR: "b" } }),
    );
    expect(error.message).toContain("KEBAB_DATA_DIR sets the same key");
  });
});

describe("loadConfig() bad values", () => {
  it.each([
    ["search.default_top", "0", "a whole number from 1 to 1000"],
    ["search.default_top", "1001", "a whole number from 1 to 1000"],
    ["search.default_top", "1.5", "a whole number from 1 to 1000"],
    ["search.default_top", '"20"', "a whole number from 1 to 1000"],
    ["search.default_top", "[20]", "a whole number from 1 to 1000"],
    ["search.snippet_chars", "39", "a whole number from 40 to 2000"],
    ["search.heading_weight", "-0.5", "a number of 0 or more"],
    ["search.heading_weight", "inf", "a number of 0 or more"],
    ["search.heading_weight", "nan", "a number of 0 or more"],
    ["search.default_mode", '"bm25"', "lexical, vector or hybrid"],
    ["search.default_mode", "true", "lexical, vector or hybrid"],
    ["ingest.follow_gitignore", '"yes"', "true or false"],
    ["ingest.follow_gitignore", "1", "true or false"],
    ["ingest.workers", "65", "a whole number from 0 to 64"],
    ["ingest.file_timeout_ms", "1979-05-27T00:00:00Z", "a whole number from 1 to 3600000"],
    ["storage.data_dir", '""', "a path that is not empty"],
    ["storage.data_dir", "7", "a path that is not empty"],
  ])("refuses %s = %s in the file", async (key, value, allowed) => {
    const { error, problems } = await failText(`${key} = ${value}`);
    expect(error.message).toMatch(new RegExp(`^Cannot use ${key} = .+ in .+: it must be ${allowed}$`));
    expect(error.message).toContain(`in ${file()}:`);
    expect(problems).toMatchObject([{ key, file: file() }]);
  });

  it.each([
    ["KEBAB_SEARCH_DEFAULT_TOP", "many", "search.default_top", "a whole number from 1 to 1000"],
    ["KEBAB_SEARCH_DEFAULT_TOP", "0x10", "search.default_top", "a whole number from 1 to 1000"],
    ["KEBAB_SEARCH_TEXT_WEIGHT", "Infinity", "search.text_weight", "a number of 0 or more"],
    ["KEBAB_INGEST_FOLLOW_GITIGNORE", "1", "ingest.follow_gitignore", "true or false"],
    ["KEBAB_SEARCH_DEFAULT_MODE", "HYBRID", "search.default_mode", "lexical, vector or hybrid"],
  ])("refuses %s=%s", async (variable, text, key, allowed) => {
    const { error, problems } = await home.failure(home.load({ env: { [variable]: text } }));
    expect(error.message).toMatch(new RegExp(`^Cannot use ${variable}=.+ as ${key}: it must be ${allowed}$`));
    expect(problems).toMatchObject([{ key, variable, file: null }]);
  });

  it("refuses an empty --data-dir", async () => {
    const { error } = await home.failure(home.load({ dataDir: "" }));
    expect(error.message).toBe(
      `Cannot use --data-dir "" as storage.data_dir: it must be a path that is not empty`,
    );
  });

  it("suggests the nearest choice", async () => {
    const { error } = await failText(`[search]\ndefault_mode = "hybird"`);
    expect(error.hint).toBe('Did you mean "hybrid"?');
  });

  it("shortens a long bad value", async () => {
    const { error } = await failText(`[search]\ndefault_mode = "${"가".repeat(500)}"`);
    expect(error.message.length).toBeLessThan(300);
  });

  it("lists every problem and leads with the first", async () => {
    const { error, problems } = await failText(
      "[search]\ndefault_top = 0\ntpo = 1\n[chunk]\ntarget_tokens = 1",
      {
        KEBAB_INGEST_WORKERS: "-1",
      },
    );
    expect(problems.map(({ key }) => key)).toEqual([
      "search.default_top",
      "search.tpo",
      "chunk.target_tokens",
      "ingest.workers",
    ]);
    expect(error.message).toBe(`${problems[0]?.message} (first of 4 problems)`);
    expect(JSON.parse(JSON.stringify(error.details))).toEqual({ problems });
  });

  it.each([
    ["[search]\ndefault_top = \n", 2],
    ["\n\n[search\n", 3],
    ["[search]\ndefault_top = 1\ndefault_top = 2", 3],
    ["[search]\ndefault_top = 99999999999999999999", 2],
  ])("names the line of a syntax error: %j", async (toml, line) => {
    const { error, problems } = await failText(toml);
    expect(error.message).toMatch(new RegExp(`^Cannot parse .+config\\.toml:${line}:\\d+: [^\\n]+$`));
    expect(problems).toMatchObject([{ line, file: file() }]);
  });
});

describe("loadConfig() across keys", () => {
  it("allows an overlap of half the target and no more", async () => {
    expect((await home.loadText("[chunk]\noverlap_tokens = 200")).config.chunk.overlapTokens).toBe(200);
    const { error } = await failText("[chunk]\noverlap_tokens = 201");
    expect(error.message).toBe(
      `Cannot use chunk.overlap_tokens = 201 in ${file()}: it must be at most half of chunk.target_tokens = 400`,
    );
  });

  it("checks what holds in the end, wherever it was set", async () => {
    const toml = "[chunk]\noverlap_tokens = 300";
    const raised = await home.loadText(toml, { env: { KEBAB_CHUNK_TARGET_TOKENS: "600" } });
    expect(raised.config.chunk).toEqual({ targetTokens: 600, overlapTokens: 300 });
    const { problems } = await failText("[chunk]\noverlap_tokens = 100", {
      KEBAB_CHUNK_TARGET_TOKENS: "100",
    });
    expect(problems).toMatchObject([{ key: "chunk.overlap_tokens" }]);
  });

  it("does not blame the overlap for a target that is itself wrong", async () => {
    const { problems } = await failText("[chunk]\ntarget_tokens = 5000\noverlap_tokens = 1000");
    expect(problems.map(({ key }) => key)).toEqual(["chunk.target_tokens"]);
  });
});
