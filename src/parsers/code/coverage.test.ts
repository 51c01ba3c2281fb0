import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ParsedDocument } from "../../core/document.ts";
import { createCodeParser } from "./code-parser.ts";

const parser = createCodeParser();

/** What keeps a language's tree interesting when glued together and broken at random. */
const SNIPPETS: Readonly<Record<string, readonly string[]>> = {
  ts: [
    "import a from 'a';",
    "/** doc\n * more */",
    "@Injectable()",
    "export class A<T> {\n  b = 1;\n  m() {\n    return `x`;\n  }\n}",
    "export const f = () => {\n  g();\n};",
    "namespace N {\n  export type T = 1;\n}",
    "interface I { a: string }",
    "class Big {\n".concat("  m() { return [1, 2, 3].map((x) => x + 1); }\n".repeat(30), "}"),
  ],
  py: [
    "import a",
    "# comment",
    "@dec",
    "class A:\n    x = 1\n    def m(self):\n        '''doc'''\n        return 1",
    "def f():\n    pass",
    "if x:\n    def g(): pass\nelse:\n    pass",
    "TABLE = {\n    'a': 1,\n    'b': 2,\n}",
    "class Big:\n".concat("    def m(self): return [x + 1 for x in (1, 2, 3)]\n\n".repeat(30)),
  ],
  cpp: [
    "#include <a>",
    "// comment",
    "namespace a {",
    "}",
    "template <class T>\nclass A {\n public:\n  void m() {}\n};",
    "#ifdef X\nint f() { return 1; }\n#endif",
    "void A::m() { } int g() { return 2; }",
  ],
  rb: [
    "# doc",
    "module A",
    "class B\n  def m\n    1\n  end\nend",
    "end",
    "private def x; end",
    "describe 'a' do\nend",
  ],
  rs: [
    "//! crate\n",
    "/// doc",
    "#[test]",
    "impl A {\n  fn f() {}\n}",
    "mod m {",
    "}",
    "fn g() {} fn h() {}",
  ],
  sh: [
    "#!/bin/sh",
    "# doc",
    'f() {\n  echo "$1"\n}',
    "cat <<EOF\ntext\nEOF",
    "if true; then\n  g() { :; }\nfi",
  ],
  kt: [
    "import a.B",
    "/** doc */",
    "data class A(val x: Int) {\n  fun f() = 1\n}",
    "fun String.g() {}",
    "object O {",
  ],
  yaml: ["---", "kind: A\nmetadata:\n  name: x", "a: 1", "# c", "- item\n- item", "  nested: |\n    text"],
  toml: ["[a.b]", "x = 1", "# c", '"""', "[[c]]", "y = [\n  [1],\n]"],
  sql: ["select 1;", "create table t (\n  a int\n);", "$$", "-- c", "begin"],
  dockerfile: ["FROM a AS b", "RUN x", "# c"],
  hs: ["module A where", "f x = 1\n  where\n    y = 2", "-- c"],
};

const NOISE = [
  "",
  "  ",
  "\t",
  "\f",
  "}",
  "{",
  "(",
  ")",
  '"',
  "'",
  "`",
  "/*",
  "*/",
  "#",
  "한글",
  "🍢",
  "\u00a0",
  "\u2028",
  "<",
  ">",
];

function sources(snippets: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...snippets) },
    { weight: 2, arbitrary: fc.constantFrom(...NOISE) },
    { weight: 1, arbitrary: fc.constantFrom(...snippets).map((text) => text.slice(0, text.length >> 1)) },
    { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  );
  const separator = fc.constantFrom("\n", "\n", "\n\n", " ", "", "\r\n");
  return fc.array(fc.tuple(piece, separator), { maxLength: 14 }).map((parts) => parts.flat().join(""));
}

function expectCover({ text, blocks }: ParsedDocument): void {
  const lines = text.split("\n");
  const owners = lines.map(() => 0);
  let start = 0;
  const starts = lines.map((line) => {
    const at = start;
    start += line.length + 1;
    return at;
  });
  let end = -1;
  for (const block of blocks) {
    expect(block.start).toBeGreaterThan(end);
    expect(block.end).toBeGreaterThan(block.start);
    end = block.end;
    const first = starts.indexOf(block.start);
    const last = lines.findIndex((line, at) => (starts[at] ?? 0) + line.length === block.end);
    expect([first, last], "whole lines").not.toContain(-1);
    for (let line = first; line <= last; line++) owners[line] = (owners[line] ?? 0) + 1;
  }
  const uncovered = lines.filter((line, at) => (/\S/.test(line) ? owners[at] !== 1 : (owners[at] ?? 0) > 1));
  expect(uncovered).toEqual([]);
}

describe("createCodeParser() covers every line once, in order, whole", () => {
  it.each(Object.entries(SNIPPETS))("in %s, however broken", async (extension, snippets) => {
    await fc.assert(
      fc.asyncProperty(sources(snippets), async (source) => {
        const document = await parser.parse(`a.${extension}`, Buffer.from(source));
        if (!("text" in document)) throw new Error(document.reason);
        expect(document.notices).toEqual([]);
        expectCover(document);
      }),
      { numRuns: 60 },
    );
  });
});
