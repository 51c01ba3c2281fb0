import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { findModelFolder, sizeOf } from "../model-files.ts";
import { EMBEDDED_MODEL_ID, findModel, type PlainModel } from "../registry.ts";
import { openOnnxEmbedder } from "./onnx-embedder.ts";

const model = findModel(EMBEDDED_MODEL_ID) as PlainModel;
const WEIGHTS = model.weights.name;
const NAMES = [WEIGHTS, "config.json", "tokenizer.json", "tokenizer_config.json"];

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
const bytesOf = (vector: Float32Array): string => Buffer.from(vector.buffer).toString("hex");

/** The bundled model's files under another name, without copying what is not changed. */
function link(folder: TemporaryFolder, name: string, except: readonly string[] = []): string {
  const from = findModelFolder(model, "/nowhere")?.folder ?? "";
  for (const file of NAMES) {
    const to = folder.at(name, file);
    mkdirSync(dirname(to), { recursive: true });
    if (!except.includes(file)) symlinkSync(`${from}/${file}`, to);
  }
  return folder.at(name);
}

describe("openOnnxEmbedder() with the model that comes with kebab", () => {
  const folder = new TemporaryFolder();
  let embedder: Embedder;

  beforeAll(() => {
    embedder = openOnnxEmbedder({ model, modelsDir: folder.path });
  });
  afterAll(async () => {
    await embedder[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  it("gives the same vector to the bit, alone and among others, from the copy an index run leaves behind too", async () => {
    const text = "Install git and create a repository";
    const alone = await embedder.embedDocuments([text]);
    const among = await embedder.embedDocuments([
      "short",
      text,
      "a much longer passage about something else ".repeat(9),
    ]);
    expect(bytesOf(among.vectors[1]!)).toBe(bytesOf(alone.vectors[0]!));
    expect(among.vectors.map((vector) => vector.length)).toEqual([384, 384, 384]);
    for (const vector of among.vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5);

    expect(readdirSync(folder.at(".cache"))).toEqual([expect.stringMatching(/^6c9c6101a956d62d-.*\.onnx$/)]);
    await using fromCopy = openOnnxEmbedder({ model, modelsDir: folder.path });
    using empty = new TemporaryFolder();
    await using fromWeights = openOnnxEmbedder({ model, modelsDir: empty.path, threads: 1 });
    expect(bytesOf(await fromCopy.embedQuery("rollback"))).toBe(
      bytesOf(await fromWeights.embedQuery("rollback")),
    );
    expect(existsSync(empty.at(".cache"))).toBe(false);
  });

  it("finds what is meant, not what is spelt alike", async () => {
    const query = await embedder.embedQuery("how to set up version control");
    const { vectors } = await embedder.embedDocuments([
      "Install git and create a repository",
      "Set up the table and control the heat: bring the soup to the boil",
    ]);
    expect(dot(query, vectors[0]!)).toBeGreaterThan(dot(query, vectors[1]!) + 0.05);
  });

  it("puts the prefix before a query and none before a document", async () => {
    const asQuery = await embedder.embedQuery("deploy");
    const { vectors } = await embedder.embedDocuments([
      "deploy",
      "Represent this sentence for searching relevant passages: deploy",
    ]);
    expect(bytesOf(asQuery)).not.toBe(bytesOf(vectors[0]!));
    expect(bytesOf(asQuery)).toBe(bytesOf(vectors[1]!));
  });

  it("embeds a text over the window in parts and counts it; its end counts too", async () => {
    const start = "Notes on baking bread. ".repeat(150);
    const { vectors, split } = await embedder.embedDocuments([
      start,
      `${start}${"Deploying a database cluster. ".repeat(150)}`,
      "Short",
    ]);
    expect(split).toBe(2);
    const query = await embedder.embedQuery("database deployment");
    expect(dot(query, vectors[1]!)).toBeGreaterThan(dot(query, vectors[0]!));
    expect(dot(vectors[1]!, vectors[1]!)).toBeCloseTo(1, 5);
  });

  it("embeds texts without a word in them", async () => {
    const { vectors, split } = await embedder.embedDocuments(["", " \n", "🙂", "\u0000", "\ud800"]);
    expect(split).toBe(0);
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 5);
    expect(await embedder.embedQuery("")).toHaveLength(384);
    expect(await embedder.embedDocuments([])).toEqual({ vectors: [], split: 0 });
  });

  it("stops between texts when it is told to", async () => {
    const controller = new AbortController();
    const running = embedder.embedDocuments(
      Array.from({ length: 1000 }, () => "some passage"),
      { signal: controller.signal },
    );
    setTimeout(() => controller.abort(), 30);
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
  });

  it("knows that it reads no Hangul", () => {
    expect(embedder.modelId).toBe(EMBEDDED_MODEL_ID);
    expect(embedder.version).toMatch(/^[0-9a-f]{8}$/);
    expect(embedder.covers("version control")).toBe(true);
    expect(embedder.covers("useMemo는 언제 쓰나")).toBe(true);
    expect(embedder.covers("배포 롤백")).toBe(false);
  });

  it("says so when it is used after it was closed, and may be closed twice", async () => {
    const closed = openOnnxEmbedder({ model, modelsDir: folder.path });
    await closed[Symbol.asyncDispose]();
    await closed[Symbol.asyncDispose]();
    await expect(closed.embedQuery("x")).rejects.toMatchObject({
      message: expect.stringContaining("is closed"),
    });
  });
});

describe("openOnnxEmbedder() with other folders", () => {
  it("takes any folder with a model in it, and reads from its files how to pool", async () => {
    using folder = new TemporaryFolder();
    const path = link(folder, "my-model");
    folder.write("my-model/1_Pooling/config.json", '{"pooling_mode_cls_token":true}');
    await using own = openOnnxEmbedder({ model: { folder: path }, modelsDir: folder.path });
    await using bundled = openOnnxEmbedder({ model, modelsDir: folder.path });
    expect(own.modelId).toBe("local/my-model");
    expect(own.version).not.toBe(bundled.version);
    expect(own.covers("배포")).toBe(true);
    const texts = ["Install git"];
    const [one, other] = await Promise.all([own.embedDocuments(texts), bundled.embedDocuments(texts)]);
    expect(bytesOf(one.vectors[0]!)).toBe(bytesOf(other.vectors[0]!));
  });

  it("takes the mean of the tokens where nothing else is said", async () => {
    using folder = new TemporaryFolder();
    const path = link(folder, "mean-model");
    await using own = openOnnxEmbedder({ model: { folder: path }, modelsDir: folder.path });
    const vector = await own.embedQuery("Install git");
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  it("knows a registry model by its folder", () => {
    using folder = new TemporaryFolder();
    const path = link(folder, EMBEDDED_MODEL_ID);
    expect(openOnnxEmbedder({ model: { folder: path }, modelsDir: "/nowhere" }).modelId).toBe(
      EMBEDDED_MODEL_ID,
    );
  });

  it("names the files a folder lacks", () => {
    using folder = new TemporaryFolder();
    expect(() => openOnnxEmbedder({ model: { folder: folder.path }, modelsDir: folder.path })).toThrow(
      expect.objectContaining({ code: "model-missing", hint: expect.stringContaining("tokenizer.json") }),
    );
  });
});

describe("openOnnxEmbedder() with a broken model", () => {
  it("refuses weights with another sha256 when an index run begins", async () => {
    using folder = new TemporaryFolder();
    link(folder, EMBEDDED_MODEL_ID, [WEIGHTS]);
    const broken = readFileSync(`${findModelFolder(model, "/nowhere")?.folder}/${WEIGHTS}`);
    broken[20_000_000] = (broken[20_000_000] ?? 0) ^ 1;
    writeFileSync(folder.at(EMBEDDED_MODEL_ID, WEIGHTS), broken);
    await using embedder = openOnnxEmbedder({ model, modelsDir: folder.path });
    await expect(embedder.embedDocuments(["x"])).rejects.toMatchObject({
      code: "model-missing",
      message: expect.stringContaining("sha256"),
      hint: expect.stringContaining("kebab models verify"),
    });
  });

  it("refuses weights of another size at once", () => {
    using folder = new TemporaryFolder();
    link(folder, EMBEDDED_MODEL_ID, [WEIGHTS]);
    folder.write(`${EMBEDDED_MODEL_ID}/${WEIGHTS}`, "half a download");
    expect(() => openOnnxEmbedder({ model, modelsDir: folder.path })).toThrow(
      expect.objectContaining({ code: "model-missing", message: expect.stringContaining("15 bytes") }),
    );
  });

  it("names the package and the folder when the model is nowhere", () => {
    using folder = new TemporaryFolder();
    const absent = { ...model, id: "absent", embedded: { package: "kebab-model-absent", folder: "model" } };
    expect(() => openOnnxEmbedder({ model: absent, modelsDir: folder.path })).toThrow(
      expect.objectContaining({
        code: "model-missing",
        message: expect.stringContaining("kebab-model-absent"),
        hint: expect.stringContaining(folder.at("absent")),
      }),
    );
  });

  it("tells a file that is no model, and starts from the weights when its copy of them is broken", async () => {
    using folder = new TemporaryFolder();
    const path = link(folder, "garbage", [WEIGHTS]);
    folder.write(`garbage/${WEIGHTS}`, "no model at all");
    await using garbage = openOnnxEmbedder({ model: { folder: path }, modelsDir: folder.path });
    await expect(garbage.embedQuery("x")).rejects.toMatchObject({ code: "model-missing" });

    await using indexing = openOnnxEmbedder({ model, modelsDir: folder.path });
    const { vectors } = await indexing.embedDocuments([""]);
    const [copy] = readdirSync(folder.at(".cache"));
    copyFileSync(folder.at("garbage", WEIGHTS), folder.at(".cache", copy ?? ""));
    await using searching = openOnnxEmbedder({ model, modelsDir: folder.path });
    expect((await searching.embedQuery("x")).length).toBe(vectors[0]?.length);
    expect(sizeOf(folder.at(".cache", copy ?? ""))).toBeLessThan(100);
    await using again = openOnnxEmbedder({ model, modelsDir: folder.path });
    await again.embedDocuments([""]);
    expect(sizeOf(folder.at(".cache", copy ?? ""))).toBeGreaterThan(30_000_000);
  });
});
