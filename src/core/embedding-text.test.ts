import { describe, expect, it } from "vitest";
import { toEmbeddingText } from "./embedding-text.ts";

describe("toEmbeddingText()", () => {
  it("puts the names above a chunk in front of it", () => {
    const chunk = { title: "Runbook", headingPath: ["Deploy", "Rollback"], text: "Run it twice." };
    expect(toEmbeddingText(chunk)).toBe("Runbook › Deploy › Rollback\n\nRun it twice.");
  });

  it("repeats no name that the chunk begins with, and none twice", () => {
    const chunk = {
      title: "Deploy",
      headingPath: ["Deploy", "Rollback"],
      text: "## Rollback\n\nRun it twice.",
    };
    expect(toEmbeddingText(chunk)).toBe("Deploy\n\n## Rollback\n\nRun it twice.");
  });

  it("is the text alone where there are no names", () => {
    expect(toEmbeddingText({ title: "", headingPath: [], text: "text" })).toBe("text");
  });
});
