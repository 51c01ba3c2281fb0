import { describe, expect, it } from "vitest";
import { toChunkId, toContentHash, toDocumentId, toId } from "./ids.ts";

describe("ids", () => {
  // Stored in every index: another value here means that everything is indexed again.
  it("are the same on every machine and in every release", () => {
    expect(toId(["a", 1])).toBe("135f17a475a61afdeeaf3759ad2e45ad");
    expect(toDocumentId("notes", "a/한글.md")).toBe("a849e1975cb4d056c96e67e676db8b25");
    expect(toDocumentId("notes", "a/한글.md", 1)).toBe("beec7383887a3ef0f2bec7f049d2b8ec");
    expect(toChunkId("d0", "heading-1", "some text", 0)).toBe("f1737d0de44543cf63413e0b82b8405c");
    expect(toContentHash("some text")).toBe(
      "b94f6f125c79e3a5ffaa826f584c10d52ada669e6762051b826b55776d05aed2",
    );
  });

  it("have 32 hex characters", () => {
    expect(toId([])).toMatch(/^[0-9a-f]{32}$/);
  });

  it("do not run parts together", () => {
    expect(toId(["ab", "c"])).not.toBe(toId(["a", "bc"]));
    expect(toId(["1"])).not.toBe(toId([1]));
    expect(toDocumentId("a", "b/c")).not.toBe(toDocumentId("a/b", "c"));
  });

  it("differ between equal texts of one document by their ordinal", () => {
    const ids = [0, 1, 2].map((ordinal) => toChunkId("d", "heading-1", "same", ordinal));
    expect(new Set(ids).size).toBe(3);
  });

  it("differ by document and by chunker version", () => {
    const id = toChunkId("d", "heading-1", "same", 0);
    expect(toChunkId("e", "heading-1", "same", 0)).not.toBe(id);
    expect(toChunkId("d", "heading-2", "same", 0)).not.toBe(id);
  });

  it("hash text and its bytes alike", () => {
    expect(toContentHash(new TextEncoder().encode("한글"))).toBe(toContentHash("한글"));
  });
});
