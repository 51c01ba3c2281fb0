import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** An empty folder on the real disk, deleted with everything in it at the end of its block. */
export class TemporaryFolder implements Disposable {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), "kebab-test-")));

  at(...parts: readonly string[]): string {
    return join(this.path, ...parts);
  }

  /** `modifiedMs`: long ago unless told, so that no file looks as if written a moment before it is read. */
  write(path: string, content: string | Uint8Array, modifiedMs = LONG_AGO): string {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, modifiedMs / 1000, modifiedMs / 1000);
    return file;
  }

  folder(path: string): string {
    mkdirSync(this.at(path), { recursive: true });
    return this.at(path);
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

export const LONG_AGO = Date.UTC(2024, 0, 2, 3, 4, 5);
