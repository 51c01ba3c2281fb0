import { existsSync, mkdirSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Calls back with every write of another process to an index: in the middle of a transaction its -wal grows,
 * in the middle of a batch the folders of LanceDB do. Gives how to stop.
 */
export function watchWrites(dataDir, onWrite) {
  mkdirSync(dataDir, { recursive: true });
  const watchers = new Map();
  const follow = (folder, isWanted) => {
    if (watchers.has(folder) || !existsSync(folder)) return;
    const watcher = watch(folder, (_, name) => {
      if (isWanted(String(name))) onWrite();
    });
    watcher.on("error", () => undefined);
    watchers.set(folder, watcher);
  };
  const look = () => {
    follow(dataDir, (name) => name.endsWith("-wal"));
    const vectors = join(dataDir, "vectors.lance");
    if (!existsSync(vectors)) return;
    for (const table of readdirSync(vectors)) {
      for (const part of ["data", "_transactions", "_versions", "_deletions"])
        follow(join(vectors, table, part), () => true);
    }
  };
  look();
  const timer = setInterval(look, 20);
  return () => {
    clearInterval(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}
