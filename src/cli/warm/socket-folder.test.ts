import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../../test/support/temporary-folder.ts";
import {
  listSocketFolders,
  listSockets,
  prepareSocketFolder,
  readSocketOwner,
  toSocketPath,
} from "./socket-folder.ts";

describe.skipIf(process.platform === "win32")("the folder of the sockets", () => {
  it("is made for this user alone, and used again", () => {
    using folder = new TemporaryFolder();
    expect(prepareSocketFolder(folder.at("kebab"))).toBe(true);
    expect(statSync(folder.at("kebab")).mode & 0o777).toBe(0o700);
    expect(prepareSocketFolder(folder.at("kebab"))).toBe(true);
  });

  it("is refused where others may enter it, and left as it is", () => {
    using folder = new TemporaryFolder();
    folder.write("kebab/1-00.sock", "");
    for (const mode of [0o755, 0o701, 0o770, 0o777]) {
      chmodSync(folder.at("kebab"), mode);
      expect({ mode, usable: prepareSocketFolder(folder.at("kebab")) }).toEqual({ mode, usable: false });
      expect(listSockets(folder.at("kebab"))).toEqual([]);
      expect(statSync(folder.at("kebab")).mode & 0o777).toBe(mode);
    }
    chmodSync(folder.at("kebab"), 0o700);
    expect(listSockets(folder.at("kebab"))).toEqual([folder.at("kebab/1-00.sock")]);
  });

  it("is refused where it belongs to somebody else", () => {
    using folder = new TemporaryFolder();
    const isRoot = process.getuid?.() === 0;
    const foreign = isRoot ? folder.at("kebab") : "/root";
    if (isRoot) {
      folder.write("kebab/1-00.sock", "");
      chmodSync(foreign, 0o700);
      chownSync(foreign, 12_345, 12_345);
    }
    expect(prepareSocketFolder(foreign)).toBe(false);
    expect(listSockets(foreign)).toEqual([]);
  });

  it("is refused where it is a link, a file, or below nothing", () => {
    using folder = new TemporaryFolder();
    mkdirSync(folder.at("real"), { mode: 0o700 });
    symlinkSync(folder.at("real"), folder.at("link"));
    symlinkSync(folder.at("none"), folder.at("dangling"));
    folder.write("file", "");
    for (const name of ["link", "dangling", "file", "file/below", "absent/below"]) {
      expect({ name, usable: prepareSocketFolder(folder.at(name)) }).toEqual({ name, usable: false });
      expect(listSockets(folder.at(name))).toEqual([]);
    }
    expect(existsSync(folder.at("none"))).toBe(false);
  });

  it("lies in the runtime folder, or else in the temporary one under the user's number", () => {
    const name = `kebab-${process.getuid?.()}`;
    expect(listSocketFolders({ XDG_RUNTIME_DIR: "/run/user/7", TMPDIR: "/var/tmp/" })).toEqual([
      "/run/user/7/kebab",
      `/var/tmp/${name}`,
    ]);
    for (const relative of ["", "run", undefined]) {
      expect(listSocketFolders({ XDG_RUNTIME_DIR: relative, TMPDIR: relative })).toEqual([`/tmp/${name}`]);
    }
  });

  it("holds sockets that name their servers", () => {
    using folder = new TemporaryFolder();
    expect(readSocketOwner(toSocketPath(folder.path, 4321, "0a1b"))).toBe(4321);
    expect(readSocketOwner(folder.at("other.sock"))).toBeNull();
    chmodSync(folder.path, 0o700);
    folder.write("other.txt", "");
    expect(listSockets(folder.path)).toEqual([]);
  });
});
