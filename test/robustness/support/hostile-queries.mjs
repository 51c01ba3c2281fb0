/** Random queries and filters: whatever a person, an agent or an attacker may type. */

const PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".split("");
const KEYWORDS = [
  "AND",
  "OR",
  "NOT",
  "NEAR",
  "NEAR/3",
  "NEAR(",
  "and",
  "or",
  "not",
  "near",
  "^",
  "*",
  "+",
  "{",
  "}",
  "text:",
  "heading:",
  "cjk:",
  "identifiers :",
  "- text:",
  "{heading text}:",
  "rank",
  "rowid",
  "chunks_fts",
];
const SQL = [
  "'; drop table chunks; --",
  "' or '1'='1",
  '"; delete from documents; --',
  "1); attach 'x' as y; --",
  "x' union select * from documents --",
  "%27%20OR%201=1",
  "?1",
  ":name",
  "@match",
  "$1",
  "/* */",
  "--",
];
const UNICODE = [
  "가",
  "나다",
  "한글",
  "ㄱ",
  "ㅏ",
  "ᄀ",
  "ᅡ",
  "각",
  "か",
  "カー",
  "々",
  "漢字",
  "𠮷",
  "😀",
  "👩‍👩‍👧‍👦",
  "🇰🇷",
  "👍🏽",
  "\u200d",
  "\u200b",
  "\u200e",
  "\u200f",
  "\u202e",
  "\u2066",
  "\ufeff",
  "\ud800",
  "\udc00",
  "\ud83d",
  "\0",
  "\u0001",
  "\u001b[31m",
  "\u0085",
  "\u2028",
  "e\u0301\u0301\u0301",
  "\u0301",
  "ﬁ",
  "ﬀ",
  "İ",
  "ı",
  "ß",
  "ǅ",
  "Ａ",
  "１",
  "ﾊ",
  "\ufffd",
  "\uffff",
  "\ue000",
  "\u{10ffff}",
  "ก็",
  "עברית",
  "العربية",
  "ʼ",
  "²",
  "Ⅷ",
  "𝒜",
];
const SPACES = [" ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u3000", ""];
const TYPES = ["pdf", "markdown", "code", "note"];
const TRUST = ["generated", "secondary", "primary"];

export function createQueryMaker(random, words) {
  const character = () =>
    String.fromCodePoint(
      random.chance(0.5)
        ? random.between(0, 0x7f)
        : random.chance(0.5)
          ? random.between(0xac00, 0xd7a3)
          : random.below(0x110000),
    );
  const piece = () =>
    random.pick([
      () => random.pick(words),
      () => random.pick(words),
      () => mutate(random.pick(words), random, character),
      () => random.pick(PUNCTUATION),
      () => random.pick(KEYWORDS),
      () => random.pick(SQL),
      () => random.pick(UNICODE),
      character,
      () => `"${random.pick(words)}${random.pick(SPACES)}${random.pick(words)}"`,
      () => `-${random.chance(0.5) ? random.pick(words) : `"${random.pick(words)} ${random.pick(words)}"`}`,
      () => `"${random.pick(words)}`,
    ])();
  const glued = (low, high) => random.several(low, high, () => piece() + random.pick(SPACES)).join("");
  const kinds = [
    [30, "words", () => random.several(1, 6, () => random.pick(words)).join(" ")],
    [30, "pieces", () => glued(1, 8)],
    [
      10,
      "punctuation",
      () => random.several(1, 12, () => random.pick(PUNCTUATION)).join(random.pick(SPACES)),
    ],
    [
      10,
      "keywords",
      () => random.several(1, 6, () => random.pick(random.chance(0.6) ? KEYWORDS : words)).join(" "),
    ],
    [10, "unicode", () => random.several(1, 12, () => random.pick(UNICODE)).join(random.pick(SPACES))],
    [5, "characters", () => random.several(1, 40, character).join("")],
    [
      5,
      "quotes",
      () =>
        random
          .several(1, 30, () => random.pick(['"', '""', '" "', '-"', '"-', "'", random.pick(words)]))
          .join(""),
    ],
    [
      3,
      "phrases",
      () =>
        random
          .several(
            1,
            20,
            () =>
              `${random.chance(0.2) ? "-" : ""}"${random.several(1, 5, () => random.pick(words)).join(" ")}"`,
          )
          .join(" "),
    ],
    [2, "many pieces", () => glued(50, 400)],
    [
      1,
      "parentheses",
      () =>
        `${"(".repeat(random.between(1, 5000))}${random.pick(words)}${")".repeat(random.between(0, 5000))}`,
    ],
    [1, "exclusions", () => random.several(1, 300, () => `-${random.pick(words)}`).join(" ")],
    [
      0.5,
      "one run",
      () =>
        random
          .pick([
            "a",
            "A",
            "aB",
            "1",
            "가",
            "가나",
            '"',
            "(",
            "-",
            "_",
            " ",
            "\0",
            "😀",
            "ㄱ",
            "e\u0301",
            "漢",
          ])
          .repeat(random.between(100, 30_000)),
    ],
    [0.5, "long text", () => random.several(500, 4000, () => random.pick(words)).join(" ")],
    [0.2, "100 kB", () => fill(100_000, () => piece() + random.pick(SPACES))],
    [
      0.2,
      "long phrases",
      () =>
        random
          .several(2, 400, () => `"${random.several(1, 60, () => random.pick(words)).join(" ")}"`)
          .join(" "),
    ],
    [0.2, "same phrase", () => `"${random.pick(words)}" `.repeat(random.between(2, 2000))],
    [0.5, "empty", () => random.pick(SPACES)],
  ];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  return () => {
    let left = random.next() * total;
    const [, kind, make] =
      kinds.find(([weight]) => {
        left -= weight;
        return left < 0;
      }) ?? kinds[0];
    return { kind, text: make() };
  };
}

