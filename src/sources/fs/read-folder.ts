import {
  closeSync,
  constants,
  type Dirent,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
} from "node:fs";

/**
 * The entries of a folder that is where its path says. Since its parent was read it may have
 * become a link to the outside, whose names are nobody's business.
 */
export function readFolder(absolute: string): Dirent[] {
  const open = openFolder(absolute);
  if (open !== null) {
    try {
      if (open.place !== absolute) throw new Error(LEADS_OUTSIDE);
      return readdirSync(`/proc/self/fd/${open.descriptor}`, { withFileTypes: true });
    } finally {
      closeSync(open.descriptor);
    }
  }
  const entries = readdirSync(absolute, { withFileTypes: true });
  if (realpathSync(absolute) !== absolute) throw new Error(LEADS_OUTSIDE);
  return entries;
}

export const LEADS_OUTSIDE = "leads outside the source";

/** A path may lead elsewhere from one call to the next, an open folder cannot. Null where the system has no /proc. */
function openFolder(absolute: string): { descriptor: number; place: string } | null {
  if (process.platform !== "linux") return null;
  const descriptor = openSync(absolute, constants.O_RDONLY | constants.O_DIRECTORY);
  const place = toPlace(descriptor);
  if (place !== null) return { descriptor, place };
  closeSync(descriptor);
  return null;
}

/** Where an open file or folder lies, as the kernel knows it; null on systems that do not tell. */
export function toPlace(descriptor: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return null;
  }
}
