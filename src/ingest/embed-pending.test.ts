import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { IngestBench } from "../../test/support/ingest-bench.ts";
import { createTestEmbedder, VectorBench } from "../../test/support/vector-bench.ts";
import { toStoredVersion } from "../core/embedding-text.ts";
import { KebabError } from "../core/errors.ts";
import type { Embedder } from "../ports/embedder.ts";
import { type EmbedOptions, type EmbedReport, embedPending } from "./embed-pending.ts";

let bench: IngestBench;
let vectors: VectorBench;
let texts: string[];
let embedder: Embedder;

beforeEach(async () => {
  bench = new IngestBench();
  texts = [];
  embedder = listening(createTestEmbedder());
  vectors = await VectorBench.over(bench.database, embedder);
  return () => bench[Symbol.dispose]();
});

/** Notes every document text it is given. */
function listening(inner: Embedder): Embedder {
  return {
    ...inner,
    embedDocuments: async (given, options) => {
      texts.push(...given);
      return inner.embedDocuments(given, options);
    },
  };
}

function embed(changes: Partial<EmbedOptions> = {}): Promise<EmbedReport> {
  const { store, ledger, key } = vectors;
  return embedPending({ embedder, store, ledger, key, batchSize: 4, ...changes });
}

/** Fifty sections, each a chunk of its own. */
function writeSections(change: (index: number) => string = () => ""): void {
  const section = (index: number): string =>
    `## Section ${index}\n\n${`words of part ${index} `.repeat(60)}${change(index)}\n`;
  bench.folder.write(
    "long.md",
    `# Long\n\n${Array.from({ length: 50 }, (_, index) => section(index)).join("\n")}`,
  );
}

