/**
 * Files made to hurt: long runs, deep nesting, expansion, odd encodings, each small to
 * write and, for a careless reader, ruinous to read. `size` is the length of a run.
 */
export function makeBombs(size) {
  const bombs = {};
  const add = (name, content) => {
    bombs[name] = content;
  };
  addRuns(add, size);
  addNesting(add, size);
  addFrontmatter(add, size);
  addMarkdown(add, size);
  addCode(add, size);
  addText(add, size);
  addBytes(add, size);
  return bombs;
}

const RUN_CHARACTERS = [
  ..."#`[<|>*_~-+=!({&\\:\"'$%^;,./@?] \t0aA)}".split(""),
  "\n",
  "가",
  "😀",
  "\u0301",
  "\u200d",
  "\u00a0",
  "- ",
  "> ",
  "* ",
  "1. ",
  "[a",
  "[](",
  "![",
  "<a ",
  "<!-",
  "*a ",
  "_a",
  "**a",
  "``a",
  "`a` ",
  "|a",
  "~~a",
  "&#",
  "&a;",
  "\\a",
  "http://",
  "a@a.",
  "#a ",
  "#1 ",
  "$$",
  "{{",
  "%}",
  "]: ",
  "\t\n",
  " \n",
  "a\n\n",
  "가a",
  "aB",
  "a_",
  "A1",
];

function addRuns(add, size) {
  const label = (text) => [...text].map((character) => character.codePointAt(0).toString(16)).join("-");
  for (const text of RUN_CHARACTERS) {
    const run = text.repeat(size / text.length);
    add(`runs/${label(text)}.md`, run);
    add(`runs/heading-${label(text)}.md`, `# ${run}\n\n#tag text\n`);
    add(`runs/${label(text)}.txt`, `#tag ${run} #end`);
  }
  // Short lines before and after, or the long one would be taken for minified code.
  const padded = (line) => `${"x\n".repeat(size / 400)}${line}\n${"y\n".repeat(size / 400)}`;
  for (const extension of [
    "ts",
    "py",
    "c",
    "h",
    "sh",
    "rs",
    "java",
    "rb",
    "php",
    "yaml",
    "toml",
    "ini",
    "sql",
    "json",
    "css",
    "html",
    "csv",
    "kt",
    "swift",
  ]) {
    for (const text of [
      "[",
      "{",
      "(",
      "<",
      "/*",
      '"',
      "'",
      "`",
      "#",
      "[ ",
      "x ",
      " ",
      "-",
      "$a",
      "a",
      "a.",
      "=",
      "\\",
      "//",
      "@",
      "&&",
      ";",
    ]) {
      add(`runs/${extension}-${label(text)}.${extension}`, padded(text.repeat(size / text.length)));
    }
  }
}

