import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeBridgeFile } from "../../../test/support/bridge-tables.ts";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { type BridgeEmbedderOptions, openBridgeEmbedder } from "./bridge-embedder.ts";

const WORDS = { 배포: [7, 0, 0, 0], 복구: [0, 7, 0, 0], rollback: [0, 0, 0, 7] } as const;
const TABLE = makeBridgeFile(WORDS);

/** Says what it was asked, and always the same vector: one for questions, another for passages. */
class Teacher implements Embedder {
  readonly modelId = "teacher";
  readonly version = "1";
  readonly asked: string[] = [];
  isClosed = false;

  covers(): boolean {
    return true;
  }

  async embedQuery(text: string, options: { signal?: AbortSignal } = {}): Promise<Float32Array> {
    options.signal?.throwIfAborted();
    this.asked.push(`query: ${text}`);
    return Float32Array.of(0, 0, 1, 0);
  }

  async embedDocuments(texts: readonly string[], options: { signal?: AbortSignal } = {}) {
    options.signal?.throwIfAborted();
    this.asked.push(...texts);
    return { vectors: texts.map(() => Float32Array.of(0, 0, 0, 1)), split: texts.length };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isClosed = true;
  }
}

let folder: TemporaryFolder;
let teacher: Teacher;
beforeEach(() => {
  folder = new TemporaryFolder();
  teacher = new Teacher();
});
afterEach(() => folder[Symbol.dispose]());

const toSha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

function open(
  table: Uint8Array | null = TABLE,
  changes: Partial<BridgeEmbedderOptions> = {},
): ReturnType<typeof openBridgeEmbedder> {
  if (table !== null) folder.write("bridge.bin", table);
  return openBridgeEmbedder({
    modelId: "teacher+bridge-ko",
    teacher,
    tablePath: folder.at("bridge.bin"),
    tableSha256: toSha256(TABLE),
    covers: (text, use) => text !== "" && use !== "query",
    ...changes,
  });
}

const broken = (reason: RegExp): unknown =>
  expect.objectContaining({
    code: "model-missing",
    message: expect.stringMatching(reason),
    hint: expect.stringContaining("Install kebab again"),
  });

const embedOne = async (embedder: Embedder, text: string): Promise<Float32Array> =>
  (await embedder.embedDocuments([text])).vectors[0]!;

describe("a text without Hangul", () => {
  it("is the teacher's, to the bit and with its own count of split texts", async () => {
    const embedder = open();
    expect(await embedder.embedQuery("rollback")).toEqual(Float32Array.of(0, 0, 1, 0));
    expect(await embedder.embedDocuments(["rollback", "日本語"])).toEqual({
      vectors: [Float32Array.of(0, 0, 0, 1), Float32Array.of(0, 0, 0, 1)],
      split: 2,
    });
    expect(teacher.asked).toEqual(["query: rollback", "rollback", "日本語"]);
  });

  it("needs no table as a question", async () => {
    const embedder = open(null);
    expect(await embedder.embedQuery("rollback")).toEqual(Float32Array.of(0, 0, 1, 0));
  });
});

describe("a text in Hangul", () => {
  it("never reaches the teacher", async () => {
    const embedder = open();
    expect(await embedder.embedQuery("배포")).toEqual(Float32Array.of(1, 0, 0, 0));
    expect(await embedOne(embedder, "복구")).toEqual(Float32Array.of(0, 1, 0, 0));
    expect(teacher.asked).toEqual([]);
  });

  it("is left to the teacher as a whole when the table knows no piece of it", async () => {
    const embedder = open();
    expect(await embedder.embedQuery("ㅋㅋ")).toEqual(Float32Array.of(0, 0, 1, 0));
    expect(await embedOne(embedder, "ㅋㅋㅋ 전혀")).toEqual(Float32Array.of(0, 0, 0, 1));
    expect(teacher.asked).toEqual(["query: ㅋㅋ", "ㅋㅋㅋ 전혀"]);
  });

  it("is the same when it is decomposed, mixed or not", async () => {
    const embedder = open();
    for (const text of ["배포", "배포 git 복구", "배포 절차는 deployment guide"]) {
      expect(await embedder.embedQuery(text.normalize("NFD"))).toEqual(await embedder.embedQuery(text));
      expect(await embedOne(embedder, text.normalize("NFD"))).toEqual(await embedOne(embedder, text));
    }
  });
});

describe("a mixed text", () => {
  it("is both, each by its share, and the teacher reads no Hangul", async () => {
    const embedder = open();
    // Three Latin letters to two syllables at a letter and a half: half and half.
    const half = Math.SQRT1_2;
    const query = await embedder.embedQuery("배포 git");
    for (const [at, value] of [half, 0, half, 0].entries()) expect(query[at]).toBeCloseTo(value, 6);
    const passage = await embedOne(embedder, "git 배포");
    for (const [at, value] of [half, 0, 0, half].entries()) expect(passage[at]).toBeCloseTo(value, 6);
    expect(teacher.asked).toEqual(["query:  git", "git "]);
    const mostlyLatin = await embedder.embedQuery("배포 continuous");
    expect(mostlyLatin[2]! / mostlyLatin[0]!).toBeCloseTo(10 / 3, 5);
  });

  it("with few Latin words is asked of the teacher as a question, not as a passage", async () => {
    const embedder = open();
    // 2 of 2 + 8 × 1.5 letters: a seventh.
    const text = "배포배포복구복구 ab";
    await embedOne(embedder, text);
    expect(teacher.asked).toEqual([]);
    await embedder.embedQuery(text);
    expect(teacher.asked).toEqual(["query:  ab"]);
    // A twenty-fifth.
    await embedder.embedQuery("배포배포복구복구배포배포복구복구 a");
    expect(teacher.asked).toHaveLength(1);
  });

  it("keeps the order of the texts, and counts what the teacher split", async () => {
    const embedder = open();
    const { vectors, split } = await embedder.embedDocuments(["복구", "plain", "배포 git", "배포"]);
    expect(vectors.map((vector) => [...vector].map((value) => Math.round(value * 100) / 100))).toEqual([
      [0, 1, 0, 0],
      [0, 0, 0, 1],
      [0.71, 0, 0, 0.71],
      [1, 0, 0, 0],
    ]);
    expect(split).toBe(2);
  });
});

