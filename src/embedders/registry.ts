import type { ScriptCoverage } from "../core/scripts.ts";

/** What a model wants to be given and how its answer is read; the same wherever the model runs. */
export interface ModelFacts {
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  /** The window in tokens, special tokens included. */
  readonly maxTokens: number;
  readonly scripts: ScriptCoverage;
}

/** A file of a model, by its path in the hub's repository and in the model's folder alike. */
export interface ModelFile {
  readonly name: string;
  /** Null where we have not held the file in hand: `models pull` then takes the hub's own word. */
  readonly sha256: string | null;
  readonly bytes: number | null;
}

export type Pooling = "cls" | "mean";

interface LocalFacts extends ModelFacts {
  readonly id: string;
  readonly dimension: number;
  readonly pooling: Pooling;
  readonly licence: string;
  /** Repository on the hub. */
  readonly repository: string;
  readonly weights: ModelFile;
  readonly otherFiles: readonly ModelFile[];
  /** The npm package that brings the files, and the folder in it. */
  readonly embedded: { readonly package: string; readonly folder: string } | null;
}

/** A model that is nothing but its weights. */
export interface PlainModel extends LocalFacts {
  readonly bridge: null;
}

/** A table that carries the words of a language into the space of a model. */
export interface ModelBridge {
  readonly language: "ko";
  /** Whose space it is; the weights are this model's, and lie where they lie for it. */
  readonly teacher: PlainModel;
  /** In models/ of our own package: there is nothing to pull. */
  readonly file: ModelFile;
}

export interface BridgedModel extends LocalFacts {
  readonly bridge: ModelBridge;
}

/** A model that runs in our own process. */
export type RegistryModel = PlainModel | BridgedModel;

/** Weights when quantised to eight bits, as every repository below names them. */
const WEIGHTS = "onnx/model_quantized.onnx";
const BGE_QUERY_PREFIX = "Represent this sentence for searching relevant passages: ";
const NO_PREFIX = { queryPrefix: "", documentPrefix: "" } as const;
const E5_PREFIXES = { queryPrefix: "query: ", documentPrefix: "passage: " } as const;

const file = (name: string, sha256: string | null = null, bytes: number | null = null): ModelFile => ({
  name,
  sha256,
  bytes,
});

const OTHER_FILES = [file("config.json"), file("tokenizer.json"), file("tokenizer_config.json")] as const;

/** The same as OTHER_FILES where the tokenizer's checksum is known. */
const withTokenizer = (sha256: string, bytes: number): readonly ModelFile[] => [
  file("config.json"),
  file("tokenizer.json", sha256, bytes),
  file("tokenizer_config.json"),
];

/** The model that comes with kebab's packages. */
export const EMBEDDED_MODEL_ID = "bge-small-en-v1.5";

// Checksums are those that several projects have published for the same file on the hub, or that we took ourselves.

const BGE_SMALL: PlainModel = {
  id: EMBEDDED_MODEL_ID,
  dimension: 384,
  pooling: "cls",
  queryPrefix: BGE_QUERY_PREFIX,
  documentPrefix: "",
  maxTokens: 512,
  scripts: "latin",
  licence: "MIT",
  repository: "Xenova/bge-small-en-v1.5",
  weights: file(WEIGHTS, "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4", 34_014_426),
  otherFiles: withTokenizer("d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66", 711_396),
  embedded: { package: "kebab-model-bge-small-en", folder: "model/Xenova/bge-small-en-v1.5" },
  bridge: null,
};

const BGE_SMALL_BRIDGED: BridgedModel = {
  ...BGE_SMALL,
  id: `${EMBEDDED_MODEL_ID}+bridge-ko`,
  scripts: "latin+hangul",
  bridge: {
    language: "ko",
    teacher: BGE_SMALL,
    file: file(
      "bridge-ko-en.bin",
      "6ce4eafa89e63763f6c16e8e050417b20de391abf315bd9e60bd48f8bf456b41",
      24_961_956,
    ),
  },
};

