import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KEY_ENTRIES } from "./keys.ts";
import { hideSecrets, renderConfig, renderNewConfig } from "./render-config.ts";
import { TemporaryHome } from "./temporary-home.ts";

let home: TemporaryHome;
beforeEach(() => {
  home = new TemporaryHome();
});
afterEach(() => home.remove());

describe("renderConfig()", () => {
  it("shows each value and where it comes from", async () => {
    const loaded = await home.loadText("[search]\ndefault_top = 20\n[[sources]]\npath = '/srv/notes'", {
      env: { KEBAB_SEARCH_HEADING_WEIGHT: "2" },
      dataDir: "/srv/data",
    });
    const text = renderConfig(loaded);
    const lines = text.split("\n");
    expect(lines[0]).toBe(`# Config file (user): "${home.at(".config/kebab/config.toml")}"`);
    expect(lines).toContain("default_top = 20  # file");
    expect(lines).toContain("heading_weight = 2.0  # environment");
    expect(lines).toContain("max_file_bytes = 20_000_000  # default");
    expect(lines).toContain('data_dir = "/srv/data"  # flag');
    expect(text).toContain('[[sources]]  # file\nid = "notes"\npath = "/srv/notes"\n');
  });

  it("gives a file that loads to the same config", async () => {
    const toml = `
      [search]
      text_weight = 1e-9
      [[sources]]
      id = "odd"
      path = 'C:\\a "b" 노트 🍢'
      tags = ["two\\nlines", '\\']
    `;
    const before = await home.loadText(toml, { env: { KEBAB_DATA_DIR: "odd \u007f name" } });
    const after = await home.loadText(renderConfig(before));
    expect(after.config).toEqual(before.config);
    expect(new Set(Object.values(after.origin))).toEqual(new Set(["file"]));
  });
});

describe("hideSecrets()", () => {
  it("names a key that is set and never tells it, and leaves one that is not", async () => {
    const { config } = await home.loadText("[embeddings]\napi_key = 'sk-secret'");
    expect(hideSecrets(config).embeddings.apiKey).toBe("(hidden)");
    expect(config.embeddings.apiKey).toBe("sk-secret");
    expect(hideSecrets((await home.loadText("")).config).embeddings.apiKey).toBe("");
  });
});