function addNesting(add, size) {
  const deep = (open, close, middle = "x") => open.repeat(size) + middle + close.repeat(size);
  add("nesting/quotes.md", `${">".repeat(size)} deep`);
  add(
    "nesting/quote-lines.md",
    Array.from({ length: 500 }, (_, at) => `${"> ".repeat(at)}level ${at}`).join("\n"),
  );
  add(
    "nesting/lists.md",
    Array.from({ length: 1500 }, (_, at) => `${"  ".repeat(at)}- level ${at}`).join("\n"),
  );
  add("nesting/quoted-lists.md", "> - ".repeat(size / 4));
  add("nesting/brackets.md", deep("[", "]"));
  add("nesting/links.md", deep("[a](", ")"));
  add("nesting/images.md", deep("![", "](b)"));
  add("nesting/emphasis.md", deep("*a **b ", " c** d*"));
  add("nesting/html.md", deep("<div>", "</div>"));
  add("nesting/xml.xml", deep("<a>", "</a>"));
  add("nesting/html.html", deep("<div><p>", "</p></div>"));
  for (const extension of [
    "json",
    "yaml",
    "js",
    "ts",
    "py",
    "rs",
    "go",
    "java",
    "c",
    "cpp",
    "rb",
    "php",
    "sh",
    "kt",
    "swift",
    "cs",
    "dart",
    "sol",
  ]) {
    add(`nesting/brackets.${extension}`, deep("[\n", "]\n", "1\n"));
    add(`nesting/parentheses.${extension}`, `x = ${deep("(\n", ")\n", "1\n")}`);
    add(`nesting/braces.${extension}`, `f ${deep("{\n", "}\n", "1\n")}`);
  }
  add("nesting/objects.json", deep('{"a":\n', "\n}", "1"));
  add("nesting/yaml-dashes.yaml", `${"- ".repeat(size)}x`);
  add("nesting/yaml-maps.yaml", Array.from({ length: 2000 }, (_, at) => `${" ".repeat(at)}a:`).join("\n"));
  add(
    "nesting/functions.js",
    Array.from({ length: size / 20 }, () => "function f() {\n").join("") + "}\n".repeat(size / 20),
  );
  add(
    "nesting/classes.py",
    Array.from({ length: 1000 }, (_, at) => `${" ".repeat(at)}class A${at}:`).join("\n"),
  );
  add("nesting/operators.ts", `const a = ${"1 +\n".repeat(size)} 1;`);
  add("nesting/ternaries.ts", `const a = ${"b ? c :\n".repeat(size / 4)} 1;`);
  add("nesting/generics.ts", `type A = ${"B<\n".repeat(size)} 1 ${">\n".repeat(size)};`);
  add("nesting/arrows.ts", `const a = ${"(b) =>\n".repeat(size / 4)} 1;`);
  add("nesting/templates.ts", `const a = ${"`${\n".repeat(size / 4)}`);
}

function addFrontmatter(add, size) {
  const header = (yaml, body = "text\n") => `---\n${yaml}\n---\n${body}`;
  const laughs = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"];
  for (let at = 1; at <= 12; at++)
    laughs.push(
      `a${at}: &a${at} [${Array(9)
        .fill(`*a${at - 1}`)
        .join(", ")}]`,
    );
  add("header/laughs.md", header(laughs.join("\n")));
  const merges = [
    "b0: &b0 {k: v}",
    ...Array.from({ length: 30 }, (_, at) => `b${at + 1}: &b${at + 1} {<<: [*b${at}, *b${at}], k${at}: v}`),
  ];
  add("header/merges.md", header(merges.join("\n")));
  add(
    "header/few-aliases.md",
    header(
      `x: &x [${"lol, ".repeat(5000)}]\n${Array.from({ length: 19 }, (_, at) => `y${at}: *x`).join("\n")}`,
    ),
  );
  add("header/cycle.md", header("a: &a [*a]\nb: &b {b: *b}\ntags: &t [x, *t]"));
  add("header/deep-list.md", header("[".repeat(60_000)));
  add("header/deep-balanced.md", header(`a: ${"[".repeat(30_000)}${"]".repeat(30_000)}`));
  add("header/deep-maps.md", header(`a: ${"{a: ".repeat(10_000)}`));
  add(
    "header/deep-indent.md",
    header(Array.from({ length: 350 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")),
  );
  add("header/dashes.md", header("- ".repeat(30_000)));
  add("header/many-keys.md", header(Array.from({ length: 7000 }, (_, at) => `k${at}: v`).join("\n")));
  add(
    "header/many-tags.md",
    header(`tags: [${Array.from({ length: 8000 }, (_, at) => `t${at}`).join(", ")}]`),
  );
  add(
    "header/long-title.md",
    header(`title: ${"long title ".repeat(5500)}`, "paragraph of text\n\n".repeat(size)),
  );
  add(
    "header/long-aliases.md",
    header(`aliases: [${"another name, ".repeat(4000)}]`, "paragraph of text\n\n".repeat(size)),
  );
  add(
    "header/long-korean-title.md",
    header(`title: ${"긴제목".repeat(20_000)}`, "본문 문단\n\n".repeat(size / 4)),
  );
  add("header/quotes.md", header(`a: ${'"'.repeat(60_000)}`));
  add("header/flow-keys.md", header(`? ${"[a, ".repeat(5000)}`));
  add(
    "header/types.md",
    header(
      "title: {a: 1}\ntags: 5\nlang: [x]\ncreated: [1]\nupdated: 99999-99-99\ntrust_level: {}\naliases: null\n__proto__: {polluted: 1}\nconstructor: x",
    ),
  );
  add("header/dates.md", header("created: 275760-09-13T00:00:00Z\nupdated: -271821-04-20"));
  add(
    "header/tagged.md",
    header(
      "a: !!js/function 'function(){}'\nb: !!binary aGk=\nc: !<tag:x> y\nd: !!set {a, b}\ne: 0x7fffffffffffffffffff\nf: .inf\ng: .nan",
    ),
  );
  add("header/unclosed.md", `---\n${"a: b\n".repeat(size / 5)}`);
  add("header/rules.md", "---\n".repeat(size / 4));
  add("header/toml-deep.md", `+++\na = ${"[".repeat(30_000)}\n+++\ntext\n`);
  add("header/toml-dots.md", `+++\n${"a.".repeat(15_000)}a = 1\n+++\ntext\n`);
  add(
    "header/toml-tables.md",
    `+++\n${Array.from({ length: 3000 }, (_, at) => `[a${".b".repeat(at % 50)}.c${at}]`)
      .join("\n")
      .slice(0, 60_000)}\n+++\ntext\n`,
  );
  add(
    "header/toml-big-number.md",
    `+++\na = ${"9".repeat(50_000)}\nb = 9007199254740993\nc = inf\nd = 1979-05-27T07:32:00Z\n+++\ntext\n`,
  );
  add("header/blank.md", `---\n${" \n".repeat(30_000)}---\ntext`);
}

function addMarkdown(add, size) {
  const lines = (line, count = size / 10) => `${line}\n`.repeat(count);
  // Every heading is a chunk of its own: 0.13 ms each, so 100,000 in one megabyte take 13 s, 20,000 under 3.
  add("markdown/headings.md", lines("# heading", size / 5));
  add(
    "markdown/deep-headings.md",
    Array.from({ length: size / 20 }, (_, at) => `${"#".repeat((at % 6) + 1)} section ${at}`).join("\n"),
  );
  add(
    "markdown/long-heading.md",
    `# ${"a long heading ".repeat(size / 2)}\n\n${"a paragraph of text\n\n".repeat(size / 2)}`,
  );
  add(
    "markdown/long-marked-heading.md",
    `# ${"**a** [long](b) `heading` ".repeat(size / 20)}\n\n${"a paragraph of text\n\n".repeat(size / 10)}`,
  );
  add(
    "markdown/long-korean-heading.md",
    `# ${"긴제목가나다라".repeat(size / 4)}\n\n${"본문 문단이다\n\n".repeat(size / 10)}`,
  );
  add(
    "markdown/long-setext.md",
    `${"a line of it\n".repeat(size / 10)}===\n\n${"text\n\n".repeat(size / 10)}`,
  );
  add(
    "markdown/wide-table.md",
    `|${"a|".repeat(size / 4)}\n|${"-|".repeat(size / 4)}\n${`|${"b|".repeat(50)}\n`.repeat(200)}`,
  );
  add("markdown/long-table.md", `|a|b|\n|-|-|\n${lines("|c|d|", size / 2)}`);
  add("markdown/tables.md", lines("|a|\n|-|\n|b|\n"));
  add(
    "markdown/pipes.md",
    `${"|".repeat(size / 4)}\n${"|-".repeat(size / 8)}|\n${`${"|".repeat(size / 4)}\n`.repeat(20)}`,
  );
  add(
    "markdown/references.md",
    Array.from({ length: size / 10 }, (_, at) => `[r${at}]: http://x/${at}`).join("\n"),
  );
  add("markdown/open-references.md", lines("[a]: <"));
  add("markdown/reference-titles.md", lines("[a]: b 'c"));
  add("markdown/footnotes.md", lines("[^1]: a"));
  add("markdown/fences.md", lines("```"));
  add(
    "markdown/open-fences.md",
    Array.from({ length: 2000 }, (_, at) => `${"`".repeat(at + 3)}\nx`).join("\n"),
  );
  add("markdown/comments.md", lines("<!--"));
  add("markdown/open-tags.md", lines("<a b='"));
  add("markdown/instructions.md", lines("<?x"));
  add("markdown/declarations.md", lines("<!A"));
  add("markdown/cdata.md", lines("<![CDATA["));
  add("markdown/attributes.md", `<a ${"b=c ".repeat(size / 4)}`);
  add("markdown/html-line.md", `<div${" a".repeat(size / 2)}\n`.repeat(20));
  add("markdown/lists.md", lines("* a", size / 2));
  add("markdown/loose-lists.md", lines("* a\n\n  b\n"));
  add("markdown/ordered.md", Array.from({ length: size / 10 }, (_, at) => `${at}. a`).join("\n"));
  add("markdown/lazy-quotes.md", `> ${"a\n".repeat(size / 2)}`);
  add("markdown/lazy-lists.md", `- ${"a\n".repeat(size / 2)}`);
  add("markdown/tabs.md", lines("\t\t\t- a\t\tb"));
  add("markdown/rules.md", lines("- - -"));
  add("markdown/code-spans.md", Array.from({ length: 500 }, (_, at) => `${"`".repeat(at)} #tag`).join(" "));
  add("markdown/tags.md", "#tag/a-b_c ".repeat(size / 10));
  add("markdown/number-tags.md", `#${"1".repeat(size)} `.repeat(3));
  add("markdown/tag-slashes.md", `#${"/-".repeat(size / 2)}`);
  add("markdown/paragraph.md", lines("a line of one endless paragraph", size / 4));
  add("markdown/blank.md", "\n".repeat(size * 20));
  add("markdown/spaces.md", `${" ".repeat(size * 10)}\n`.repeat(3));
}

function addCode(add, size) {
  add("code/blank.h", `${"\n".repeat(size * 10)}int a;\n`);
  add("code/blank.py", `${"\n".repeat(size * 10)}a = 1\n`);
  add(
    "code/members.ts",
    `class A {\n${Array.from({ length: size / 20 }, (_, at) => `  m${at}() { return ${at}; }`).join("\n")}\n}\n`,
  );
  add("code/long-name.ts", `function ${"aB".repeat(size / 2)}() {\n${"  call();\n".repeat(size / 100)}}\n`);
  add(
    "code/long-names.py",
    `class ${"A".repeat(size / 20)}:\n${Array.from({ length: 200 }, (_, at) => `    def ${"b".repeat(size / 200)}${at}(self):\n        pass\n`).join("")}`,
  );
  add("code/comments.c", "/*".repeat(size / 2));
  add("code/comments.py", "/*\n".repeat(size / 5));
  add("code/hashes.py", "# a\n".repeat(size / 4));
  add("code/strings.py", '"""\n'.repeat(size / 5));
  add("code/here.sh", "<<A\n".repeat(size / 5));
  add("code/here-documents.rb", "a(<<A, <<B\n".repeat(size / 20));
  add("code/decorators.py", `${"@a\n".repeat(size / 4)}def f(): pass\n`);
  add("code/attributes.rs", `${"#[a]\n".repeat(size / 5)}fn f() {}\n`);
  add("code/macros.rs", `m!(${"(\n".repeat(size / 5)}`);
  add("code/defines.c", "#define A(a) \\\n".repeat(size / 10));
  add("code/ifs.c", "#if A\n".repeat(size / 5));
  add("code/elses.c", `${"if (a) {} else\n".repeat(size / 10)} ;`);
  add("code/regexes.js", "a = /[\n".repeat(size / 10));
  add("code/jsx.tsx", `const a = ${"<A>\n".repeat(size / 10)}`);
  add("code/php.html", "<?php\n".repeat(size / 10));
  add("code/php.php", "<?php ?>\n".repeat(size / 10));
  add(
    "code/aliases.yaml",
    `a: &a [x]\n${Array.from(
      { length: 30 },
      (_, at) =>
        `b${at}: &b${at} [${Array(9)
          .fill(at === 0 ? "*a" : `*b${at - 1}`)
          .join(", ")}]`,
    ).join("\n")}`,
  );
  add("code/documents.yaml", "---\nkind: A\nmetadata:\n  name: b\n".repeat(size / 40));
  add("code/keys.yaml", Array.from({ length: size / 10 }, (_, at) => `k${at}: v`).join("\n"));
  add(
    "code/entities.xml",
    `<?xml version="1.0"?>\n<!DOCTYPE l [\n<!ENTITY a "lol">\n${Array.from({ length: 12 }, (_, at) => `<!ENTITY ${"abcdefghijklm"[at + 1]} "${`&${"abcdefghijklm"[at]};`.repeat(10)}">`).join("\n")}\n<!ENTITY x SYSTEM "file:///etc/passwd">\n]>\n<l>&m;&x;</l>\n`,
  );
  add("code/numbers.json", `[${"1,\n".repeat(size)}1]`);
  add("code/wide.json", `{${Array.from({ length: size / 10 }, (_, at) => `"k${at}": ${at}`).join(",\n")}}`);
  add("code/statements.sql", "select 1;\n".repeat(size / 10));
  add("code/dollars.sql", "$a$ select; $b$\n".repeat(size / 20));
  add("code/stages.dockerfile", "FROM a AS b\n".repeat(size / 10));
  add("code/dockerfile/Dockerfile", `FROM ${"--a ".repeat(size / 8)}b\n${"RUN x\n".repeat(size / 20)}`);
}

function addText(add, size) {
  add("text/one-line.txt", "word and another ".repeat(size * 6));
  add("text/one-word.txt", "a".repeat(size * 20));
  add("text/one-line.md", "word and **another** ".repeat(size * 5));
  add("text/one-line.json", `["${"x".repeat(size * 10)}"]`);
  add("text/one-line.html", `<p>${"word ".repeat(size * 5)}</p>`);
  add("text/korean-line.txt", "한글과영어mixed가섞인".repeat(size * 2));
  add("text/korean-line.md", "가나다라마바사".repeat(size * 4));
  add("text/lines.txt", "a\n".repeat(size * 40));
  add("text/paragraphs.txt", "a\n\n".repeat(size * 20));
  add("text/equal-chunks.txt", `${"the same paragraph again and again. ".repeat(40)}\n\n`.repeat(size / 100));
  add("text/carriage-returns.txt", "a\r".repeat(size * 10));
  add("text/form-feeds.txt", "page\f".repeat(size));
  add("text/combining.txt", `a${"\u0301".repeat(size * 3)}`);
  add("text/joined.txt", "👩‍👩‍👧‍👦".repeat(size));
  add("text/marks.txt", "\u202e\u200f\u2066".repeat(size));
  add("text/expanding.txt", `\uff21${"\ufdfa".repeat(size * 3)}`);
  add("text/expanding-hangul.txt", `\u1100${"\u3300".repeat(size * 3)}`);
  add("text/jamo.txt", "\u1112\u1161\u11ab\u1100\u1173\u11af".repeat(size));
  add("text/compatibility-jamo.txt", "ㅎㅏㄴㄱㅡㄹ".repeat(size));
  add("text/private.txt", "\ue000\u{10fffd}".repeat(size));
  add("text/identifiers.txt", "parseHttpHeaderFromRequestBody_".repeat(size / 4));
  add("text/escapes.txt", "\u001b[31mred\u001b[0m\n".repeat(size / 4));
}

function addBytes(add, size) {
  const repeat = (bytes, count) => Buffer.concat(Array(count).fill(Buffer.from(bytes)));
  add("bytes/empty.md", "");
  for (let byte = 0; byte < 256; byte++) add(`bytes/one-${byte}.txt`, Buffer.from([byte]));
  add("bytes/mark-only-8.txt", Buffer.from([0xef, 0xbb, 0xbf]));
  add("bytes/mark-only-16.txt", Buffer.from([0xff, 0xfe]));
  add(
    "bytes/odd-16.txt",
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("text", "utf16le"), Buffer.from([0x41])]),
  );
  add("bytes/half-pair-16.txt", Buffer.concat([Buffer.from([0xff, 0xfe]), repeat([0x3d, 0xd8], size / 10)]));
  add(
    "bytes/utf-16.md",
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("# 제목\n\n본문 text\n".repeat(100), "utf16le")]),
  );
  add("bytes/euc-kr.txt", repeat([0xc7, 0xd1, 0xb1, 0xdb, 0x20], size / 10));
  add("bytes/cp949.txt", repeat([0x8c, 0x63, 0xb9, 0xe6, 0xb0, 0xa2, 0xc7, 0xcf, 0x20], size / 10));
  add("bytes/overlong.txt", repeat([0xc0, 0xaf, 0xe0, 0x80, 0xaf], size / 10));
  add("bytes/surrogates.txt", repeat([0xed, 0xa0, 0x80], size / 10));
  add("bytes/high.txt", repeat([0xff, 0x41], size));
  add(
    "bytes/nul-at-end.md",
    Buffer.concat([Buffer.from("# Title\n\ntext\n".repeat(1000)), Buffer.from([0])]),
  );
  add("bytes/nuls.txt", repeat([0], size));
  add("bytes/header-only.pdf", "%PDF-1.7\n");
  add("bytes/no-end.pdf", `%PDF-1.7\n${"1 0 obj\n<<".repeat(size / 10)}`);
  add("bytes/loop.pdf", makePdf("<< /Type /Pages /Kids [2 0 R 2 0 R 2 0 R] /Count 3 >>", ""));
  add(
    "bytes/many-pages.pdf",
    makePdf(
      `<< /Type /Pages /Kids [${"3 0 R ".repeat(size / 50)}] /Count ${size / 50} >>`,
      "BT /F1 12 Tf (page) Tj ET",
    ),
  );
  add(
    "bytes/wrong-count.pdf",
    makePdf("<< /Type /Pages /Kids [3 0 R] /Count 2147483647 >>", "BT /F1 12 Tf (page) Tj ET"),
  );
  add(
    "bytes/deep-stack.pdf",
    makePdf("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", `${"q ".repeat(size)}BT /F1 12 Tf (deep) Tj ET`),
  );
  add("bytes/deep-array.pdf", makePdf("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", `${"[".repeat(size)} TJ`));
  add(
    "bytes/much-text.pdf",
    makePdf(
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `BT /F1 12 Tf ${"(much text on one page) Tj 0 -1 Td ".repeat(size / 20)}ET`,
    ),
  );
  add(
    "bytes/same-place.pdf",
    makePdf("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "BT /F1 12 Tf (x) Tj ET ".repeat(size / 20)),
  );
}

/** A PDF of one page object, its cross-reference table right, so that the content is what is tried. */
function makePdf(pages, content) {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    pages,
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((body, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${text}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}
