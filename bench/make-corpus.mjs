// Ten thousand Markdown notes from a seed, the same on every machine; kept in bench/.work and used again.
// Usage: node bench/make-corpus.mjs [files] [folder]
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createDocument } from "./corpus/document.mjs";
import { createVocabulary } from "./corpus/vocabulary.mjs";

const FILES_PER_FOLDER = 50;
const FOLDERS_PER_AREA = 10;
/** Long past: a file as young as its index would be read again to be sure. */
const FIRST_WRITTEN = Date.UTC(2025, 0, 1) / 1000;

/** Gives { folder, files, folders, bytes, kinds }. Takes some seconds the first time. */
export function makeCorpus(files, folder) {
  const recipe = { files, generator: hashOfGenerator() };
  const manifestPath = `${folder}.json`;
  const kept = readManifest(manifestPath);
  if (kept?.generator === recipe.generator && kept.files === files && existsSync(folder))
    return { folder, ...kept };
  rmSync(folder, { recursive: true, force: true });
  rmSync(manifestPath, { force: true });
  const vocabulary = createVocabulary();
  const manifest = { ...recipe, folders: 0, bytes: 0, kinds: {} };
  for (let number = 0; number < files; number++) {
    const place = Math.floor(number / FILES_PER_FOLDER);
    const inside = join(folder, `area-${Math.floor(place / FOLDERS_PER_AREA)}`, `topic-${place}`);
    if (number % FILES_PER_FOLDER === 0) {
      mkdirSync(inside, { recursive: true });
      manifest.folders++;
    }
    const { text, title, kind } = createDocument(number, vocabulary);
    const path = join(inside, `${toFileName(title)}-${number}.md`);
    writeFileSync(path, text);
    utimesSync(path, FIRST_WRITTEN + number * 60, FIRST_WRITTEN + number * 60);
    manifest.bytes += Buffer.byteLength(text);
    manifest.kinds[kind] = (manifest.kinds[kind] ?? 0) + 1;
  }
  writeFileSync(manifestPath, JSON.stringify(manifest));
  return { folder, ...manifest };
}

function toFileName(title) {
  return title.toLowerCase().replaceAll(" ", "-");
}

function readManifest(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

/** What the files are made by: when it changes, they are made again. */
function hashOfGenerator() {
  const folder = new URL("./corpus/", import.meta.url);
  const hash = createHash("sha256").update(readFileSync(new URL(import.meta.url)));
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(new URL(name, folder)));
  return hash.digest("hex").slice(0, 16);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const files = Number(process.argv[2] ?? 10_000);
  const started = performance.now();
  const made = makeCorpus(files, resolve(process.argv[3] ?? `bench/.work/corpus/${files}`));
  console.log(JSON.stringify({ ...made, seconds: (performance.now() - started) / 1000 }));
}
