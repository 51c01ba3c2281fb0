import fc from "fast-check";

const PIECES = [
  "# Heading",
  "## Second *level* #tag",
  "Setext\n======",
  "Other setext\n---",
  "#",
  "Plain paragraph\nof two lines.",
  "한국어 문단입니다. 두 번째 문장도 있습니다.",
  "- one\n- two\n  - nested\n\n    ```js\n    # not a heading\n    ```\n- three",
  "1. first\n\n   second paragraph\n2. last",
  "* * *",
  "```ts\nconst a = 1;\n\n# comment\n```",
  "~~~\nnever closed",
  "    indented code\n\n    more of it",
  "| a | b |\n|---|---|\n| 1 | 2 |",
  "> quote\n> # heading in it\nlazy line",
  "<div>\n\n# inside\n</div>",
  "<!-- comment\n\nstill -->",
  "[ref]: https://example.com 'title'\n[other]: #top",
  "[[Wiki link|shown]] and ![image](a.png)",
  "---",
  "+++",
  "\t tab",
  "trailing spaces   ",
  "\\",
] as const;

const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(..."#*_`~-+>|[](){}<!&:\\ \t\n1.a".split("")), { maxLength: 20 })
      .map((signs) => signs.join("")),
  },
  // Longer than a small chunk, with and without places to cut.
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "word and another. ".repeat(30),
      "가".repeat(120),
      "👍".repeat(60),
      "a1".repeat(90),
    ),
  },
);
const gap = fc.constantFrom("\n", "\n\n", "\n \n", "\n\n\n");

/** Documents out of every kind of block and of noise; anything may stand next to anything. */
const body = fc
  .array(fc.tuple(line, gap), { maxLength: 12 })
  .map((parts) => parts.map((part) => part.join("")).join(""));

/** Headers that end before the body, in both languages, and none. */
const header = fc.constantFrom(
  "",
  "---\ntitle: A\ntags: [x]\n---\n",
  "---\n---\n",
  "---\n# only a comment\n...\n\n",
  '+++\ntitle = "B"\n+++\n',
);

export const anyMarkdown: fc.Arbitrary<{ readonly header: string; readonly body: string }> = fc
  .tuple(header, body)
  .map(([before, after]) => ({
    header: before,
    // A body that starts like a header may be one.
    body: before === "" && /^(?:---|\+\+\+)/.test(after) ? `text\n${after}` : after,
  }));
