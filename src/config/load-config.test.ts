import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEY_ENTRIES } from "./keys.ts";
import { TemporaryHome } from "./temporary-home.ts";

let home: TemporaryHome;
beforeEach(() => {
  home = new TemporaryHome();
});
afterEach(() => home.remove());

describe("loadConfig() order", () => {
  it("gives the defaults when there is no file", async () => {
    const { config, origin, file, mode, projectRoot } = await home.load();
    expect(config).toEqual({
      search: {
        defaultTop: 10,
        snippetChars: 220,
        defaultMode: "hybrid",
        rrfK: 60,
        candidateMultiplier: 3,
        hybridFusion: "rrf",
        lexicalWeight: 1,
        vectorWeight: 1,
        headingWeight: 2,
        textWeight: 1,
        cjkWeight: 1,
        identifierWeight: 1,
      },
      chunk: { targetTokens: 400, overlapTokens: 0 },
      ingest: { maxFileBytes: 20_000_000, workers: 0, fileTimeoutMs: 60_000, followGitignore: true },
      embeddings: {
        provider: "onnx",
        model: "bge-small-en-v1.5+bridge-ko",
        endpoint: "",
        apiKey: "",
        threads: 0,
        batchSize: 64,
        modelsDir: home.at(".cache/kebab/models"),
        hubEndpoint: "https://huggingface.co",
      },
      answer: {
        provider: "extractive",
        model: "",
        endpoint: "",
        apiKey: "",
        contextTokens: 8192,
        maxTokens: 1024,
        timeoutMs: 120_000,
        minEvidence: 0.5,
      },
      storage: { vectorStore: "sqlite-vec", dataDir: home.at(".local/share/kebab") },
      serve: { port: 7711, host: "127.0.0.1", token: "" },
      sources: [],
    });
    expect(new Set(Object.values(origin))).toEqual(new Set(["default"]));
    expect(Object.keys(origin).sort()).toEqual([...KEY_ENTRIES.map(({ id }) => id), "sources"].sort());
    expect({ file, mode, projectRoot }).toEqual({ file: null, mode: "defaults", projectRoot: null });
  });

  it("lets the file beat defaults, the environment beat the file, and a flag beat both", async () => {
    const toml = `
      [search]
      default_top = 20
      snippet_chars = 300
      [storage]
      data_dir = "from-file"
    `;
    const env = { KEBAB_SEARCH_DEFAULT_TOP: "30", KEBAB_DATA_DIR: "from-environment" };
    const { config, origin } = await home.loadText(toml, { env, dataDir: "from-flag" });
    expect(config.search).toMatchObject({ defaultTop: 30, snippetChars: 300, defaultMode: "hybrid" });
    expect(config.storage.dataDir).toBe(home.at("from-flag"));
    expect(origin).toMatchObject({
      "search.default_top": "environment",
      "search.snippet_chars": "file",
      "search.default_mode": "default",
      "storage.data_dir": "flag",
    });
  });

  it("reads every kind of value from the environment", async () => {
    const env = {
      KEBAB_INGEST_MAX_FILE_BYTES: "5_000_000",
      KEBAB_SEARCH_HEADING_WEIGHT: "2.5",
      KEBAB_INGEST_FOLLOW_GITIGNORE: "false",
      KEBAB_SEARCH_DEFAULT_MODE: "lexical",
      KEBAB_STORAGE_DATA_DIR: "~/base",
    };
    const { config } = await home.load({ env });
    expect(config.ingest.maxFileBytes).toBe(5_000_000);
    expect(config.search.headingWeight).toBe(2.5);
    expect(config.ingest.followGitignore).toBe(false);
    expect(config.search.defaultMode).toBe("lexical");
    expect(config.storage.dataDir).toBe(home.at("base"));
  });

  it("takes an empty variable for an unset one", async () => {
    const env = { KEBAB_CONFIG: "", KEBAB_DATA_DIR: "", KEBAB_SEARCH_DEFAULT_TOP: " " };
    const { config, mode } = await home.load({ env });
    expect(config.search.defaultTop).toBe(10);
    expect(mode).toBe("defaults");
  });

  it("freezes all it returns", async () => {
    const loaded = await home.loadText(`[[sources]]\npath = "notes"\ntags = ["a"]`);
    const parts: object[] = [
      loaded,
      loaded.origin,
      loaded.config,
      loaded.config.search,
      loaded.config.sources,
    ];
    for (const source of loaded.config.sources) parts.push(source, source.tags, source.include);
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
    expect(() => Object.assign(loaded.config.search, { defaultTop: 1 })).toThrow(TypeError);
  });
});

