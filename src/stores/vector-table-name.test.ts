import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toVectorTableName } from "./vector-table-name.ts";

describe("toVectorTableName()", () => {
  it("keeps a plain id as it is", () => {
    expect(toVectorTableName("bge-small-en-v1.5")).toBe("chunk_embeddings_bge-small-en-v1.5");
  });

  it.each([
    ["ollama/bge-m3", /^chunk_embeddings_ollama_bge-m3-[0-9a-f]{12}$/],
    ['a"; drop table chunks; --', /^chunk_embeddings_a___drop_table_chunks__---[0-9a-f]{12}$/],
    ["모델", /^chunk_embeddings___-[0-9a-f]{12}$/],
    ["", /^chunk_embeddings_-[0-9a-f]{12}$/],
    ["BGE", /^chunk_embeddings_bge-[0-9a-f]{12}$/],
    ["bge_vector_chunks00", /^chunk_embeddings_bge_vector_chunks00-[0-9a-f]{12}$/],
    ["x".repeat(500), /^chunk_embeddings_x{80}-[0-9a-f]{12}$/],
  ])("makes %j safe with a hash", (id, name) => {
    expect(toVectorTableName(id)).toMatch(name);
  });

  it("tells an id from the name that another one was given", () => {
    const made = toVectorTableName("ollama/bge-m3").replace("chunk_embeddings_", "");
    expect(toVectorTableName(made)).not.toBe(toVectorTableName("ollama/bge-m3"));
  });

  const id = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.string({ unit: fc.constantFrom("a", "A", "/", "_", "-", "."), maxLength: 6 }),
  );

  it("gives two ids two names that differ by more than case, of characters every store allows", () => {
    fc.assert(
      fc.property(id, id, (first, second) => {
        const name = toVectorTableName(first);
        expect(name).toMatch(/^[a-z0-9._-]+$/);
        if (first !== second) expect(name).not.toBe(toVectorTableName(second));
      }),
      { numRuns: 2000 },
    );
  });
});