describe("renderNewConfig()", () => {
  it("loads to the sources it was given and defaults everywhere else", async () => {
    const text = renderNewConfig({
      sources: [
        { path: "notes", tags: ["일기"], trustLevel: "secondary" },
        { path: "~/papers", id: "pdf" },
        { path: "old/notes" },
        { path: "노트" },
      ],
    });
    const { config, origin } = await home.loadText(text);
    expect(config.sources.map(({ id, path }) => [id, path])).toEqual([
      ["notes", home.at(".config/kebab/notes")],
      ["pdf", home.at("papers")],
      ["notes-2", home.at(".config/kebab/old/notes")],
      ["source", home.at(".config/kebab/노트")],
    ]);
    expect(config.sources[0]).toMatchObject({ tags: ["일기"], trustLevel: "secondary" });
    expect(Object.entries(origin).filter(([, from]) => from !== "default")).toEqual([["sources", "file"]]);
  });

  it("shows every key with its default, ready to be uncommented", async () => {
    const defaults = await home.load();
    const uncommented = renderNewConfig({ sources: [] }).replace(/^#(?=[\w[])/gm, "");
    const { config, origin } = await home.loadText(uncommented);
    expect(KEY_ENTRIES.filter(({ id }) => origin[id] !== "file")).toEqual([]);
    // Folders have an example in place of a default, which is another on every machine.
    const withoutFolders = (whole: typeof config) => ({
      ...whole,
      embeddings: { ...whole.embeddings, modelsDir: null },
      storage: { ...whole.storage, dataDir: null },
      sources: null,
    });
    expect(withoutFolders(config)).toEqual(withoutFolders(defaults.config));
  });

  it("looks like this", () => {
    expect(renderNewConfig({ sources: [{ path: "notes" }] })).toMatchInlineSnapshot(`
      "# kebab's configuration. A line such as #workers = 0 shows a default: remove its # to change it
      #
      # Each [[sources]] table names a folder to index. Its keys:
      #   id           Short name, shown in results; by default made from the folder's name
      #   path         Folder to index; ~ is your home folder
      #   tags         Tags that every document of the source gets
      #   trust_level  How far to trust documents that do not say so themselves (generated, secondary or primary)
      #   include      Globs; when given, only files that match one are indexed
      #   exclude      Globs of files that are left out

      [[sources]]
      id = "notes"
      path = "notes"

      [search]
      # Hits shown when --top is not given (a whole number from 1 to 1000)
      #default_top = 10
      # Length of a snippet in characters (a whole number from 40 to 2000)
      #snippet_chars = 220
      # Which retrievers run when --mode is not given (lexical, vector or hybrid)
      #default_mode = "hybrid"
      # The k of Reciprocal Rank Fusion: the larger, the less the first ranks stand out (a whole number from 1 to 10000)
      #rrf_k = 60
      # A hybrid search asks each side for this many times --top, and for 50 at least (a whole number from 1 to 100)
      #candidate_multiplier = 3
      # How the keyword and the meaning list become one (rrf, weighted_rrf, linear or adaptive)
      #hybrid_fusion = "rrf"
      # Weight of the keyword list, where the fusion has weights (a number of 0 or more)
      #lexical_weight = 1.0
      # Weight of the meaning list, where the fusion has weights (a number of 0 or more)
      #vector_weight = 1.0
      # BM25 weight of words in headings (a number of 0 or more)
      #heading_weight = 2.0
      # BM25 weight of words in the text (a number of 0 or more)
      #text_weight = 1.0
      # BM25 weight of Korean, Chinese and Japanese character pairs (a number of 0 or more)
      #cjk_weight = 1.0
      # BM25 weight of the parts of identifiers such as parseHttpHeader (a number of 0 or more)
      #identifier_weight = 1.0

      [chunk]
      # Size a chunk aims at, in tokens (a whole number from 50 to 4000)
      #target_tokens = 400
      # Tokens a chunk repeats of the one before, at most half of target_tokens (a whole number from 0 to 2000)
      #overlap_tokens = 0

      [ingest]
      # Larger files are skipped and reported (a whole number from 1 to 500000000)
      #max_file_bytes = 20_000_000
      # Files parsed at once; 0 decides by processor cores (a whole number from 0 to 64)
      #workers = 0
      # A file that takes longer to parse is given up and reported, in milliseconds (a whole number from 1 to 3600000)
      #file_timeout_ms = 60_000
      # Skip what .gitignore files name
      #follow_gitignore = true

      [embeddings]
      # What turns text into vectors: a model in this process, a server, or nothing (onnx, ollama, openai or none)
      #provider = "onnx"
      # A name of \`kebab models list\`, a model folder, or the server's name for its model
      #model = "bge-small-en-v1.5+bridge-ko"
      # Address of the server; empty is Ollama's own on this machine
      #endpoint = ""
      # Key for an OpenAI-compatible server; better given as KEBAB_EMBEDDINGS_API_KEY
      #api_key = ""
      # Threads of the model in this process; 0 decides by processor cores (a whole number from 0 to 256)
      #threads = 0
      # Chunks embedded and stored together; a killed run repeats at most these (a whole number from 1 to 10000)
      #batch_size = 64
      # Where \`kebab models pull\` puts models; by default the system's cache folder
      #models_dir = "path/to/folder"
      # Where \`kebab models pull\` fetches from: the hub or a mirror of it
      #hub_endpoint = "https://huggingface.co"

      [answer]
      # What writes answers: the sources' own sentences, or a model behind a server (extractive, ollama or openai)
      #provider = "extractive"
      # The server's name for its model, such as qwen3:4b-instruct; extractive needs none
      #model = ""
      # Address of the server; empty is Ollama's own on this machine
      #endpoint = ""
      # Key for an OpenAI-compatible server; better given as KEBAB_ANSWER_API_KEY
      #api_key = ""
      # What prompt and answer may take together, in tokens (a whole number from 1024 to 1000000)
      #context_tokens = 8_192
      # The longest answer, in tokens (a whole number from 16 to 100000)
      #max_tokens = 1_024
      # How long the server may be silent, before and within an answer, in milliseconds (a whole number from 1 to 3600000)
      #timeout_ms = 120_000
      # A question is refused when what was found bears less on it than this; 0 refuses nothing (a number of 0 or more)
      #min_evidence = 0.5

      [storage]
      # Where vectors lie: in the index file, or in a LanceDB folder beside it (sqlite-vec or lancedb)
      #vector_store = "sqlite-vec"
      # Folder of the index; by default .kebab/data in a project, else the system's data folder
      #data_dir = "path/to/folder"

      [serve]
      # Port of \`kebab serve\`; 0 takes any that is free (a whole number from 0 to 65535)
      #port = 7_711
      # Address \`kebab serve\` listens on; any other than this machine's own asks every call for the token
      #host = "127.0.0.1"
      # What callers of \`kebab serve\` prove themselves with; made at random unless given, best as KEBAB_SERVE_TOKEN
      #token = ""
      "
    `);
  });
});

it("renderConfig() does not tell a key, and writes nothing that could be taken for one", async () => {
  const loaded = await home.load({ env: { KEBAB_EMBEDDINGS_API_KEY: "sk-secret" } });
  const text = renderConfig(loaded);
  expect(text).not.toContain("sk-secret");
  expect(text).toContain('#api_key = "(hidden)"  # environment');
});
