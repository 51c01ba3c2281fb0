import { describe, expect, it } from "vitest";
import { openHubServer } from "../../../test/support/hub-server.ts";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import { modelList, modelPull, modelVerify } from "../../wire/models.ts";
import type { Context, GlobalFlags } from "../context.ts";
import { createStyle } from "../output/style.ts";
import { runModelsList, runModelsPull, runModelsVerify } from "./models.ts";

const FILES = {
  "config.json": "{}",
  "tokenizer.json": "{}",
  "tokenizer_config.json": "{}",
  "onnx/model_quantized.onnx": "weights",
};

function createContext(flags: GlobalFlags = {}) {
  const said = { out: "", err: "", json: [] as unknown[] };
  const style = createStyle(false);
  const context: Context = {
    terminal: {
      cwd: "/",
      homeDir: "/",
      platform: process.platform,
      stdoutIsTerminal: false,
      stderrIsTerminal: true,
      stdinIsTerminal: false,
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      readStdin: async () => "",
      ask: async () => "",
      interruptSignal: () => new AbortController().signal,
    },
    env: {},
    flags,
    style,
    errorStyle: style,
    version: "0.0.0",
    workerScript: new URL("file:///none"),
    loadConfig: () => Promise.reject(new Error("no config is needed")),
    openKebab: () => Promise.reject(new Error("no engine is needed")),
    run: () => Promise.reject(new Error("no other command is run")),
    printJson: (value) => said.json.push(value),
    say: (text) => {
      said.err += `${text}\n`;
    },
  };
  return { context, said };
}

describe("kebab models", () => {
  it("lists, pulls and verifies, for people", async () => {
    using folder = new TemporaryFolder();
    await using hub = await openHubServer({ files: FILES });
    const settings = { modelsDir: folder.path, hubEndpoint: hub.url };
    const { context, said } = createContext();
    expect(await runModelsList(context, settings)).toBe(0);
    expect(said.out).toMatch(/bge-small-en-v1\.5 +comes with kebab +34\.0 MB +384 dimensions +English +MIT/);
    expect(await runModelsPull(context, settings, "gte-small")).toBe(0);
    expect(said.out).toContain("gte-small: 4 files");
    expect(said.err).toContain("config.json: 0.0 MB");
    expect(await runModelsVerify(context, settings, ["gte-small"])).toBe(0);
    expect(said.out).toContain("ok gte-small");
    folder.write("gte-small/tokenizer.json", "broken");
    expect(await runModelsVerify(context, settings, ["gte-small"])).toBe(2);
    expect(said.out).toMatch(/tokenizer\.json +wrong checksum/);
  });

  it("says the same as JSON", async () => {
    using folder = new TemporaryFolder();
    await using hub = await openHubServer({ files: FILES });
    const settings = { modelsDir: folder.path, hubEndpoint: hub.url };
    const { context, said } = createContext({ json: true });
    await runModelsList(context, settings);
    await runModelsPull(context, settings, "gte-small");
    await runModelsVerify(context, settings, ["gte-small"]);
    expect([modelList, modelPull, modelVerify].map((schema, at) => schema.parse(said.json[at]))).toEqual(
      said.json,
    );
    expect(said).toMatchObject({ out: "", err: "" });
  });

  it("pulls nothing with --readonly", async () => {
    const { context } = createContext({ readonly: true });
    await expect(
      runModelsPull(context, { modelsDir: "/nowhere", hubEndpoint: "" }, "gte-small"),
    ).rejects.toMatchObject({ code: "readonly" });
  });
});
