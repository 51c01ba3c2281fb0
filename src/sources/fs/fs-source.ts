import { constants } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import picomatch from "picomatch";
import { KebabError, toMessage } from "../../core/errors.ts";
import type { Source, SourceSettings } from "../../ports/source.ts";
import { walk } from "./walk.ts";

export interface FsSourceOptions {
  readonly root: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly maxFileBytes: number;
  readonly followGitignore: boolean;
}

/** A folder of files (or one file, as a source of its own). */
export function createFsSource(settings: SourceSettings, options: FsSourceOptions): Source {
  return {
    settings,
    scan: async ({ below, signal }) => {
      const root = await resolveRoot(options.root);
      const included = options.include.length === 0 ? null : picomatch([...options.include], { dot: true });
      const excluded = options.exclude.length === 0 ? null : picomatch([...options.exclude], { dot: true });
      return walk({
        root,
        repo: await enclosingRepository(root),
        below: below ?? "",
        maxFileBytes: options.maxFileBytes,
        ruleFiles: options.followGitignore ? [".gitignore", ".kebabignore"] : [".kebabignore"],
        accepts: (path) => (included === null || included(path)) && !excluded?.(path),
        ...(signal === undefined ? {} : { signal }),
      });
    },
    read: (path) => readInside(options, path),
  };
}

async function resolveRoot(root: string): Promise<string> {
  try {
    return await realpath(root);
  } catch (error) {
    throw new KebabError("source-unreadable", `Cannot read the source folder ${root}: ${toMessage(error)}`, {
      hint: "Check the path (is the disk mounted?); its documents stay in the index until the folder is back",
      cause: error,
    });
  }
}

async function enclosingRepository(root: string): Promise<string | null> {
  for (let folder = root; ; folder = dirname(folder)) {
    const found = await lstat(join(folder, ".git")).catch(() => null);
    if (found !== null) return basename(folder);
    if (dirname(folder) === folder) return null;
  }
}

/** Looks once more where the path leads: since the walk a folder may have become a link to the outside. */
async function readInside(
  options: FsSourceOptions,
  path: string,
): Promise<{ bytes: Uint8Array } | { unreadable: string }> {
  try {
    const root = await realpath(options.root);
    const folder = await realpath(dirname(join(root, path)));
    if (folder !== root && !folder.startsWith(root + sep)) return { unreadable: "leads outside the source" };
    await using file = await open(join(folder, basename(path)), constants.O_RDONLY | constants.O_NOFOLLOW);
    const { size } = await file.stat();
    if (size > options.maxFileBytes) return { unreadable: `larger than ${options.maxFileBytes} bytes` };
    return { bytes: await file.readFile() };
  } catch (error) {
    return { unreadable: toMessage(error) };
  }
}
