import { describe, expect, it } from "vitest";
import { ReportDraft } from "./report.ts";

describe("ReportDraft", () => {
  it("orders its lines by source and path, however they came in", () => {
    const draft = new ReportDraft();
    for (const path of ["b", "a", "Z"]) draft.failed.push({ source: "two", path, reason: "r" });
    draft.failed.push({ source: "one", path: "z", reason: "r" });
    const { failed } = draft.finish({ durationMs: 1, interrupted: false, dryRun: false });
    expect(failed.map(({ source, path }) => `${source}/${path}`)).toEqual([
      "one/z",
      "two/Z",
      "two/a",
      "two/b",
    ]);
  });
});