function fill(length, make) {
  let text = "";
  while (text.length < length) text += make();
  return text.slice(0, length);
}

function mutate(word, random, character) {
  const at = random.below(word.length + 1);
  return random.pick([
    () => word.slice(0, at) + character() + word.slice(at),
    () => word.slice(0, at) + word.slice(at + 1),
    () => word.slice(0, at) + random.pick(PUNCTUATION) + word.slice(at),
    () => word.toUpperCase(),
    () => word.normalize("NFD"),
    () => [...word].reverse().join(""),
    () => word + word,
    () => word.slice(0, at),
    () => `${word}는`,
    () => `${word}*`,
  ])();
}

/** Options that a front end could pass on: always of the right type, never of a sensible value. */
export function createOptionMaker(random, { words, tags, paths, documents }) {
  const odd = () =>
    random.pick([
      random.pick(words),
      random.pick(UNICODE),
      random.pick(SQL),
      "'",
      '"',
      "",
      "a,b",
      "[]",
      "{}",
      '["x"]',
      "\\",
    ]);
  const list = (known) =>
    random.several(0, random.chance(0.01) ? 2000 : 3, () =>
      random.chance(0.6) && known.length > 0 ? random.pick(known) : odd(),
    );
  const date = () =>
    random.pick([
      0,
      -1,
      1,
      1.5,
      -8.64e15,
      8.64e15,
      Date.parse("2026-05-01"),
      Date.now(),
      2 ** 53,
      -(2 ** 53),
      1e300,
      Number.MAX_VALUE,
    ]);
  const parts = {
    tagsAll: () => list(tags),
    tagsAny: () => list(tags),
    types: () => random.several(0, 3, () => random.pick(TYPES)),
    path: () => makeGlob(random, { words, paths, odd }),
    sources: () => list(["notes"]),
    langs: () => list(["ko", "en", "und"]),
    codeLangs: () => list(["typescript", "python", "yaml"]),
    repos: () => list(["main"]),
    documents: () => list(documents),
    after: date,
    before: date,
    trustMin: () => random.pick(TRUST),
  };
  return () => {
    const filter = {};
    if (random.chance(0.4)) {
      for (const name of random.shuffled(Object.keys(parts)).slice(0, random.between(1, 4)))
        filter[name] = parts[name]();
    }
    return {
      mode: random.chance(0.9) ? "lexical" : "hybrid",
      ...(Object.keys(filter).length === 0 ? {} : { filter }),
      ...(random.chance(0.3) ? { top: random.pick([1, 2, 10, 100, 1000]) } : {}),
      ...(random.chance(0.2) ? { snippetChars: random.pick([40, 41, 100, 220, 2000]) } : {}),
      ...(random.chance(0.1) ? { explain: true } : {}),
      ...(random.chance(0.1) ? { maxTokens: random.between(1, 500) } : {}),
      ...(random.chance(0.1) ? { minScore: random.next() } : {}),
      ...(random.chance(0.1) ? { threshold: random.next() / 30 } : {}),
    };
  };
}

const GLOB_PARTS = [
  "*",
  "**",
  "?",
  "/",
  ".",
  "..",
  "{",
  "}",
  "{a,b}",
  "{1..9}",
  "[",
  "]",
  "[a-z]",
  "[!a]",
  "[^",
  "[[:alpha:]]",
  "(",
  ")",
  "!(a)",
  "+(a|b)",
  "@(",
  "*(a)",
  "\\",
  "!",
  "|",
  ",",
  "~",
  "^",
  "$",
  "가",
  "\0",
  "😀",
  " ",
];

function makeGlob(random, { words, paths, odd }) {
  return random.pick([
    () =>
      random.pick([
        "**",
        "*",
        "**/*.md",
        "ops/**",
        "*/*",
        "!ops/**",
        "{ops,dev}/**",
        "[a-m]*/**",
        "**/*.{md,txt}",
        "ops/",
        "/ops/**",
        "./ops/**",
        "../**",
        "",
        " ",
      ]),
    () => random.pick(paths),
    () =>
      random
        .several(1, 12, () => (random.chance(0.7) ? random.pick(GLOB_PARTS) : random.pick(words)))
        .join(""),
    () =>
      random
        .pick(["*", "?", "{", "[", "(", "!(", "+(", "a*", "*a", "**/", "{a,", "\\"])
        .repeat(random.between(1, 60)) + random.pick(["", "b", ")", "}", "]"]),
    odd,
  ])();
}
