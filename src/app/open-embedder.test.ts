import { rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { EMBEDDINGS_KEYS } from "../config/model-keys.ts";
import { findModelFolder } from "../embedders/model-files.ts";
import { EMBEDDED_MODEL_ID, findModel } from "../embedders/registry.ts";
import { type EmbedderSettings, openEmbedder } from "./open-embedder.ts";

const DEFAULT = EMBEDDINGS_KEYS.model.default;

const settings: EmbedderSettings = {
  provider: "onnx",
  model: "bge-small-en-v1.5",
  endpoint: "",
  apiKey: "",
  threads: 0,
  batchSize: 0,
  modelsDir: "/nowhere",
};

describe("openEmbedder()", () => {
  it.each<[EmbedderSettings["provider"], string]>([
    ["onnx", "bge-small-en-v1.5"],
    ["ollama", "ollama/bge-small-en-v1.5"],
    ["openai", "openai/bge-small-en-v1.5"],
  ])("opens the adapter for %s", async (provider, modelId) => {
    await using embedder = await openEmbedder({ ...settings, provider, endpoint: "http://127.0.0.1:9" });
    expect(embedder?.modelId).toBe(modelId);
  });

  it("opens the default, which comes with kebab, reads Korean beside English, and no other script", async () => {
    await using embedder = await openEmbedder({ ...settings, model: DEFAULT });
    expect(embedder?.modelId).toBe(DEFAULT);
    for (const use of ["document", "query"] as const) {
      expect(embedder?.covers("배포를 되돌리는 방법", use)).toBe(true);
      expect(embedder?.covers("배포 rollback 절차", use)).toBe(true);
      expect(embedder?.covers("roll back a deployment", use)).toBe(true);
      expect(embedder?.covers("デプロイを元に戻す方法", use)).toBe(false);
      expect(embedder?.covers("Как откатить развертывание", use)).toBe(false);
    }
  });

  it("gives a text without Hangul the vector of the model without the bridge, to the bit", async () => {
    await using bridged = await openEmbedder({ ...settings, model: DEFAULT });
    await using plain = await openEmbedder(settings);
    const texts = ["roll back a deployment", "café, naïve, 2024-11-16", "ops › rollback\n\nRun it twice."];
    expect(await bridged?.embedDocuments(texts)).toEqual(await plain?.embedDocuments(texts));
    for (const text of texts) expect(await bridged?.embedQuery(text)).toEqual(await plain?.embedQuery(text));
    expect(bridged?.twin).toMatchObject({ modelId: plain?.modelId, version: plain?.version });
    expect(texts.every((text) => bridged?.twin?.shares(text))).toBe(true);
    expect(bridged?.twin?.shares("배포 rollback")).toBe(false);
    expect(bridged?.version).not.toBe(plain?.version);
  });

  it("reads no weights for a text in Korean alone", async () => {
    using folder = new TemporaryFolder();
    const own = folder.folder(EMBEDDED_MODEL_ID);
    const whole = findModelFolder(findModel(EMBEDDED_MODEL_ID)!, "/nowhere")!.folder;
    for (const name of ["config.json", "tokenizer.json", "tokenizer_config.json", "onnx"]) {
      symlinkSync(`${whole}/${name}`, `${own}/${name}`);
    }
    await using embedder = await openEmbedder({ ...settings, model: DEFAULT, modelsDir: folder.path });
    rmSync(own, { recursive: true });
    const vector = await embedder?.embedQuery("배포를 되돌리는 방법");
    expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
    await expect(embedder?.embedQuery("roll back")).rejects.toMatchObject({ code: "model-missing" });
  });

  it("takes a folder named like a bridged model for the weights it holds, without a bridge", async () => {
    using folder = new TemporaryFolder();
    const whole = findModelFolder(findModel(EMBEDDED_MODEL_ID)!, "/nowhere")!.folder;
    symlinkSync(whole, folder.at(DEFAULT));
    await using embedder = await openEmbedder({ ...settings, model: folder.at(DEFAULT) });
    expect(embedder?.modelId).toBe(`local/${DEFAULT}`);
  });

  it("opens none where none is wanted", async () => {
    expect(await openEmbedder({ ...settings, provider: "none" })).toBeNull();
  });

  it("names the nearest model for one it does not know, and what a folder lacks", async () => {
    await expect(openEmbedder({ ...settings, model: "bge-small-en" })).rejects.toMatchObject({
      code: "model-missing",
      hint: expect.stringContaining("bge-small-en-v1.5"),
    });
    using folder = new TemporaryFolder();
    await expect(openEmbedder({ ...settings, model: folder.path })).rejects.toMatchObject({
      code: "model-missing",
      hint: expect.stringContaining("tokenizer.json"),
    });
  });

  it("sends no text to a server that nobody named", async () => {
    await expect(openEmbedder({ ...settings, provider: "openai" })).rejects.toMatchObject({
      code: "config-invalid",
    });
  });
});