export const REGISTRY: readonly RegistryModel[] = [
  BGE_SMALL_BRIDGED,
  BGE_SMALL,
  {
    id: "all-MiniLM-L6-v2",
    dimension: 384,
    pooling: "mean",
    ...NO_PREFIX,
    // Its table of positions holds 512, but it was trained on 256 and the authors cut there.
    maxTokens: 256,
    scripts: "latin",
    licence: "Apache-2.0",
    repository: "Xenova/all-MiniLM-L6-v2",
    weights: file(WEIGHTS, "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1", 22_972_370),
    otherFiles: withTokenizer("da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0", 711_661),
    embedded: null,
    bridge: null,
  },
  {
    id: "gte-small",
    dimension: 384,
    pooling: "mean",
    ...NO_PREFIX,
    maxTokens: 512,
    scripts: "latin",
    licence: "MIT",
    repository: "Xenova/gte-small",
    weights: file(WEIGHTS),
    otherFiles: OTHER_FILES,
    embedded: null,
    bridge: null,
  },
  {
    id: "multilingual-e5-small",
    dimension: 384,
    pooling: "mean",
    ...E5_PREFIXES,
    maxTokens: 512,
    scripts: "all",
    licence: "MIT",
    repository: "Xenova/multilingual-e5-small",
    weights: file(WEIGHTS, "f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193", 118_308_185),
    otherFiles: withTokenizer("0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39", 17_082_730),
    embedded: null,
    bridge: null,
  },
  {
    id: "multilingual-e5-large",
    dimension: 1024,
    pooling: "mean",
    ...E5_PREFIXES,
    maxTokens: 512,
    scripts: "all",
    licence: "MIT",
    repository: "Xenova/multilingual-e5-large",
    weights: file(WEIGHTS, "0a8d65db9a36f810ba5da15249f13145fcdc7890e6656f1fd38cd8b7c4db1fca"),
    otherFiles: OTHER_FILES,
    embedded: null,
    bridge: null,
  },
  {
    id: "bge-m3",
    dimension: 1024,
    pooling: "cls",
    ...NO_PREFIX,
    maxTokens: 8192,
    scripts: "all",
    licence: "MIT",
    repository: "Xenova/bge-m3",
    weights: file(WEIGHTS),
    otherFiles: OTHER_FILES,
    embedded: null,
    bridge: null,
  },
  {
    id: "snowflake-arctic-embed-l-v2",
    dimension: 1024,
    pooling: "cls",
    queryPrefix: "query: ",
    documentPrefix: "",
    maxTokens: 8192,
    scripts: "all",
    licence: "Apache-2.0",
    repository: "Snowflake/snowflake-arctic-embed-l-v2.0",
    weights: file(WEIGHTS),
    otherFiles: OTHER_FILES,
    embedded: null,
    bridge: null,
  },
];

export function findModel(id: string): RegistryModel | null {
  return REGISTRY.find((model) => model.id === id) ?? null;
}

export function filesOf(model: RegistryModel): readonly ModelFile[] {
  return [model.weights, ...model.otherFiles];
}

/** Models that only servers run, and the names under which servers run ours. */
const SERVED: readonly (ModelFacts & { readonly names: readonly string[] })[] = [
  {
    names: ["nomic-embed-text", "nomic-embed-text-v1", "nomic-embed-text-v1.5"],
    queryPrefix: "search_query: ",
    documentPrefix: "search_document: ",
    maxTokens: 2048,
    scripts: "latin",
  },
  {
    names: [
      "mxbai-embed-large",
      "mxbai-embed-large-v1",
      "snowflake-arctic-embed",
      "bge-large",
      "bge-large-en-v1.5",
    ],
    queryPrefix: BGE_QUERY_PREFIX,
    documentPrefix: "",
    maxTokens: 512,
    scripts: "latin",
  },
  {
    names: ["embeddinggemma", "embeddinggemma-300m"],
    queryPrefix: "task: search result | query: ",
    documentPrefix: "title: none | text: ",
    maxTokens: 2048,
    scripts: "all",
  },
  {
    names: ["text-embedding-3-small", "text-embedding-3-large", "text-embedding-ada-002"],
    ...NO_PREFIX,
    maxTokens: 8191,
    scripts: "all",
  },
];

const SERVED_NAMES: Readonly<Record<string, string>> = {
  "all-minilm": "all-MiniLM-L6-v2",
  "snowflake-arctic-embed2": "snowflake-arctic-embed-l-v2",
  "snowflake-arctic-embed-l-v2.0": "snowflake-arctic-embed-l-v2",
};

/** No embedding model in use reads less; a longer window that we do not know of only means more parts. */
const UNKNOWN: ModelFacts = { ...NO_PREFIX, maxTokens: 512, scripts: "all" };

/** What we know of a model by the name a server has for it: "bge-m3:latest", "BAAI/bge-m3". */
export function findServedModel(name: string): ModelFacts {
  const bare = (name.split("/").at(-1) ?? name).replace(/:.*$/, "").toLowerCase();
  const id = (SERVED_NAMES[bare] ?? bare).toLowerCase();
  return (
    // Our own weights may run on a server, a bridge does not.
    REGISTRY.find((model) => model.bridge === null && model.id.toLowerCase() === id) ??
    SERVED.find(({ names }) => names.includes(bare)) ??
    UNKNOWN
  );
}