describe("embedPending()", () => {
  it("embeds every chunk once, with the names it stands under", async () => {
    bench.folder.write("a.md", "# Rollback\n\n## How to\n\nRun it twice.\n");
    await bench.run();
    expect(await embed()).toMatchObject({ embedded: 1, reused: 0, remaining: 0, removed: 0 });
    expect(texts).toEqual([expect.stringMatching(/Rollback.*How to.*Run it twice\.$/s)]);
    expect(await embed()).toMatchObject({ embedded: 0, reused: 0 });
    expect(texts).toHaveLength(1);
  });

  it("embeds only the section that was edited", async () => {
    writeSections();
    await bench.run();
    const first = await embed();
    expect(first.embedded).toBeGreaterThanOrEqual(50);
    const before = await vectors.dump();
    texts.length = 0;
    writeSections((index) => (index === 20 ? "and something new" : ""));
    await bench.run();
    const second = await embed();
    expect(second).toMatchObject({ embedded: 1, reused: 0, removed: 1 });
    expect(texts).toEqual([expect.stringContaining("and something new")]);
    const after = await vectors.dump();
    expect(after.size).toBe(before.size);
    expect([...before].filter(([id, vector]) => after.get(id) === vector)).toHaveLength(before.size - 1);
  });

  it("takes the vector of a text it has embedded before: twins, and a file that comes back", async () => {
    bench.folder.write("a.md", "# Same\n\nThe same text.\n");
    bench.folder.write("b/a.md", "# Same\n\nThe same text.\n");
    await bench.run();
    expect(await embed()).toMatchObject({ embedded: 1, reused: 1 });
    rmSync(join(bench.folder.path, "b/a.md"));
    await bench.run();
    expect(await embed()).toMatchObject({ embedded: 0, removed: 1 });
    bench.folder.write("b/a.md", "# Same\n\nThe same text.\n");
    await bench.run();
    expect(await embed()).toMatchObject({ embedded: 0, reused: 1 });
    expect((await vectors.dump()).size).toBe(2);
  });

  it("takes over what another model has embedded alike, and no more of it", async () => {
    bench.folder.write("a.md", "# Rollback\n\nRun it twice.\n");
    bench.folder.write("b.md", "# 롤백\n\n두 번 실행한다.\n");
    await bench.run();
    const { store, ledger } = vectors;
    const older = { ...embedder, modelId: "older" };
    const olderKey = { ...vectors.key, modelId: "older", version: toStoredVersion(older.version) };
    await ledger.enrol(olderKey);
    expect(await embed({ embedder: older, key: olderKey })).toMatchObject({ embedded: 2, reused: 0 });
    const made = await vectors.dump();
    texts.length = 0;
    const twin = {
      modelId: "older",
      version: older.version,
      shares: (text: string) => !/[가-힣]/.test(text),
    };
    const newer = { ...embedder, modelId: "newer", twin };
    const key = { ...vectors.key, modelId: "newer", version: toStoredVersion(newer.version) };
    await ledger.enrol(key);
    expect(await embed({ embedder: newer, key, store, ledger })).toMatchObject({ embedded: 1, reused: 1 });
    expect(texts).toEqual([expect.stringContaining("두 번 실행한다.")]);
    expect(await vectors.dump()).toEqual(made);
    expect(await ledger.counts(key)).toMatchObject({ committed: 2, pending: 0 });
  });

  it("embeds anew where its twin is there in another version", async () => {
    bench.folder.write("a.md", "# Rollback\n\nRun it twice.\n");
    await bench.run();
    const older = { ...embedder, modelId: "older" };
    const olderKey = { ...vectors.key, modelId: "older", version: toStoredVersion("before") };
    await vectors.ledger.enrol(olderKey);
    await embed({ embedder: older, key: olderKey });
    const newer = {
      ...embedder,
      modelId: "newer",
      twin: { modelId: "older", version: "after", shares: () => true },
    };
    const key = { ...vectors.key, modelId: "newer" };
    await vectors.ledger.enrol(key);
    expect(await embed({ embedder: newer, key })).toMatchObject({ embedded: 1, reused: 0 });
  });

  it("drops the vectors of documents that are gone", async () => {
    bench.folder.write("a.md", "alpha\n");
    bench.folder.write("b.md", "beta\n");
    await bench.run();
    await embed();
    rmSync(join(bench.folder.path, "a.md"));
    await bench.run();
    expect(await embed()).toMatchObject({ removed: 1, embedded: 0 });
    expect((await vectors.dump()).size).toBe(1);
  });

  it("embeds anew where a heading above a chunk changed", async () => {
    bench.folder.write("a.md", "---\ntitle: Before\n---\n\nThe text.\n");
    await bench.run();
    await embed();
    bench.folder.write("a.md", "---\ntitle: After\n---\n\nThe text.\n");
    await bench.run();
    expect(await embed()).toMatchObject({ embedded: 1 });
    expect(texts.at(-1)).toContain("After");
    expect((await vectors.dump()).size).toBe(1);
  });

  it("leaves out chunks in a script the model does not know, and counts them", async () => {
    bench.folder.write("a.md", "english\n");
    bench.folder.write("b.md", "한국어 문서\n");
    await bench.run();
    const only = { ...embedder, covers: (text: string) => !/[가-힣]/.test(text) };
    expect(await embed({ embedder: only })).toMatchObject({ embedded: 1, uncovered: 1, remaining: 0 });
    expect((await vectors.dump()).size).toBe(1);
    expect(await vectors.ledger.counts(vectors.key)).toEqual({ committed: 1, pending: 0, uncovered: 1 });
  });

  it("stops between batches, and goes on where it stopped", async () => {
    writeSections();
    await bench.run();
    const stop = new AbortController();
    const stopped = await embed({
      signal: stop.signal,
      onProgress: ({ done }) => {
        if (done >= 8) stop.abort();
      },
    });
    expect(stopped.embedded).toBe(8);
    expect(stopped.remaining).toBeGreaterThan(40);
    expect(await vectors.ledger.lastJob()).toMatchObject({ state: "running", remaining: stopped.remaining });
    expect(await embed()).toMatchObject({ embedded: stopped.remaining, remaining: 0 });
    expect(await vectors.ledger.lastJob()).toMatchObject({ state: "done", remaining: 0 });
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("passes a failure on, keeps what was done, and repeats nothing that was embedded", async () => {
    writeSections();
    await bench.run();
    const broken = {
      ...vectors.store,
      upsert: () => Promise.reject(new Error("the disk is full")),
    };
    await expect(embed({ store: broken })).rejects.toThrow("the disk is full");
    expect(await vectors.ledger.lastJob()).toMatchObject({ state: "failed" });
    expect((await vectors.dump()).size).toBe(0);
    const report = await embed();
    expect(report).toMatchObject({ reused: 4, remaining: 0 });
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("makes again what the store has lost, when told to look", async () => {
    bench.folder.write("a.md", "alpha\n");
    bench.folder.write("b.md", "beta\n");
    await bench.run();
    await embed();
    const [lost] = (await vectors.dump()).keys();
    const table = await vectors.ledger.find(vectors.key);
    await vectors.store.remove(table!, [lost!]);
    expect(await embed()).toMatchObject({ reused: 0 });
    expect(await embed({ check: true })).toMatchObject({ embedded: 0, reused: 1 });
    expect((await vectors.dump()).size).toBe(2);
  });

  it("does not let one text that the model refuses keep the others from their vectors", async () => {
    for (let index = 0; index < 9; index++) bench.folder.write(`${index}.md`, `number ${index}\n`);
    await bench.run();
    const picky: Embedder = {
      ...embedder,
      embedDocuments: async (given, options) => {
        if (given.some((text) => text.includes("number 1"))) throw new KebabError("model-unreachable", "500");
        return embedder.embedDocuments(given, options);
      },
    };
    await expect(embed({ embedder: picky })).rejects.toThrow(
      "The model refused 1 chunk; the others have their vectors",
    );
    expect((await vectors.dump()).size).toBe(8);
    expect(await embed()).toMatchObject({ embedded: 1, remaining: 0 });
  });

  it("gives up at once where the model refuses everything", async () => {
    for (let index = 0; index < 9; index++) bench.folder.write(`${index}.md`, `number ${index}\n`);
    await bench.run();
    let asked = 0;
    const gone: Embedder = {
      ...embedder,
      embedDocuments: async () => {
        asked++;
        throw new KebabError("model-unreachable", "no server");
      },
    };
    await expect(embed({ embedder: gone })).rejects.toThrow("no server");
    expect(asked).toBe(3);
  });

  it("is not poisoned by vectors of another length that a server once gave", async () => {
    bench.folder.write("a.md", "alpha\n");
    await bench.run();
    await embed();
    bench.folder.write("b.md", "beta\n");
    await bench.run();
    const shorter = { ...createTestEmbedder(48), modelId: embedder.modelId };
    await expect(embed({ embedder: shorter })).rejects.toThrow("48 dimensions");
    expect(await embed()).toMatchObject({ embedded: 1, remaining: 0 });
  });

  it("ends the job of a run that was killed after its last vector", async () => {
    bench.folder.write("a.md", "alpha\n");
    await bench.run();
    await embed();
    const job = (await vectors.ledger.lastJob())!;
    await vectors.ledger.putCheckpoint({ ...job, state: "running" });
    await embed();
    expect(await vectors.ledger.lastJob()).toMatchObject({ state: "done" });
  });

  it("starts a table anew where a model of the same name makes longer vectors", async () => {
    bench.folder.write("a.md", "alpha\n");
    await bench.run();
    await embed();
    const longer = { ...createTestEmbedder(96), modelId: embedder.modelId, version: "2" };
    const key = { ...vectors.key, version: "2" };
    await vectors.ledger.enrol(key);
    expect(await embed({ embedder: longer, key })).toMatchObject({ embedded: 1 });
    expect([...(await vectors.dump()).values()].map((vector) => vector.split(",").length)).toEqual([96]);
    expect(await vectors.ledger.find(vectors.key)).toBeNull();
  });

  it("says what remains as it goes", async () => {
    for (let index = 0; index < 9; index++) bench.folder.write(`${index}.md`, `number ${index}\n`);
    await bench.run();
    const seen: string[] = [];
    await embed({ onProgress: ({ done, total }) => seen.push(`${done}/${total}`) });
    expect(seen).toEqual(["0/9", "4/9", "8/9", "9/9"]);
  });
});
