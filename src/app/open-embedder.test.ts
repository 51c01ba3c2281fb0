import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { type EmbedderSettings, openEmbedder } from "./open-embedder.ts";

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
