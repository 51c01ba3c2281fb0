/** The models that kebab asks: one that turns text into vectors, one that writes answers. */

const ENDPOINT = {
  kind: "string",
  default: "",
  mayBeEmpty: true,
  isAddress: true,
  about: "Address of the server; empty is Ollama's own on this machine",
} as const;
const SECRET = { kind: "string", default: "", mayBeEmpty: true, isSecret: true } as const;

export const EMBEDDINGS_KEYS = {
  provider: {
    kind: "enum",
    default: "onnx",
    choices: ["onnx", "ollama", "openai", "none"],
    about: "What turns text into vectors: a model in this process, a server, or nothing",
  },
  model: {
    kind: "string",
    default: "bge-small-en-v1.5+bridge-ko",
    about: "A name of `kebab models list`, a model folder, or the server's name for its model",
  },
  endpoint: ENDPOINT,
  api_key: {
    ...SECRET,
    about: "Key for an OpenAI-compatible server; better given as KEBAB_EMBEDDINGS_API_KEY",
  },
  threads: {
    kind: "integer",
    default: 0,
    min: 0,
    max: 256,
    about: "Threads of the model in this process; 0 decides by processor cores",
  },
  batch_size: {
    kind: "integer",
    default: 64,
    min: 1,
    max: 10_000,
    about: "Chunks embedded and stored together; a killed run repeats at most these",
  },
  models_dir: {
    kind: "path",
    default: null,
    example: "path/to/folder",
    about: "Where `kebab models pull` puts models; by default the system's cache folder",
  },
  hub_endpoint: {
    kind: "string",
    default: "https://huggingface.co",
    isAddress: true,
    about: "Where `kebab models pull` fetches from: the hub or a mirror of it",
  },
} as const;

export const ANSWER_KEYS = {
  provider: {
    kind: "enum",
    default: "extractive",
    choices: ["extractive", "ollama", "openai"],
    about: "What writes answers: the sources' own sentences, or a model behind a server",
  },
  model: {
    kind: "string",
    default: "",
    mayBeEmpty: true,
    about: "The server's name for its model, such as qwen3:4b-instruct; extractive needs none",
  },
  endpoint: ENDPOINT,
  api_key: {
    ...SECRET,
    about: "Key for an OpenAI-compatible server; better given as KEBAB_ANSWER_API_KEY",
  },
  context_tokens: {
    kind: "integer",
    default: 8192,
    min: 1024,
    max: 1_000_000,
    about: "What prompt and answer may take together, in tokens",
  },
  max_tokens: {
    kind: "integer",
    default: 1024,
    min: 16,
    max: 100_000,
    about: "The longest answer, in tokens",
  },
  timeout_ms: {
    kind: "integer",
    default: 120_000,
    min: 1,
    max: 3_600_000,
    about: "How long the server may be silent, before and within an answer, in milliseconds",
  },
  min_evidence: {
    kind: "number",
    default: 0.5,
    min: 0,
    about: "A question is refused when what was found bears less on it than this; 0 refuses nothing",
  },
} as const;
