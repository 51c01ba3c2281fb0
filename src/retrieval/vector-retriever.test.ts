import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { IngestBench } from "../../test/support/ingest-bench.ts";
import { createTestEmbedder, VectorBench } from "../../test/support/vector-bench.ts";
import type { SearchFilter } from "../core/search.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { Retriever } from "../ports/retriever.ts";
import { createVectorRetriever } from "./vector-retriever.ts";

const embedder = createTestEmbedder();
let bench: IngestBench;
let vectors: VectorBench;

beforeEach(async () => {
  bench = new IngestBench();
  vectors = await VectorBench.over(bench.database, embedder);
  bench.folder.write("a.md", "kafka consumer lag\n");
  bench.folder.write("b.md", "garden tomatoes\n");
  bench.folder.write("c.md", "kafka topics\n");
  await bench.run();
  await vectors.embed(embedder);
  return () => bench[Symbol.dispose]();
});

async function open(changes: Partial<Embedder> = {}): Promise<Retriever> {
  const { ledger, key, store } = vectors;
  const table = await ledger.find(key);
  return createVectorRetriever({
    embedder: { ...embedder, ...changes },
    store: async () => store,
    ledger,
    key,
    table: table!,
  });
}

const pathsOf = async (ids: readonly { chunkId: string }[]): Promise<(string | undefined)[]> => {
  const paths = await bench.reader.pathsOf(ids.map(({ chunkId }) => chunkId));
  return ids.map(({ chunkId }) => paths.get(chunkId));
};

describe("createVectorRetriever()", () => {
  it("gives the nearest chunks by cosine, with the model and version that found them", async () => {
    const list = await (await open()).retrieve({ query: "kafka lag", limit: 2, filter: {} });
    expect(await pathsOf(list.ranked)).toEqual(["a.md", "c.md"]);
    expect(list.ranked[0]!.score).toBeGreaterThan(list.ranked[1]!.score);
    expect(list).toMatchObject({
      indexVersion: "vec:hashing-64@1:64",
      model: "hashing-64",
      abstained: null,
      warnings: [],
      terms: [],
    });
  });

  it("filters inside the search", async () => {
    const list = await (await open()).retrieve({ query: "kafka lag", limit: 1, filter: { path: "b.md" } });
    expect(await pathsOf(list.ranked)).toEqual(["b.md"]);
  });

  it("abstains from a script the model does not know, without asking it", async () => {
    const retriever = await open({
      covers: () => false,
      embedQuery: () => Promise.reject(new Error("must not be asked")),
    });
    expect(await retriever.retrieve({ query: "배포", limit: 1, filter: {} })).toMatchObject({
      ranked: [],
      abstained: "hashing-64 does not know the script of the query",
    });
  });

  it.each(["", "  \n"])("abstains from %j", async (query) => {
    expect(await (await open()).retrieve({ query, limit: 1, filter: {} })).toMatchObject({
      ranked: [],
      abstained: "the query is empty",
    });
  });

  it("says so where the store has lost everything", async () => {
    await vectors.store.drop((await vectors.ledger.find(vectors.key))!);
    const { warnings } = await (await open()).retrieve({ query: "kafka", limit: 9, filter: {} });
    expect(warnings).toEqual([expect.stringMatching(/are gone: run `kebab index --embeddings`/)]);
    const filtered = await (await open()).retrieve({ query: "kafka", limit: 9, filter: { path: "x" } });
    expect(filtered.warnings).toEqual([]);
  });

  it("says how many chunks wait for their vector, and does not show them", async () => {
    bench.folder.write("d.md", "kafka lag again\n");
    await bench.run();
    const list = await (await open()).retrieve({ query: "kafka lag again", limit: 9, filter: {} });
    expect(list.warnings).toEqual([
      expect.stringMatching(/^1 chunk has no vector yet .*kebab index --embeddings/),
    ]);
    expect(await pathsOf(list.ranked)).not.toContain("d.md");
  });
});

