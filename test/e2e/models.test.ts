import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openHubServer } from "../support/hub-server.ts";
import { KebabCommand } from "./kebab-command.ts";

const FILES = {
  "config.json": "{}",
  "tokenizer.json": '{"model": {}}',
  "tokenizer_config.json": "{}",
  "onnx/model_quantized.onnx": "weights ".repeat(1000),
};

let kebab: KebabCommand;
beforeEach(() => {
  kebab = new KebabCommand();
});
afterEach(() => kebab[Symbol.dispose]());

const hubEnvironment = (url: string) => ({ env: { KEBAB_EMBEDDINGS_HUB_ENDPOINT: url } });
const stateOf = async (id: string) =>
  (await kebab.ask("model_list.v1", ["models", "list"])).models.find((model) => model.id === id)?.state;

describe("models list", () => {
  it("names the bundled models and those that can be had, without an index and without a connection", async () => {
    const { models, models_dir } = await kebab.ask("model_list.v1", ["models", "list"]);
    expect(models_dir.startsWith(kebab.home)).toBe(true);
    expect(models.filter(({ state }) => state === "embedded").map(({ id }) => id)).toEqual([
      "bge-small-en-v1.5+bridge-ko",
      "bge-small-en-v1.5",
    ]);
    expect(models.filter(({ scripts }) => scripts === "all").length).toBeGreaterThan(0);
    const { code, stdout } = await kebab.run(["models", "list"]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(models.length);
    expect(stdout).toMatch(/^bge-small-en-v1\.5 +comes with kebab +34\.0 MB +384 dimensions +English +MIT$/m);
    expect(stdout).toMatch(
      /^bge-small-en-v1\.5\+bridge-ko +comes with kebab +[\d.]+ MB +384 dimensions +English, Korean +MIT$/m,
    );
    expect(existsSync(kebab.dataDir)).toBe(false);
  });
});

describe("models verify", () => {
  it("holds the bundled models against their checksums", async () => {
    const { models } = await kebab.ask("model_verify.v1", ["models", "verify"]);
    expect(models).toMatchObject([
      { id: "bge-small-en-v1.5+bridge-ko", sound: true },
      { id: "bge-small-en-v1.5", sound: true },
    ]);
    const [bridged, plain] = models.map(({ files }) =>
      Object.fromEntries(files.map(({ name, state }) => [name, state])),
    );
    expect(plain).toMatchObject({ "onnx/model_quantized.onnx": "ok", "tokenizer.json": "ok" });
    expect(bridged).toEqual({ ...plain, "bridge-ko-en.bin": "ok" });
  });

  it("exits 2 for a model that is not here, and says what to run", async () => {
    const { code, stdout, stderr } = await kebab.run(["models", "verify", "gte-small"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "Run `kebab models pull gte-small`\n" });
    expect(stdout).toMatch(/^x gte-small .*\n(.*missing\n)+$/);
  });
});

describe("models pull", () => {
  it("fetches a model once, after which it is listed and verified", async () => {
    await using hub = await openHubServer({ files: FILES });
    expect(await stateOf("gte-small")).toBe("absent");
    const options = hubEnvironment(hub.url);
    const pulled = await kebab.ask("model_pull.v1", ["models", "pull", "gte-small"], options);
    expect(pulled.files.map(({ name, state }) => [name, state])).toEqual(
      Object.keys(FILES).map((name) => [name, "downloaded"]),
    );
    for (const [name, text] of Object.entries(FILES)) {
      expect(readFileSync(`${pulled.folder}/${name}`, "utf8")).toBe(text);
    }
    expect(await stateOf("gte-small")).toBe("pulled");
    const asked = hub.requests.length;
    const again = await kebab.run(["models", "pull", "gte-small"], options);
    expect(again).toMatchObject({ code: 0, stdout: `gte-small is here and sound: ${pulled.folder}\n` });
    expect(hub.requests).toHaveLength(asked);
    expect((await kebab.run(["models", "verify", "gte-small"])).code).toBe(0);
    kebab.write(`${pulled.folder.slice(kebab.home.length + 1)}/tokenizer.json`, "broken");
    expect((await kebab.run(["models", "verify", "gte-small"])).stdout).toMatch(
      /tokenizer\.json +wrong checksum/,
    );
    const mended = await kebab.ask("model_pull.v1", ["models", "pull", "gte-small"], options);
    expect(mended.files.filter(({ state }) => state === "downloaded").map(({ name }) => name)).toEqual([
      "tokenizer.json",
    ]);
  });

  it("goes on where a connection broke", async () => {
    await using hub = await openHubServer({ files: FILES, cut: { afterBytes: 1000, times: 1 } });
    const { code, stderr } = await kebab.run(["models", "pull", "gte-small"], hubEnvironment(hub.url));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(hub.requests).toContain("/stored/onnx/model_quantized.onnx bytes=1000-");
  });

  it("refuses what is not what the hub announced, and keeps nothing of it", async () => {
    await using hub = await openHubServer({ files: FILES, announcesWrong: true });
    const result = await kebab.run(["models", "pull", "gte-small", "--json"], hubEnvironment(hub.url));
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.error().message).toMatch(/^Cannot /);
    expect(result.error().hint).not.toBeNull();
    expect(await stateOf("gte-small")).toBe("absent");
  });

  it("without a hub says so, and what to copy by hand", async () => {
    const url = await (async () => {
      await using gone = await openHubServer({ files: {} });
      return gone.url;
    })();
    const result = await kebab.run(["models", "pull", "gte-small", "--json"], hubEnvironment(url));
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.error()).toMatchObject({
      code: "model-unreachable",
      hint: expect.stringContaining("gte-small"),
    });
  });

  it.each(["bge-small-en-v1.5", "bge-small-en-v1.5+bridge-ko"])("needs no hub for %s", async (id) => {
    const { files } = await kebab.ask("model_pull.v1", ["models", "pull", id]);
    expect(new Set(files.map(({ state }) => state))).toEqual(new Set(["kept"]));
  });
});
