import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A folder of small documents as a map from path to content, and what a week of work makes of it. */

const ENGLISH =
  "deploy rollback index search query vector token chunk release server backup restore kernel thread cache latency budget review incident schema migration lock writer reader commit branch merge".split(
    " ",
  );
const KOREAN =
  "배포 롤백 색인 검색 질의 문서 회의 정리 백업 복구 서버 장애 보고 일정 예산 검토 기록 메모 설정 캐시 지연 잠금".split(
    " ",
  );
const FIRST_DAY = Date.UTC(2026, 0, 1) / 1000;

export function createCorpus(random, count) {
  const files = new Map();
  for (let at = 0; at < count; at++) {
    const folder = random.pick(["ops", "dev", "journal/2026", "journal/2025", "life", "src", "src/lib", ""]);
    const [extension, make] = random.pick(KINDS);
    const path = `${folder === "" ? "" : `${folder}/`}${random.pick(ENGLISH)}-${at}.${extension}`;
    files.set(path, { content: make(random), time: FIRST_DAY + at * 61 });
  }
  // Twins: equal content makes a rename uncertain.
  for (let at = 0; at < Math.ceil(count / 40); at++) {
    const content = markdown(random);
    for (const name of ["a", "b"]) files.set(`twins/${at}-${name}.md`, { content, time: FIRST_DAY + at });
  }
  files.set("binary.txt", { content: Buffer.from([1, 2, 0, 3]), time: FIRST_DAY });
  files.set("empty.md", { content: "", time: FIRST_DAY });
  files.set("broken-header.md", { content: "---\ntitle: [\n---\n\n# Body\n\ntext\n", time: FIRST_DAY });
  return files;
}

const KINDS = [
  ["md", markdown],
  ["md", markdown],
  ["md", markdown],
  ["txt", (random) => random.several(1, 12, () => sentence(random)).join(random.pick(["\n", "\n\n", " "]))],
  ["ts", (random) => random.several(1, 10, () => typescript(random)).join("\n\n")],
  ["py", (random) => random.several(1, 10, () => python(random)).join("\n\n")],
  [
    "yaml",
    (random) =>
      random.several(2, 12, () => `${word(random)}_${random.below(999)}: ${word(random)}`).join("\n"),
  ],
  [
    "json",
    (random) =>
      JSON.stringify(
        Object.fromEntries(random.several(2, 9, () => [word(random), random.below(999)])),
        null,
        2,
      ),
  ],
];

function word(random) {
  return random.chance(0.5) ? random.pick(ENGLISH) : random.pick(KOREAN);
}

function sentence(random) {
  const words = random.several(4, 16, () =>
    random.chance(0.1) ? `${random.pick(ENGLISH)}${random.pick(KOREAN)}` : word(random),
  );
  return `${words.join(" ")}.`;
}

function markdown(random) {
  const header = random.chance(0.5)
    ? `---\ntitle: ${word(random)} ${word(random)} ${random.below(1000)}\ntags: [${random.several(0, 4, () => random.pick(ENGLISH)).join(", ")}]\ncreated: 2026-0${random.between(1, 9)}-1${random.below(10)}\n---\n\n`
    : "";
  const sections = random.several(1, 7, () => {
    const tag = random.chance(0.2) ? ` #${random.pick(ENGLISH)}` : "";
    return `${"#".repeat(random.between(1, 4))} ${word(random)} ${word(random)}\n\n${random.several(1, 5, () => sentence(random)).join("\n\n")}${tag}\n`;
  });
  return header + sections.join("\n");
}

function typescript(random) {
  const name = `${random.pick(ENGLISH)}${random.pick(ENGLISH).replace(/^./, (letter) => letter.toUpperCase())}${random.below(1000)}`;
  return `/** ${sentence(random)} */\nexport function ${name}(value: string): string {\n  // ${sentence(random)}\n  return value + "${word(random)}";\n}`;
}

function python(random) {
  return `def ${random.pick(ENGLISH)}_${random.pick(ENGLISH)}_${random.below(1000)}(value):\n    """${sentence(random)}"""\n    return value * ${random.below(100)}`;
}

/** Edits, deletions, renames, touches, newcomers: everything an incremental run has to deal with at once. */
export function evolveCorpus(files, random) {
  const next = new Map(files);
  let time = FIRST_DAY + 10_000_000;
  for (const [path, file] of files) {
    const roll = random.next();
    time += 17;
    if (path.startsWith("twins/")) continue;
    if (roll < 0.2) next.set(path, { content: edit(String(file.content), random), time });
    else if (roll < 0.3) next.delete(path);
    else if (roll < 0.42) {
      next.delete(path);
      next.set(rename(path, random), { ...file, time: random.chance(0.5) ? file.time : time });
    } else if (roll < 0.47) next.set(path, { ...file, time });
    else if (roll < 0.49) next.set(path, { content: Buffer.from([0, 1, 2, 3]), time });
    else if (roll < 0.51) next.set(path, { content: "", time });
  }
  const [first, second] = [...files.keys()].filter((path) => path.endsWith(".txt")).slice(0, 2);
  // Two files change places: each path keeps its document, with the other's content.
  if (second !== undefined) {
    next.set(first, { content: files.get(second).content, time: time + 1 });
    next.set(second, { content: files.get(first).content, time: time + 2 });
  }
  for (let at = 0; files.has(`twins/${at}-a.md`); at++) {
    const twin = files.get(`twins/${at}-a.md`);
    // Both gone and one new, one gone and two new, one moved: which is which cannot be known.
    next.delete(`twins/${at}-a.md`);
    if (at % 3 !== 2) next.delete(`twins/${at}-b.md`);
    next.set(`twins/${at}-c.md`, { ...twin, time: time + 3 });
    if (at % 3 === 1) next.set(`twins/${at}-d.md`, { ...twin, time: time + 4 });
  }
  for (const [path, file] of createCorpus(random, Math.ceil(files.size / 10)))
    next.set(`new/${path}`, { ...file, time: file.time + 20_000_000 });
  return next;
}

function edit(text, random) {
  const lines = text.split("\n");
  const at = random.below(lines.length + 1);
  if (random.chance(0.3)) lines.splice(at, random.between(1, 3));
  else lines.splice(at, 0, "", `## ${word(random)} ${word(random)}`, "", sentence(random), "");
  return lines.join("\n");
}

function rename(path, random) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return random.chance(0.5) ? `moved/${name}` : path.replace(/(\.[a-z]+)$/, `-renamed$1`);
}

/** The folder holds these files and nothing else, each with its own fixed time. */
export function writeCorpus(folder, files, examples) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (examples !== undefined)
    cpSync(examples, join(folder, "examples"), { recursive: true, preserveTimestamps: true });
  for (const [path, { content, time }] of files) {
    const absolute = join(folder, path);
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, content);
    utimesSync(absolute, time, time);
  }
}