describe("what a bridge says of itself", () => {
  it("is its own name, the caller's scripts and another version for another table or teacher", () => {
    const embedder = open();
    expect(embedder.modelId).toBe("teacher+bridge-ko");
    expect([embedder.covers("배포"), embedder.covers("배포", "query"), embedder.covers("")]).toEqual([
      true,
      false,
      false,
    ]);
    const other = open(TABLE, { tableSha256: "0".repeat(64) });
    const older = open(TABLE, { teacher: Object.assign(new Teacher(), { version: "0" }) });
    expect(new Set([embedder.version, other.version, older.version, teacher.version]).size).toBe(4);
    expect(open().version).toBe(embedder.version);
  });

  it("names the teacher as its twin for texts without Hangul", async () => {
    const { twin } = open();
    expect(twin).toMatchObject({ modelId: "teacher", version: "1" });
    expect(["rollback", "", "日本語"].map((text) => twin?.shares(text))).toEqual([true, true, true]);
    expect(
      ["배포", "rollback 배포", "ㅋ", "배포".normalize("NFD")].map((text) => twin?.shares(text)),
    ).toEqual([false, false, false, false]);
  });

  it("closes its teacher", async () => {
    {
      await using embedder = open();
      await embedder.embedQuery("배포");
    }
    expect(teacher.isClosed).toBe(true);
  });
});

describe("a table that cannot be used", () => {
  it.each([
    ["leads to another model", { teacher: "other" }, /Cannot use .*bridge\.bin: it leads to other/],
    ["was learned with another cutting", { featureSpec: "old" }, /made for another version of kebab/],
  ])("because it %s is refused", async (_, header, reason) => {
    const table = makeBridgeFile(WORDS, { header });
    const embedder = open(table, { tableSha256: toSha256(table) });
    await expect(embedder.embedQuery("배포")).rejects.toThrow(broken(reason));
    await expect(embedder.embedDocuments(["배포"])).rejects.toThrow(broken(reason));
  });

  it("because it is not the one we know is told once it is to be relied on, whatever the texts", async () => {
    const embedder = open(TABLE, { tableSha256: "0".repeat(64) });
    expect(await embedder.embedQuery("배포")).toEqual(Float32Array.of(1, 0, 0, 0));
    const refused = broken(/it has the sha256 [0-9a-f]{64} and should have 0{64}/);
    await expect(embedder.embedDocuments(["배포"])).rejects.toThrow(refused);
    await expect(embedder.embedDocuments(["plain"])).rejects.toThrow(refused);
  });

  it("is used as it is when nobody told what it must be", async () => {
    const embedder = open(TABLE, { tableSha256: null });
    expect(await embedOne(embedder, "배포")).toEqual(Float32Array.of(1, 0, 0, 0));
  });

  it("because it is missing or cut short is told, and the one put there later is used", async () => {
    const embedder = open(null);
    const path = folder.at("bridge.bin");
    await expect(embedder.embedQuery("배포")).rejects.toThrow(broken(/Cannot use .*bridge\.bin: ENOENT/));
    await expect(embedder.embedDocuments(["배포"])).rejects.toThrow(broken(/ENOENT/));
    folder.write("bridge.bin", TABLE.subarray(0, 40));
    await expect(embedder.embedQuery("배포")).rejects.toThrow(broken(/Cannot use .*bridge\.bin/));
    folder.write("bridge.bin", TABLE);
    expect(await embedder.embedQuery("배포")).toEqual(Float32Array.of(1, 0, 0, 0));
    expect(await embedOne(embedder, "복구")).toEqual(Float32Array.of(0, 1, 0, 0));
    // Read once, and checked once: what happens to the file afterwards is for the next process.
    rmSync(path);
    expect(await embedOne(embedder, "배포")).toEqual(Float32Array.of(1, 0, 0, 0));
  });
});

describe("a run that was called off", () => {
  it("does nothing more, and says why", async () => {
    const embedder = open();
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(embedder.embedQuery("배포", { signal })).rejects.toThrow("enough");
    await expect(embedder.embedDocuments(["배포", "plain"], { signal })).rejects.toThrow("enough");
    expect(teacher.asked).toEqual([]);
  });

  it("ends at the next text for the teacher", async () => {
    const embedder = open();
    const controller = new AbortController();
    const run = embedder.embedDocuments(["one", "배포", "two"], { signal: controller.signal });
    const ask = teacher.embedDocuments.bind(teacher);
    teacher.embedDocuments = async (texts, options) => {
      const answer = await ask(texts, options);
      controller.abort(new Error("enough"));
      return answer;
    };
    await expect(run).rejects.toThrow("enough");
    expect(teacher.asked).toEqual(["one"]);
  });
});
