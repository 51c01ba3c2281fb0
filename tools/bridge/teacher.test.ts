import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { openOnnxEmbedder } from "../../src/embedders/onnx/onnx-embedder.ts";
import { EMBEDDED_MODEL_ID, findModel, type PlainModel } from "../../src/embedders/registry.ts";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { isTeachingWorker, teach } from "./teacher.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const REAL = findModel(EMBEDDED_MODEL_ID) as PlainModel;
/** Of four numbers, for vectors that are told and not made. */
const MODEL: PlainModel = { ...REAL, dimension: 4 };
const ENTRY = `
  import { openOnnxEmbedder } from "../../src/embedders/onnx/onnx-embedder.ts";
import { EMBEDDED_MODEL_ID, findModel } from "${ROOT}src/embedders/registry.ts";
  import { isTeachingWorker, runTeachingWorker, teach } from "${ROOT}tools/bridge/teacher.ts";
  if (isTeachingWorker()) await runTeachingWorker();
  else {
    const [folder, ...texts] = process.argv.slice(2);
    const model = findModel(EMBEDDED_MODEL_ID);
    const reports = [];
    const all = await teach(model, texts, folder, (...report) => reports.push(report));
    const toHex = (_, at) =>
      Buffer.from(all.slice(at * model.dimension, (at + 1) * model.dimension).buffer).toString("hex");
    process.stdout.write(JSON.stringify({ reports, vectors: texts.map(toHex) }));
  }
`;
const BASE = `${MODEL.id}-${MODEL.weights.sha256?.slice(0, 16)}`;
const TEXTS = ["roll back a deployment", "회의록", "meeting notes"];

const toKey = (text: string): Buffer => createHash("sha256").update(text).digest();
const toVector = (at: number): Float32Array => Float32Array.of(at, at + 0.25, at + 0.5, at + 0.75);

/** What an earlier run left: some of the checksums and some of the bytes of the vectors. */
function keep(folder: TemporaryFolder, keyBytes: number, vectorBytes: number): void {
  const vectors = Buffer.concat(TEXTS.map((_, at) => Buffer.from(toVector(at).buffer)));
  folder.write(`${BASE}.keys`, Buffer.concat(TEXTS.map(toKey)).subarray(0, keyBytes));
  folder.write(`${BASE}.vectors`, vectors.subarray(0, vectorBytes));
}

const sizes = (folder: TemporaryFolder): number[] =>
  ["keys", "vectors"].map((end) => statSync(folder.at(`${BASE}.${end}`)).size);

describe("teach()", () => {
  it("takes kept vectors, in the order of the texts and as often as they are asked for", async () => {
    using folder = new TemporaryFolder();
    keep(folder, 96, 48);
    const before = readFileSync(folder.at(`${BASE}.vectors`));
    const asked = [TEXTS[2]!, TEXTS[0]!, TEXTS[2]!];
    const vectors = await teach(MODEL, asked, folder.path, () => expect.unreachable());
    expect([...vectors]).toEqual([...toVector(2), ...toVector(0), ...toVector(2)]);
    expect(readFileSync(folder.at(`${BASE}.vectors`))).toEqual(before);
  });

  it.each([
    ["vectors without their checksums", 32, 48],
    ["half a vector", 64, 24],
    ["half a checksum", 63, 48],
    ["checksums without their vectors", 96, 16],
  ])("cuts off what a killed run wrote halfway: %s", async (_, keyBytes, vectorBytes) => {
    using folder = new TemporaryFolder();
    keep(folder, keyBytes, vectorBytes);
    const vectors = await teach(MODEL, [TEXTS[0]!], folder.path, () => expect.unreachable());
    expect([...vectors]).toEqual([...toVector(0)]);
    expect(sizes(folder)).toEqual([32, 16]);
  });

  it("begins with nothing in a folder that is not there yet", async () => {
    using folder = new TemporaryFolder();
    const vectors = await teach(MODEL, [], folder.at("new", "folder"), () => expect.unreachable());
    expect(vectors).toHaveLength(0);
    expect(statSync(folder.at("new", "folder", `${BASE}.keys`)).size).toBe(0);
  });
});

describe("teach() with the real model", () => {
  it("embeds in threads what is not kept, each text alone, and nothing a second time", async () => {
    using folder = new TemporaryFolder();
    // A thread runs the file it was started from, and Node 20 runs no TypeScript.
    const built = `${ROOT}node_modules/.cache/kebab-teacher-test-${process.pid}`;
    const entry = folder.write("entry.ts", ENTRY);
    try {
      const bundle = await rolldown({ input: entry, platform: "node", external: (id) => /^[^./]/.test(id) });
      await bundle.write({ file: `${built}/entry.mjs`, format: "esm" });
      await bundle.close();
      const run = (...texts: string[]): { reports: number[][]; vectors: string[] } =>
        JSON.parse(
          execFileSync(process.execPath, [`${built}/entry.mjs`, folder.at("work"), ...texts], {
            encoding: "utf8",
          }),
        );
      const first = run("a cat", "the weather", "a cat");
      expect(first.reports).toEqual([[2, 2]]);
      expect(first.vectors[2]).toBe(first.vectors[0]);
      const second = run("the weather", "a dog");
      expect(second.reports).toEqual([[1, 1]]);
      expect(second.vectors[0]).toBe(first.vectors[1]);
      await using embedder = openOnnxEmbedder({ model: REAL, modelsDir: folder.path });
      const { vectors } = await embedder.embedDocuments(["a dog"]);
      expect(second.vectors[1]).toBe(Buffer.from(vectors[0]!.buffer).toString("hex"));
    } finally {
      rmSync(built, { recursive: true, force: true });
    }
  });
});

describe("isTeachingWorker()", () => {
  it("is not true of any other thread", () => {
    expect(isTeachingWorker()).toBe(false);
  });
});
