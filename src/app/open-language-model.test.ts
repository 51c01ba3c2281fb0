import { describe, expect, it } from "vitest";
import { type LanguageModelSettings, openLanguageModel } from "./open-language-model.ts";

const settings: LanguageModelSettings = {
  provider: "extractive",
  model: "",
  endpoint: "",
  apiKey: "",
  timeoutMs: 1000,
};
const open = (changed: Partial<LanguageModelSettings>) =>
  openLanguageModel({ ...settings, ...changed }, { embedder: null });

describe("openLanguageModel()", () => {
  it.each<[LanguageModelSettings["provider"], string, string, boolean]>([
    ["extractive", "", "extractive", false],
    ["ollama", "qwen3:4b-instruct", "ollama/qwen3:4b-instruct", true],
    ["openai", "gpt-4o-mini", "openai/gpt-4o-mini", true],
  ])("opens the adapter for %s", async (provider, model, modelId, followsInstructions) => {
    await using opened = await open({ provider, model, endpoint: "http://127.0.0.1:9" });
    expect(opened).toMatchObject({ modelId, followsInstructions });
  });

  it.each(["ollama", "openai"] as const)("names the key when %s has no model", async (provider) => {
    await expect(open({ provider, endpoint: "http://127.0.0.1:9" })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining("answer.model"),
    });
  });

  it("sends no text to a server that nobody named", async () => {
    await expect(open({ provider: "openai", model: "gpt-4o-mini" })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining("answer.endpoint"),
    });
  });

  it.each(["ollama", "openai"] as const)("names the key when the address of %s is none", async (provider) => {
    await expect(open({ provider, model: "x", endpoint: "nonsense" })).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining('answer.endpoint "nonsense"'),
    });
  });
});