describe("createVectorRetriever() over a bridge, beside keyword search", () => {
  /** As if the question had come over a bridge: the notes in Korean hold the same words. */
  const bridgedLanguage = (): string => "ko";
  const besideWords = true;

  beforeEach(async () => {
    bench.folder.write("ko.md", "---\nlang: ko\n---\n\nkafka consumer lag alert\n");
    await bench.run();
    await vectors.embed(embedder);
  });

  it("leaves passages in the question's own language to words, and what lies no nearer than they", async () => {
    const retriever = await open({ bridgedLanguage });
    const near = await retriever.retrieve({ query: "kafka consumer lag", limit: 9, filter: {}, besideWords });
    expect(await pathsOf(near.ranked)).toEqual(["a.md"]);
    expect(await pathsOf(near.whole ?? [])).toEqual(
      expect.arrayContaining(["a.md", "b.md", "c.md", "ko.md"]),
    );
    const far = await retriever.retrieve({ query: "lag alert", limit: 9, filter: {}, besideWords });
    expect(far.ranked).toEqual([]);
    expect(far.warnings).toEqual([]);
  });

  it("finds all of them alone, and without a bridge", async () => {
    const query = { query: "kafka consumer lag", limit: 9, filter: {} };
    const alone = await (await open({ bridgedLanguage })).retrieve(query);
    expect(await pathsOf(alone.ranked)).toContain("ko.md");
    expect(alone.whole).toBeUndefined();
    const plain = await (await open()).retrieve({ ...query, besideWords });
    expect(plain).toEqual(alone);
  });

  it("gives what lies nearer than the nearest in its own language, at any limit", async () => {
    const words = fc.array(fc.constantFrom("kafka", "lag", "alert", "topics", "garden", "배포"), {
      minLength: 1,
      maxLength: 5,
    });
    const note = fc.record({ lang: fc.constantFrom("ko", "en"), words });
    const retriever = await open({ bridgedLanguage });
    const table = (await vectors.ledger.find(vectors.key))!;
    let modifiedMs = 1;
    await fc.assert(
      fc.asyncProperty(
        fc.array(note, { minLength: 8, maxLength: 8 }),
        words,
        fc.integer({ min: 1, max: 13 }),
        async (notes, asked, limit) => {
          for (const [at, given] of notes.entries()) {
            const text = `---\nlang: ${given.lang}\n---\n\n${given.words.join(" ")}\n`;
            bench.folder.write(`note-${at}.md`, text, modifiedMs++);
          }
          await bench.run();
          await vectors.embed(embedder);
          const query = asked.join(" ");
          const vector = await embedder.embedQuery(query);
          const search = (most: number, filter: SearchFilter) =>
            vectors.store.search(table, vector, { limit: most, filter });
          const others = await search(limit, { langs: ["en"] });
          const [own] = await search(1, { langs: ["ko"] });
          const nearer = others.filter(({ score, chunkId }) =>
            score === own!.score ? chunkId < own!.chunkId : score > own!.score,
          );
          const { ranked } = await retriever.retrieve({ query, limit, filter: {}, besideWords });
          expect(ranked).toEqual(nearer);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("says so where the store has lost everything, and not where all of it is left to words", async () => {
    const retriever = await open({ bridgedLanguage });
    const ask = () => retriever.retrieve({ query: "lag alert", limit: 9, filter: {}, besideWords });
    expect(await ask()).toMatchObject({ ranked: [], warnings: [] });
    await vectors.store.drop((await vectors.ledger.find(vectors.key))!);
    expect((await ask()).warnings).toEqual([expect.stringMatching(/are gone/)]);
  });

  it("follows a filter by language", async () => {
    const retriever = await open({ bridgedLanguage });
    const ask = (langs: readonly string[]) =>
      retriever.retrieve({ query: "lag alert", limit: 9, filter: { langs }, besideWords });
    expect((await ask(["ko"])).ranked).toEqual([]);
    expect(await pathsOf((await ask(["en"])).ranked)).toContain("a.md");
  });
});
