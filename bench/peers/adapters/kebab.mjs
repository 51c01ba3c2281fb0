import { pathToFileURL } from "node:url";

const INGEST = ["ingest", "--no-embeddings", "--quiet"];

export const peer = {
  name: "kebab",
  title: "kebab",
  packages: null,
  note: "headings, chunks, Korean pairs and places to cite are indexed, and every hit carries its snippet and citation; the install holds an embedding model, parsers of PDF and code, and LanceDB as an option",
  lacks: {},
  behind: {},
  commands: ({ kebab, folder, command }) => ({
    ingest: () => command([kebab, ...INGEST, folder]),
    again: () => command([kebab, ...INGEST]),
    cold: (query) => ({ ...command([kebab, "search", "--mode", "lexical", query]), exits: [0, 1] }),
  }),
  /** The keyword side as a program uses it; with vectors given, as the facade runs it behind its embedder. */
  async open({ libraryFile, insidesFile, cwd }) {
    let kebab = null;
    let given = null;
    const openLibrary = async () => {
      const { openKebab } = await import(pathToFileURL(libraryFile).href);
      return await openKebab({ cwd, env: process.env });
    };
    const search = async (mode, query, { vector, k }) => {
      given ??= await openGiven(insidesFile, cwd);
      return await given.search(query, vector, { mode, k });
    };
    return {
      keyword: async (query, k) => {
        kebab ??= await openLibrary();
        return (await kebab.search(query, { mode: "lexical", top: k })).hits.map((hit) => hit.doc_path);
      },
      vector: (vector, k, query) => search("vector", query, { vector, k }),
      hybrid: (query, vector, k) => search("hybrid", query, { vector, k }),
      close: async () => {
        await given?.close();
        await kebab?.[Symbol.asyncDispose]();
      },
    };
  },
};

async function openGiven(insidesFile, cwd) {
  const insides = await import(pathToFileURL(insidesFile).href);
  const surroundings = { cwd, env: process.env, homeDir: process.env.HOME, platform: process.platform };
  const { config } = await insides.loadConfig(surroundings);
  const index = insides.openIndex(config, insides.toDataPaths(config.storage.dataDir));
  const model = await insides.openEmbedder(config.embeddings);
  let vector = null;
  const embedder = {
    ...{ modelId: model.modelId, version: model.version, covers: () => true },
    embedQuery: async () => vector,
  };
  const environment = { config, index, openEmbedder: async () => embedder };
  const fusion = insides.toFusion(config);
  const retrievers = { vector: null, hybrid: null };
  for (const mode of Object.keys(retrievers))
    retrievers[mode] = await insides.openRetrievers(mode, environment);
  return {
    search: async (query, of, { mode, k }) => {
      vector = Float32Array.from(of);
      const request = { query, mode, top: k, wanted: k, filter: {} };
      const { hits } = await insides.rankChunks(request, retrievers[mode], fusion);
      const chunks = await index.reader.chunks(hits.slice(0, k).map(({ chunkId }) => chunkId));
      return chunks.map(({ id }) => id);
    },
    close: async () => {
      await index[Symbol.asyncDispose]();
      await model[Symbol.asyncDispose]();
    },
  };
}
