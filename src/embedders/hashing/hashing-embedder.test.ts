import { describe, expect, it } from "vitest";
import { createHashingEmbedder } from "./hashing-embedder.ts";

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);

describe("createHashingEmbedder()", () => {
  const embedder = createHashingEmbedder();

  it("gives the same vector of length 1 for the same text, as query and as document", async () => {
    const { vectors, split } = await embedder.embedDocuments(["install git", "배포 롤백 절차", ""]);
    expect(split).toBe(0);
    expect(vectors.map((vector) => vector.length)).toEqual([64, 64, 64]);
    for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 6);
    expect(await embedder.embedQuery("install git")).toEqual(vectors[0]);
  });

  it("puts texts that share words nearer to each other than texts that do not", async () => {
    const query = await embedder.embedQuery("how to install git");
    const { vectors } = await embedder.embedDocuments([
      "install git on your machine",
      "boil the pasta in salted water",
    ]);
    expect(dot(query, vectors[0]!)).toBeGreaterThan(dot(query, vectors[1]!) + 0.2);
    const korean = await embedder.embedQuery("배포 롤백");
    const notes = await embedder.embedDocuments(["배포를 롤백하는 방법", "김치찌개 끓이기"]);
    expect(dot(korean, notes.vectors[0]!)).toBeGreaterThan(dot(korean, notes.vectors[1]!) + 0.2);
  });

  it("is named after its dimension and covers everything", () => {
    expect(embedder.modelId).toBe("hashing-64");
    expect(createHashingEmbedder({ dimension: 16 }).modelId).toBe("hashing-16");
    expect(embedder.covers("배포")).toBe(true);
  });
});
