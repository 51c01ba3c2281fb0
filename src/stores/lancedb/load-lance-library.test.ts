import { describe, expect, it } from "vitest";
import { loadLanceLibrary, type Machine } from "./load-lance-library.ts";

const LIBRARY: Machine = {
  platform: "linux",
  architecture: "x64",
  readProcessorInfo: () => "processor : 0\nflags\t\t: fpu sse4_2 avx avx2 fma\nbugs : none\n",
  load: (name) => ({ name }),
};

describe("loadLanceLibrary()", () => {
  it("loads both packages on a processor with AVX2", () => {
    expect(loadLanceLibrary(LIBRARY)).toEqual({
      lancedb: { name: "@lancedb/lancedb" },
      arrow: { name: "apache-arrow" },
    });
  });

  it("refuses a processor without AVX2 before it loads anything", () => {
    const machine: Machine = {
      ...LIBRARY,
      readProcessorInfo: () => "flags\t\t: fpu sse4_2 avx\n",
      load: () => expect.fail("It was loaded"),
    };
    expect(() => loadLanceLibrary(machine)).toThrow(
      expect.objectContaining({
        code: "config-invalid",
        message: expect.stringContaining("no AVX2"),
        hint: expect.stringContaining('storage.vector_store = "sqlite-vec"'),
      }),
    );
  });

  const others: readonly [name: string, difference: Partial<Machine>][] = [
    ["another processor", { architecture: "arm64", readProcessorInfo: () => "Features : fp asimd\n" }],
    ["another system", { platform: "win32", readProcessorInfo: () => expect.fail("It was asked") }],
    ["a system that hides it", { readProcessorInfo: () => "processor : 0\n" }],
    [
      "a system without the file",
      {
        readProcessorInfo: () => {
          throw new Error("ENOENT");
        },
      },
    ],
  ];
  it.each(others)("goes on with %s", (_, difference) => {
    expect(loadLanceLibrary({ ...LIBRARY, ...difference }).lancedb).toBeDefined();
  });

  it("says how to install a package that is not there", () => {
    const load = (): never => {
      throw Object.assign(new Error("Cannot find module '@lancedb/lancedb'"), { code: "MODULE_NOT_FOUND" });
    };
    expect(() => loadLanceLibrary({ ...LIBRARY, load })).toThrow(
      expect.objectContaining({
        code: "config-invalid",
        hint: expect.stringMatching(
          /npm install @lancedb\/lancedb.*or set storage\.vector_store = "sqlite-vec"/,
        ),
      }),
    );
  });
});
