const EXTENSIONS = [
  "md",
  "txt",
  "pdf",
  "ts",
  "tsx",
  "js",
  "py",
  "rs",
  "go",
  "java",
  "c",
  "h",
  "cpp",
  "cs",
  "rb",
  "php",
  "sh",
  "kt",
  "swift",
  "dart",
  "sol",
  "json",
  "yaml",
  "toml",
  "ini",
  "sql",
  "html",
  "css",
  "csv",
  "xml",
  "ipynb",
  "eml",
  "org",
  "rst",
  "tex",
  "log",
  "unknown",
  "",
];
const TOKENS = [
  "\0",
  "\0\0\0\0",
  "---\n",
  "+++\n",
  "```\n",
  "<!--",
  "-->",
  "\r\n",
  "\r",
  "\u2028",
  "\ufeff",
  "[[",
  "]]",
  "{{",
  "}}",
  "#",
  "# ",
  "> ",
  "|",
  "\\",
  "'\"`",
  "/*",
  "*/",
  "<![CDATA[",
  "%PDF-1.7\n",
  "endobj\n",
  "stream\n",
  "endstream\n",
  "%%EOF",
  "🙂",
  "한글",
  "\u0301",
  "\x1b[2J",
];

/** A damaged copy of a real file, and the name it goes by. */
export function mutateFile(random, files) {
  const { name, bytes } = random.pick(files);
  let mutated = Buffer.from(bytes);
  const kinds = random.several(1, 3, () => random.pick(MUTATIONS));
  for (const mutation of kinds) mutated = mutation(mutated, random, files);
  const own = /\.([A-Za-z0-9]+)$/.exec(name)?.[1] ?? "txt";
  const extension = random.chance(0.25) ? random.pick(EXTENSIONS) : own;
  return { extension, bytes: mutated.subarray(0, MAX_BYTES) };
}

const MAX_BYTES = 4_000_000;

const MUTATIONS = [
  function flipBits(bytes, random) {
    const copy = Buffer.from(bytes);
    for (let left = random.between(1, 64); left > 0 && copy.length > 0; left--) {
      const at = random.below(copy.length);
      copy[at] = copy[at] ^ (1 << random.below(8));
    }
    return copy;
  },
  function truncate(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  function dropStart(bytes, random) {
    return bytes.subarray(random.below(bytes.length + 1));
  },
  function duplicate(bytes, random) {
    const [from, to] = twoPlaces(bytes, random);
    return Buffer.concat([
      bytes.subarray(0, to),
      ...Array(random.between(1, 20)).fill(bytes.subarray(from, to)),
      bytes.subarray(to),
    ]);
  },
  function splice(bytes, random, files) {
    const other = random.pick(files).bytes;
    const [from, to] = twoPlaces(other, random);
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at)]);
  },
  function cross(bytes, random, files) {
    const other = random.pick(files).bytes;
    return Buffer.concat([
      bytes.subarray(0, random.below(bytes.length + 1)),
      other.subarray(random.below(other.length + 1)),
    ]);
  },
  function removeMiddle(bytes, random) {
    const [from, to] = twoPlaces(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function insertTokens(bytes, random) {
    let copy = bytes;
    for (let left = random.between(1, 20); left > 0; left--) {
      const at = random.below(copy.length + 1);
      const token = random.pick(TOKENS).repeat(random.chance(0.1) ? random.between(1, 2000) : 1);
      copy = Buffer.concat([copy.subarray(0, at), Buffer.from(token), copy.subarray(at)]);
    }
    return copy;
  },
  function insertNoise(bytes, random) {
    const noise = Buffer.from(random.several(1, 2000, () => random.below(256)));
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
  },
  function joinLines(bytes) {
    return Buffer.from(bytes.filter((byte) => byte !== 0x0a && byte !== 0x0d));
  },
  function repeatByte(bytes, random) {
    const at = random.below(bytes.length + 1);
    return Buffer.concat([
      bytes.subarray(0, at),
      Buffer.alloc(random.between(1, 50_000), bytes[at] ?? 0x23),
      bytes.subarray(at),
    ]);
  },
  function shuffleLines(bytes, random) {
    return Buffer.from(random.shuffled(bytes.toString("latin1").split("\n")).join("\n"), "latin1");
  },
  function latin(bytes) {
    return Buffer.from(bytes.toString("utf8"), "latin1");
  },
  function wide(bytes) {
    return Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(bytes.subarray(0, 1_000_000).toString("utf8"), "utf16le"),
    ]);
  },
  function same(bytes) {
    return bytes;
  },
];

function twoPlaces(bytes, random) {
  const places = [random.below(bytes.length + 1), random.below(bytes.length + 1)].sort((a, b) => a - b);
  return [places[0], Math.min(places[1], places[0] + 200_000)];
}