describe("loadConfig() file", () => {
  it("finds the nearest project upward and keeps its data beside it", async () => {
    home.write(".config/kebab/config.toml", "[search]\ndefault_top = 1");
    home.write("work/.kebab/config.toml", "[search]\ndefault_top = 2");
    const file = home.write("work/inner/.kebab/config.toml", "[search]\ndefault_top = 3");
    const loaded = await home.load({ cwd: home.folder("work/inner/a/b") });
    expect(loaded).toMatchObject({ file, mode: "project", projectRoot: home.at("work/inner") });
    expect(loaded.config.search.defaultTop).toBe(3);
    expect(loaded.config.storage.dataDir).toBe(home.at("work/inner/.kebab/data"));
    expect((await home.load({ cwd: home.at("work") })).config.search.defaultTop).toBe(2);
    expect((await home.load({ cwd: home.at("work/inner/.kebab") })).mode).toBe("project");
  });

  it("does not take a .kebab folder without a config for a project", async () => {
    home.folder("work/.kebab");
    expect((await home.load({ cwd: home.at("work") })).mode).toBe("defaults");
  });

  it("uses the user's file outside projects", async () => {
    const file = home.write(".config/kebab/config.toml", "");
    expect(await home.load()).toMatchObject({ file, mode: "user", projectRoot: null });
  });

  it("prefers --config to KEBAB_CONFIG, and both to what lies around", async () => {
    home.write(".kebab/config.toml", "[search]\ndefault_top = 1");
    home.write("by-variable.toml", "[search]\ndefault_top = 2");
    home.write("by-flag.toml", "[search]\ndefault_top = 3");
    const env = { KEBAB_CONFIG: "by-variable.toml" };
    const top = async (options: object) => (await home.load(options)).config.search.defaultTop;
    expect(await top({})).toBe(1);
    expect(await top({ env })).toBe(2);
    expect(await top({ env, configPath: "~/by-flag.toml" })).toBe(3);
  });

  it("knows a project by its folder when --config names it from elsewhere", async () => {
    const configPath = home.write("work/.kebab/config.toml", `[[sources]]\npath = "notes"`);
    const loaded = await home.load({ cwd: home.folder("else"), configPath });
    expect(loaded).toMatchObject({ mode: "project", projectRoot: home.at("work") });
    expect(loaded.config.storage.dataDir).toBe(home.at("work/.kebab/data"));
    expect(loaded.config.sources[0]?.path).toBe(home.at("work/notes"));
  });

  it.each([
    [{ configPath: "gone.toml" }, "--config"],
    [{ env: { KEBAB_CONFIG: "gone.toml" } }, "KEBAB_CONFIG"],
  ])("fails when the named file is missing: %j", async (options, namedBy) => {
    const { error } = await home.failure(home.load(options));
    expect(error.code).toBe("config-invalid");
    expect(error.message).toBe(
      `Cannot read config ${home.at("gone.toml")}: no such file (named by ${namedBy})`,
    );
    expect(error.hint).toContain(namedBy);
  });

  it("fails when the file is there but cannot be read", async () => {
    home.folder(".kebab/config.toml");
    const { error } = await home.failure(home.load());
    expect(error.message).toContain(`Cannot read config ${home.at(".kebab/config.toml")}: EISDIR`);
  });

  it("reads a file that starts with a byte order mark", async () => {
    expect((await home.loadText("\uFEFF[search]\ndefault_top = 7\r\n")).config.search.defaultTop).toBe(7);
  });
});

describe("loadConfig() folders", () => {
  it("honours XDG folders and ignores relative ones, as their specification demands", async () => {
    const env = { XDG_CONFIG_HOME: home.at("xdg-config"), XDG_DATA_HOME: home.at("xdg-data") };
    const file = home.write("xdg-config/kebab/config.toml", "");
    const loaded = await home.load({ env });
    expect(loaded.file).toBe(file);
    expect(loaded.config.storage.dataDir).toBe(home.at("xdg-data/kebab"));
    const relative = await home.load({ env: { XDG_CONFIG_HOME: "xdg-config", XDG_DATA_HOME: "xdg-data" } });
    expect(relative.file).toBeNull();
    expect(relative.config.storage.dataDir).toBe(home.at(".local/share/kebab"));
  });

  it("uses the usual folders of macOS", async () => {
    const folder = join("Library", "Application Support", "kebab");
    const file = home.write(join(folder, "config.toml"), "");
    const loaded = await home.load({ platform: "darwin" });
    expect(loaded.file).toBe(file);
    expect(loaded.config.storage.dataDir).toBe(home.at(folder, "data"));
  });

  it("uses the usual folders of Windows, and its names of variables in any case", async () => {
    const env = {
      APPDATA: home.at("Roaming"),
      LOCALAPPDATA: home.at("Local"),
      Kebab_Search_Default_Top: "4",
    };
    const file = home.write("Roaming/kebab/config.toml", "");
    const loaded = await home.load({ platform: "win32", env });
    expect(loaded.file).toBe(file);
    expect(loaded.config.storage.dataDir).toBe(home.at("Local/kebab/data"));
    expect(loaded.config.search.defaultTop).toBe(4);
    const bare = await home.load({ platform: "win32" });
    expect(bare.config.storage.dataDir).toBe(home.at("AppData/Local/kebab/data"));
  });

  it("counts relative paths from the file in the file, from the working folder elsewhere", async () => {
    const cwd = home.folder("here");
    const toml = `[storage]\ndata_dir = "data"`;
    const dataDir = async (options: object) =>
      (await home.loadText(toml, { cwd, ...options })).config.storage.dataDir;
    expect(await dataDir({})).toBe(home.at(".config/kebab/data"));
    expect(await dataDir({ env: { KEBAB_DATA_DIR: "data" } })).toBe(home.at("here/data"));
    expect(await dataDir({ dataDir: "../data" })).toBe(home.at("data"));
    expect(await dataDir({ dataDir: "~/data" })).toBe(home.at("data"));
  });
});
