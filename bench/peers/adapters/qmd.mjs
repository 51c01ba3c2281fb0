import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const NO_MODEL = "needs a model download";

export const peer = {
  name: "qmd",
  title: "qmd",
  packages: null,
  note: "its keyword side, by its own commands and library, on the Node 24 it asks for; it wants every word of a query, for questions are meant for its models, which must be downloaded, as for its vector side; install size is without llama.cpp's binaries",
  lacks: { vector: NO_MODEL, hybrid: NO_MODEL },
  behind: {
    install:
      "counted without llama.cpp's binaries and its models, which are downloaded at first use; kebab's model is in its package",
    warm: "it wants every word, so that fewer files match and are ranked",
    bytes: "files are indexed whole; kebab keeps chunks, Korean pairs and places to cite",
    ingest_memory: "one thread, no chunks",
    search_memory: "kebab maps the index's file, whose pages count here until the system takes them back",
    ingest: "files are indexed whole; kebab cuts chunks and Korean pairs",
  },
  commands: ({ qmd }) => ({
    ingest: () => qmd.command(["update"]),
    again: () => qmd.command(["update"]),
    cold: (query) => ({ ...qmd.command(["search", query]), exits: [0, 1] }),
    serve: (words) => ({ ...qmd.command([]), words }),
  }),
  /** Its documents are files, and a file's name is searched: a number says nothing. `commands.ingest` reads them. */
  async ingest(rows, { files }) {
    mkdirSync(files, { recursive: true });
    for (const { id, title, text } of rows)
      writeFileSync(join(files, `${id}.md`), title === "" ? text : `# ${title}\n\n${text}`);
  },
  async open({ qmdLibrary, qmdIndex }) {
    const { createStore } = await import(pathToFileURL(qmdLibrary).href);
    const store = await createStore({ dbPath: qmdIndex });
    const toId = (path) => /^corpus\/(\d+)\.md$/.exec(path)?.[1] ?? path;
    return {
      keyword: async (query, k) =>
        (await store.searchLex(query, { limit: k })).map(({ displayPath }) => toId(displayPath)),
      close: () => store.close(),
    };
  },
};
