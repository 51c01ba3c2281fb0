import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyNotes, KebabCommand, NOTES, ROOT } from "./kebab-command.ts";

const PREFIX = "kebab-embedded-notes-";
const KEPT_MS = 3_600_000;
const WAIT_MS = 240_000;

/** For the hooks that open these notes: the first one of a run makes the vectors. */
export const EMBEDDING_TIMEOUT_MS = WAIT_MS + 30_000;

/**
 * A home whose index holds examples/notes with their vectors. These are made once for a build of kebab,
 * by whoever comes first, and copied. The notes themselves are shared, and not to be changed.
 */
export async function openEmbeddedNotes(env: Readonly<Record<string, string>> = {}): Promise<KebabCommand> {
  const { data } = await prepareEmbeddedNotes();
  const kebab = new KebabCommand({ embeddings: "onnx", env });
  cpSync(data, kebab.dataDir, { recursive: true });
  return kebab;
}

/** The shared folders: to be read and copied. */
export async function prepareEmbeddedNotes(): Promise<{ notes: string; data: string }> {
  const folder = join(realpathSync(tmpdir()), PREFIX + hashOf([join(ROOT, "dist"), NOTES]));
  const places = { notes: join(folder, "notes"), data: join(folder, "data") };
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "lock");
  for (const started = performance.now(); !existsSync(places.data); ) {
    if (performance.now() - started > WAIT_MS) throw new Error(`another run holds ${lock} for too long`);
    if (!take(lock)) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      if (!existsSync(places.data)) await embedNotes(places);
    } finally {
      rmSync(lock);
    }
  }
  return places;
}

/** Aside and moved into place, so that whoever finds the data finds it whole. */
async function embedNotes({ notes, data }: { notes: string; data: string }): Promise<void> {
  forgetOld();
  const draft = `${data}.draft`;
  for (const rest of [notes, draft]) rmSync(rest, { recursive: true, force: true });
  copyNotes(notes);
  using kebab = new KebabCommand({ embeddings: "onnx" });
  const { code, stderr } = await kebab.run(["ingest", notes, "--quiet", "--data-dir", draft]);
  if (code !== 0) throw new Error(`Cannot embed the notes: ${stderr}`);
  renameSync(draft, data);
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** By a process that lives: one that was killed leaves its lock behind. */
function isHeld(lock: string): boolean {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    // Between making the file and writing the number into it.
    if (owner === 0) return true;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** What earlier builds have left. */
function forgetOld(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name);
    const isOld = Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > KEPT_MS;
    if (isOld) rmSync(folder, { recursive: true, force: true });
  }
}

function hashOf(folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    const paths = files.map((file) => join(file.parentPath, file.name)).sort();
    for (const path of paths) hash.update(path).update("\0").update(readFileSync(path));
  }
  return hash.digest("hex").slice(0, 16);
}
