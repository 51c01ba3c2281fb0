import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from "node:fs";
import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import picomatch from "picomatch";
import { KebabError, toMessage } from "../../core/errors.ts";
import type { Source, SourceSettings } from "../../ports/source.ts";
import { LEADS_OUTSIDE, toPlace } from "./read-folder.ts";
import { walk } from "./walk.ts";

export interface FsSourceOptions {
  readonly root: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxFileBytes: number;
  readonly followGitignore: boolean;
}

/** A folder of files. */
export function createFsSource(settings: SourceSettings, options: FsSourceOptions): Source {
  return {
    settings,
    scan: async ({ below, signal }) => {
      const root = await resolveRoot(options.root);
      const isIncluded = options.include.length === 0 ? () => true : toMatcher(options.include);
      const isExcluded = toMatcher(options.exclude);
      return walk({
        root,
        repo: await enclosingRepository(root),
        below: below ?? "",
        maxFileBytes: options.maxFileBytes,
        ruleFiles: options.followGitignore ? [".gitignore", ".kebabignore"] : [".kebabignore"],
        accepts: (path) => isIncluded(path) && !isExcluded(path),
        ...(signal === undefined ? {} : { signal }),
      });
    },
    read: (path) => readInside(options, path),
  };
}

/** Composed and decomposed Hangul are the same name; with the flag `**` also crosses a line break. */
function toMatcher(globs: readonly string[]): (path: string) => boolean {
  const matches = picomatch(
    globs.map((glob) => glob.normalize("NFC")),
    { dot: true, flags: "s" },
  );
  return (path) => matches(path.normalize("NFC"));
}

async function resolveRoot(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (error) {
    throw unreadableFolder(root, error);
  }
}

function unreadableFolder(root: string, cause: unknown): KebabError {
  return new KebabError("source-unreadable", `Cannot read the source folder ${root}: ${toMessage(cause)}`, {
    hint: "Check the path (is the disk mounted?); its documents stay in the index until the folder is back",
    cause,
  });
}

async function enclosingRepository(root: string): Promise<string | null> {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = await lstat(join(folder, ".git")).catch(() => null);
    if (found !== null) return basename(folder);
    if (dirname(folder) === folder) return null;
  }
}

/** Neither follows a link nor waits: opening a pipe would last until somebody writes to it. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Looks once more where the path leads: since the walk a folder may have become a link to the
 * outside. Synchronous on purpose: it runs in a thread of its own, and six promises a file take
 * ten times as long as the calls themselves.
 */
async function readInside(
  options: FsSourceOptions,
  path: string,
): Promise<{ bytes: Uint8Array } | { unreadable: string }> {
  let descriptor: number | null = null;
  try {
    const root = realpathSync.native(options.root);
    const folder = realpathSync.native(dirname(join(root, path)));
    const inside = root.endsWith(sep) ? root : root + sep;
    if (folder !== root && !folder.startsWith(inside)) return { unreadable: LEADS_OUTSIDE };
    const place = join(folder, basename(path));
    descriptor = openSync(place, OPEN_FLAGS);
    const found = fstatSync(descriptor);
    if (!isStillAt(place, descriptor, found)) return { unreadable: LEADS_OUTSIDE };
    if (!found.isFile()) return { unreadable: "not a regular file" };
    if (found.size > options.maxFileBytes) return { unreadable: `larger than ${options.maxFileBytes} bytes` };
    return { bytes: readFileSync(descriptor) };
  } catch (error) {
    return { unreadable: toMessage(error) };
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Between the look and the opening a folder may have become a link, too: what was opened is what counts. */
function isStillAt(place: string, descriptor: number, opened: Stats): boolean {
  const told = toPlace(descriptor);
  if (told !== null) return told === place;
  if (realpathSync.native(dirname(place)) !== dirname(place)) return false;
  const there = lstatSync(place);
  return there.dev === opened.dev && there.ino === opened.ino;
}
