// kebab's main paths, each beside a yardstick of the same kind of work, in a process of its own.

// Loaded when they are run: a child has need of one of them.
const inIndex = async (name, context) => (await import("./guard-index.mjs"))[name](context);
const inVectors = async (name, context) => (await import("./guard-vectors.mjs"))[name](context);
const inCommands = async (name, context) => (await import("./guard-commands.mjs"))[name](context);

/** `measure(context)` gives the least of each side for each of some items, in milliseconds of processor time. */
export const GUARD_PATHS = {
  lexical: {
    what: "keyword search, in process",
    yardstick: "the same FTS5 query through the same binding",
    measure: (context) => inIndex("measureLexical", context),
  },
  vector: {
    what: "vector search of 10,000 × 384",
    yardstick: "the bare multiplications of as many int8 rows, in WebAssembly",
    measure: (context) => inVectors("measureVector", context),
  },
  hybrid: {
    what: "hybrid search, the query's vector known",
    yardstick: "the FTS5 query and the bare multiplications",
    measure: (context) => inVectors("measureHybrid", context),
  },
  "first-ingest": {
    what: "first ingest of 300 files, no vectors",
    yardstick: "read, hash, insert into FTS5",
    measure: (context) => inCommands("measureFirstIngest", context),
  },
  "no-change": {
    what: "ingest of nothing new, in process",
    yardstick: "walk and stat of the folder",
    measure: (context) => inIndex("measureNoChange", context),
  },
  command: {
    what: "`kebab search --mode lexical`",
    yardstick: "node, the binding, one FTS5 query",
    measure: (context) => inCommands("measureSearchCommand", context),
  },
  embedding: {
    what: "embedding of a passage, one thread",
    yardstick: "bare onnxruntime, the same tokens",
    measure: (context) => inVectors("measureEmbedding", context),
  },
  bridge: {
    what: "embedding of Korean passages",
    yardstick: "a plain loop that sums rows of four bits by word",
    measure: (context) => inVectors("measureBridge", context),
  },
};
