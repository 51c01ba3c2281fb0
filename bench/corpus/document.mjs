// One Markdown file: front matter in half, three to eight headings, paragraphs, lists, sometimes code.
import { between, createRandom, pick } from "./random.mjs";

const KIND_SHARES = [
  ["korean", 0.13],
  ["mixed", 0.25],
  ["english", 1],
];

/** Drawn from the file's own number, so that a small corpus is the beginning of a large one. */
export function createDocument(number, vocabulary) {
  const random = createRandom(number, 7);
  const share = random();
  const kind = KIND_SHARES.find(([, limit]) => share < limit)[0];
  const writer = createWriter(random, vocabulary, kind);
  const bytesWanted = drawSize(random);
  const parts = [];
  const title = writer.title();
  if (random() < 0.5) parts.push(frontMatter(random, title, vocabulary));
  parts.push(`# ${title}`, writer.paragraph());
  const headings = between(random, 2, 7);
  let bytes = byteLength(parts);
  for (let heading = 0; heading < headings; heading++) {
    parts.push(`${heading > 0 && random() < 0.3 ? "###" : "##"} ${writer.title()}`);
    const room = (bytesWanted - bytes) / (headings - heading);
    let written = 0;
    do {
      const block = writer.block();
      parts.push(block);
      written += Buffer.byteLength(block) + 2;
    } while (written < room);
    bytes = byteLength(parts);
  }
  return { kind, title, text: `${parts.join("\n\n")}\n` };
}

/** Around 4.5 kB, few under 2, few over 9. */
function drawSize(random) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(12_000, Math.max(1500, 4000 * Math.exp(0.32 * normal)));
}

function byteLength(parts) {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 2, 0);
}

function frontMatter(random, title, vocabulary) {
  const day = new Date(Date.UTC(2021, 0, 1) + Math.floor(random() * 1800) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  const tags = Array.from(
    { length: between(random, 1, 4) },
    () => vocabulary.english[between(random, 110, 320)],
  );
  const alias = random() < 0.2 ? `\naliases: [${vocabulary.contentWord(random)}]` : "";
  return `---\ntitle: ${title}\ntags: [${tags.join(", ")}]\ncreated: ${day}${alias}\n---`;
}

function createWriter(random, vocabulary, kind) {
  const isKorean = () => kind === "korean" || (kind === "mixed" && random() < 0.5);
  const english = () => {
    const words = Array.from({ length: between(random, 6, 22) }, () => vocabulary.word(random));
    if (random() < 0.06) words[between(random, 1, words.length - 1)] = `\`${vocabulary.identifier(random)}\``;
    if (words.length > 12 && random() < 0.5) words[5] += ",";
    return `${capitalise(words.join(" "))}.`;
  };
  const korean = () => {
    const words = [];
    for (let phrase = between(random, 2, 6); phrase > 0; phrase--) {
      const isLatin = random() < (kind === "mixed" ? 0.25 : 0.06);
      const noun = isLatin ? vocabulary.contentWord(random) : vocabulary.koreanNoun(random);
      words.push(noun + vocabulary.particle(random));
      if (random() < 0.3) words.push(vocabulary.koreanAdverb(random));
    }
    return `${words.join(" ")} ${vocabulary.koreanVerb(random)}.`;
  };
  const sentence = () => (isKorean() ? korean() : english());
  const paragraph = () => Array.from({ length: between(random, 2, 6) }, sentence).join(" ");
  const title = () =>
    isKorean()
      ? Array.from({ length: between(random, 1, 3) }, () => vocabulary.koreanNoun(random)).join(" ")
      : capitalise(
          Array.from({ length: between(random, 1, 4) }, () => vocabulary.contentWord(random)).join(" "),
        );
  const block = () => {
    const share = random();
    if (share < 0.72) return paragraph();
    if (share < 0.93) return listOf(random, sentence);
    return code(random, vocabulary);
  };
  return { title, paragraph, block };
}

function listOf(random, sentence) {
  const isNumbered = random() < 0.3;
  const items = Array.from({ length: between(random, 3, 6) }, sentence);
  return items.map((item, position) => `${isNumbered ? `${position + 1}.` : "-"} ${item}`).join("\n");
}

function code(random, vocabulary) {
  const name = () => vocabulary.identifier(random);
  const lines = [`function ${name()}(${name()}, ${name()}) {`];
  for (let line = between(random, 3, 8); line > 0; line--) {
    lines.push(`  const ${name()} = ${name()}(${name()}, ${between(random, 0, 999)});`);
  }
  lines.push(`  return ${name()};`, "}");
  return `\`\`\`${pick(random, ["ts", "js", ""])}\n${lines.join("\n")}\n\`\`\``;
}

function capitalise(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
