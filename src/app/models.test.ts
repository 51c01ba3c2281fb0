import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type HubServerOptions, openHubServer } from "../../test/support/hub-server.ts";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { modelList, modelPull, modelVerify } from "../wire/models.ts";
import { listModels, type PullProgress, pullModel, toRemedy, verifyModels } from "./models.ts";

const EMBEDDED = "bge-small-en-v1.5";
const BRIDGED = "bge-small-en-v1.5+bridge-ko";
const TABLE = "bridge-ko-en.bin";
const WEIGHTS = "onnx/model_quantized.onnx";
const FILES = {
  "config.json": '{"hidden_size":384}',
  "tokenizer.json": '{"model":{}}',
  "tokenizer_config.json": "{}",
  [WEIGHTS]: "weights ".repeat(5000),
};
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** gte-small: a model whose checksum kebab does not know. */
async function pull(folder: TemporaryFolder, options: Partial<HubServerOptions> = {}) {
  await using server = await openHubServer({ files: FILES, ...options });
  const progress: PullProgress[] = [];
  const report = await pullModel("gte-small", {
    modelsDir: folder.path,
    endpoint: `${server.url}/`,
    onProgress: (event) => progress.push(event),
    idleMs: 5000,
  });
  return { report, progress, requests: server.requests };
}

describe("pullModel()", () => {
  it("fetches every file through redirects, checks it and says so", async () => {
    using folder = new TemporaryFolder();
    const { report, progress, requests } = await pull(folder);
    expect(modelPull.parse(report)).toEqual(report);
    expect(report.folder).toBe(folder.at("gte-small"));
    expect(report.files.map(({ name, state }) => [name, state])).toEqual([
      ["config.json", "downloaded"],
      ["tokenizer.json", "downloaded"],
      ["tokenizer_config.json", "downloaded"],
      [WEIGHTS, "downloaded"],
    ]);
    expect(report.files.at(-1)).toMatchObject({
      sha256: sha256(FILES[WEIGHTS]),
      bytes: FILES[WEIGHTS].length,
    });
    expect(readFileSync(folder.at("gte-small", WEIGHTS), "utf8")).toBe(FILES[WEIGHTS]);
    expect(requests).toContain(`/Xenova/gte-small/resolve/main/${WEIGHTS}`);
    expect(progress.at(-1)).toMatchObject({ file: WEIGHTS, done: 40_000, total: 40_000 });
    expect(
      readdirSync(folder.path, { recursive: true }).filter((name) => String(name).endsWith(".part")),
    ).toEqual([]);
  });

  it("keeps what is here and sound, and fetches what is broken", async () => {
    using folder = new TemporaryFolder();
    await pull(folder);
    const again = await pull(folder);
    expect(again.report.files.every(({ state }) => state === "kept")).toBe(true);
    expect(again.requests).toEqual([]);
    folder.write(`gte-small/${WEIGHTS}`, "broken");
    const third = await pull(folder);
    expect(third.report.files.map(({ state }) => state)).toEqual(["kept", "kept", "kept", "downloaded"]);
    expect((await verifyModels(["gte-small"], { modelsDir: folder.path })).models[0]?.sound).toBe(true);
  });

  it("goes on where the connection was cut", async () => {
    using folder = new TemporaryFolder();
    const { report, requests } = await pull(folder, { cut: { afterBytes: 15_000, times: 2 } });
    expect(report.files.at(-1)?.sha256).toBe(sha256(FILES[WEIGHTS]));
    const resumed = requests.filter((line) => line.startsWith("/stored/") && line.includes("bytes="));
    expect(resumed.length).toBeGreaterThan(0);
  });

  it("goes on where an earlier run was killed, and takes a finished part for what it is", async () => {
    using folder = new TemporaryFolder();
    folder.write(`gte-small/${WEIGHTS}.part`, FILES[WEIGHTS].slice(0, 30_000));
    const { requests } = await pull(folder);
    expect(requests).toContain(`/stored/${WEIGHTS} bytes=30000-`);
    using other = new TemporaryFolder();
    other.write(`gte-small/${WEIGHTS}.part`, FILES[WEIGHTS]);
    expect((await pull(other)).report.files.at(-1)?.state).toBe("downloaded");
  });

  it("starts over when the server cannot send the rest alone", async () => {
    using folder = new TemporaryFolder();
    folder.write(`gte-small/${WEIGHTS}.part`, "some other beginning");
    const { report } = await pull(folder, { ignoresRange: true });
    expect(report.files.at(-1)?.sha256).toBe(sha256(FILES[WEIGHTS]));
  });

  it("tries again when the hub stumbles", async () => {
    using folder = new TemporaryFolder();
    const { report } = await pull(folder, { fails: { status: 503, times: 1 } });
    expect(report.files).toHaveLength(4);
  });

  it("refuses a file with another checksum than announced, and leaves nothing of it", async () => {
    using folder = new TemporaryFolder();
    await expect(pull(folder, { announcesWrong: true })).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("checksum"),
    });
    expect(existsSync(folder.at("gte-small/config.json"))).toBe(false);
    expect(existsSync(folder.at("gte-small/config.json.part"))).toBe(false);
  });

  it("throws away a part that is no beginning of the file", async () => {
    using folder = new TemporaryFolder();
    folder.write(`gte-small/${WEIGHTS}.part`, "x".repeat(100));
    await expect(pull(folder)).rejects.toMatchObject({ message: expect.stringContaining("checksum") });
    expect((await pull(folder)).report.files.at(-1)?.sha256).toBe(sha256(FILES[WEIGHTS]));
  });

  it("refuses weights that are not those kebab knows, before it fetches them", async () => {
    using folder = new TemporaryFolder();
    const files = { ...FILES, "tokenizer.json": "other" };
    await using server = await openHubServer({ files });
    await expect(
      pullModel("multilingual-e5-large", { modelsDir: folder.path, endpoint: server.url }),
    ).rejects.toMatchObject({ message: expect.stringContaining("another file than kebab knows") });
    expect(server.requests.some((line) => line.startsWith("/stored/"))).toBe(false);
  });

  it("says what to copy by hand when the hub has not the file or is not there", async () => {
    using folder = new TemporaryFolder();
    const copy = expect.stringContaining(`by hand to ${folder.at("gte-small")}`);
    await expect(pull(folder, { files: {} })).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("no such file"),
      hint: copy,
    });
    const gone = await openHubServer({ files: {} });
    await gone[Symbol.asyncDispose]();
    await expect(
      pullModel("gte-small", { modelsDir: folder.path, endpoint: gone.url }),
    ).rejects.toMatchObject({
      code: "model-unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
      hint: copy,
    });
  });

  it("stops when it is told to", async () => {
    using folder = new TemporaryFolder();
    await using server = await openHubServer({ files: FILES });
    const options = { modelsDir: folder.path, endpoint: server.url, signal: AbortSignal.abort() };
    await expect(pullModel("gte-small", options)).rejects.toMatchObject({ name: "AbortError" });
  });

  it("fetches nothing for the models that come with kebab", async () => {
    using folder = new TemporaryFolder();
    const options = { modelsDir: folder.path, endpoint: "http://127.0.0.1:9" };
    const plain = await pullModel(EMBEDDED, options);
    expect(plain.files.every(({ state }) => state === "kept")).toBe(true);
    const bridged = await pullModel(BRIDGED, options);
    expect(bridged.files.slice(1)).toEqual(plain.files);
    expect(bridged.files[0]).toMatchObject({ name: TABLE, state: "kept" });
    expect(bridged.folder).toBe(plain.folder);
  });

  it("names the nearest model when it does not know one", async () => {
    await expect(pullModel("gte-smal", { modelsDir: "/nowhere" })).rejects.toMatchObject({
      code: "not-found",
      hint: "Did you mean gte-small?",
    });
  });
});

