import { describe, expect, it } from "vitest";
import { parseCodeLanguage, toCodeLanguage } from "./languages.ts";

describe("toCodeLanguage()", () => {
  it.each([
    ["src/a.ts", "typescript"],
    ["src/a.d.mts", "typescript"],
    ["a.TSX", "tsx"],
    ["a.jsx", "javascript"],
    ["C:\\work\\a.py", "python"],
    ["build.gradle.kts", "kotlin"],
    ["include/a.h", "c"],
    ["a.hpp", "cpp"],
    ["Dockerfile", "dockerfile"],
    ["docker/Dockerfile.dev", "dockerfile"],
    ["web.dockerfile", "dockerfile"],
    ["Makefile", "makefile"],
    ["CMakeLists.txt", "cmake"],
    ["go.mod", "gomod"],
    ["Gemfile", "ruby"],
    [".bashrc", "shell"],
    ["infra/main.tf", "terraform"],
    ["yarn.lock", "config"],
    ["app.js.map", "json"],
  ])("takes %s for %s", (path, language) => {
    expect(toCodeLanguage(path)).toBe(language);
  });

  it.each([
    "notes.md",
    "paper.pdf",
    "todo.txt",
    "image.png",
    "song.mod",
    ".env",
    "LICENSE",
    "ts",
    "a.constructor",
  ])("leaves %s to others", (path) => {
    expect(toCodeLanguage(path)).toBeNull();
  });
});

describe("parseCodeLanguage()", () => {
  it.each([
    ["ts", "typescript"],
    [" .rs ", "rust"],
    ["py", "python"],
    ["C++", "cpp"],
    ["C#", "csharp"],
    ["bash", "shell"],
    ["yml", "yaml"],
    ["golang", "go"],
    ["docker", "dockerfile"],
    ["tsx", "tsx"],
    ["Kotlin", "kotlin"],
  ])("reads %s as %s", (text, language) => {
    expect(parseCodeLanguage(text)).toBe(language);
  });

  it("knows when it does not know", () => {
    for (const text of ["", "klingon", "constructor", "__proto__"])
      expect(parseCodeLanguage(text)).toBeNull();
  });
});
