import { spawnSync } from "node:child_process";
import { mkdirSync, statfsSync } from "node:fs";

/** A file system of its own, whose size can be changed while it is in use; null where the system gives none. */
export function openSmallDisk(folder) {
  mkdirSync(folder, { recursive: true });
  const mount = (size) =>
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "kebab-full-disk", folder]).status === 0;
  const unmount = () => spawnSync("umount", ["-l", folder]);
  if (!mount("64k")) return null;
  process.once("exit", unmount);
  unmount();
  const remount = (option) => {
    const { status, stderr } = spawnSync("mount", ["-o", `remount,${option}`, folder]);
    if (status !== 0) throw new Error(`cannot remount: ${stderr}`);
  };
  const resize = (size) => remount(`size=${size}`);
  return {
    folder,
    mount,
    unmount,
    resize,
    turnReadOnly: (isReadOnly) => remount(isReadOnly ? "ro" : "rw"),
    /** So many bytes are left; tmpfs counts in pages. */
    leave: (bytes) => {
      const { blocks, bfree, bsize } = statfsSync(folder);
      resize(String((blocks - bfree) * bsize + bytes));
    },
  };
}