describe("verifyModels()", () => {
  it("finds the models that come with kebab sound, the bridge included", async () => {
    using folder = new TemporaryFolder();
    const report = await verifyModels([], { modelsDir: folder.path });
    expect(modelVerify.parse(report)).toEqual(report);
    expect(report.models.map(({ id, sound }) => [id, sound])).toEqual([
      [BRIDGED, true],
      [EMBEDDED, true],
    ]);
    const [bridged, plain] = report.models;
    expect(plain?.files[0]).toMatchObject({ name: WEIGHTS, state: "ok" });
    expect(bridged?.files.slice(0, -1)).toEqual(plain?.files);
    expect(bridged?.files.at(-1)).toMatchObject({ name: TABLE, state: "ok" });
  });

  it("advises to pull weights, and to install kebab again for a bridge", () => {
    const report = (name: string, state: "missing" | "wrong") => ({
      id: BRIDGED,
      folder: "/models",
      sound: false,
      files: [
        { name: "config.json", state: "unchecked" as const, sha256: "0".repeat(64) },
        { name, state, sha256: null },
      ],
    });
    expect(toRemedy(report(WEIGHTS, "missing"))).toBe(`Run \`kebab models pull ${BRIDGED}\``);
    for (const state of ["missing", "wrong"] as const) {
      expect(toRemedy(report(TABLE, state))).toMatch(/^Install kebab again/);
    }
  });

  it("tells files that are missing, wrong or not to be judged", async () => {
    using folder = new TemporaryFolder();
    folder.write("all-MiniLM-L6-v2/onnx/model_quantized.onnx", "not the weights");
    folder.write("all-MiniLM-L6-v2/config.json", "{}");
    const [model] = (await verifyModels(["all-MiniLM-L6-v2"], { modelsDir: folder.path })).models;
    expect(model?.sound).toBe(false);
    expect(model?.files.map(({ state }) => state)).toEqual(["wrong", "unchecked", "missing", "missing"]);
  });
});

describe("listModels()", () => {
  it("tells which models are here", async () => {
    using folder = new TemporaryFolder();
    await pull(folder);
    const list = listModels(folder.path);
    expect(modelList.parse(list)).toEqual(list);
    const states = Object.fromEntries(list.models.map(({ id, state }) => [id, state]));
    expect(states).toMatchObject({
      [EMBEDDED]: "embedded",
      [BRIDGED]: "embedded",
      "gte-small": "pulled",
      "bge-m3": "absent",
    });
  });

  it("counts the bridge with the weights, and tells what can be read with it", () => {
    const { models } = listModels("/nowhere");
    const [bridged, plain] = [BRIDGED, EMBEDDED].map((id) => models.find((model) => model.id === id));
    expect(bridged).toMatchObject({ scripts: "latin+hangul", folder: plain?.folder });
    expect(plain).toMatchObject({ scripts: "latin" });
    expect(bridged?.bytes).toBe(
      (plain?.bytes ?? 0) + statSync(new URL(`../../models/${TABLE}`, import.meta.url)).size,
    );
  });
});
