import { describe, expect, it } from "vitest";
import { EMBEDDED_MODEL_ID, findModel, findServedModel, REGISTRY } from "./registry.ts";

describe("the registry", () => {
  it("has one entry for each id, and one that comes with kebab among them", () => {
    expect(new Set(REGISTRY.map(({ id }) => id)).size).toBe(REGISTRY.length);
    expect(findModel(EMBEDDED_MODEL_ID)?.embedded).not.toBeNull();
    expect(findModel("unheard-of")).toBeNull();
  });

  it("gives a bridged model all facts of its teacher but the scripts it reads", () => {
    const { id, scripts, bridge, ...facts } = findModel(`${EMBEDDED_MODEL_ID}+bridge-ko`)!;
    const { id: teacher, scripts: read, bridge: none, ...same } = findModel(EMBEDDED_MODEL_ID)!;
    expect(facts).toEqual(same);
    expect({ id, scripts, language: bridge?.language }).toEqual({
      id: `${teacher}+bridge-ko`,
      scripts: `${read}+hangul`,
      language: "ko",
    });
    expect(bridge?.teacher).toBe(findModel(EMBEDDED_MODEL_ID));
    expect(none).toBeNull();
  });

  it("has checksums that are checksums, or none", () => {
    for (const { weights, otherFiles, bridge } of REGISTRY) {
      for (const { sha256 } of [weights, ...otherFiles, ...(bridge === null ? [] : [bridge.file])])
        expect(sha256 ?? "0".repeat(64)).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});

describe("findServedModel()", () => {
  it.each([
    ["bge-m3:latest", "", "", 8192],
    ["BAAI/bge-m3", "", "", 8192],
    ["snowflake-arctic-embed2", "query: ", "", 8192],
    ["nomic-embed-text:v1.5", "search_query: ", "search_document: ", 2048],
    ["intfloat/multilingual-e5-large", "query: ", "passage: ", 512],
    ["all-minilm", "", "", 256],
    ["somebody/own-model:7b", "", "", 512],
  ])("knows what %s wants", (name, queryPrefix, documentPrefix, maxTokens) => {
    expect(findServedModel(name)).toMatchObject({ queryPrefix, documentPrefix, maxTokens });
  });

  it("takes it that an unknown model reads every script", () => {
    expect(findServedModel("own-model").scripts).toBe("all");
    expect(findServedModel("all-minilm").scripts).toBe("latin");
    expect(findServedModel("bge-small-en-v1.5").scripts).toBe("latin");
  });

  it("does not take it that a server has a bridge of ours", () => {
    expect(findServedModel("bge-small-en-v1.5+bridge-ko").scripts).toBe("all");
  });
});
