import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deflateRawSync } from "node:zlib";

/** Puts version 1:1.0 of a package with these files into the folder; gives its path. For tests. */
export async function buildDeb(
  folder: string,
  name: string,
  files: Readonly<Record<string, string | Buffer>>,
): Promise<string> {
  const tree = join(folder, "tree", name);
  const control = `Package: ${name}\nVersion: 1:1.0\nArchitecture: all\nMaintainer: A <a@b.c>\nDescription: test\n`;
  for (const [path, content] of Object.entries({ "DEBIAN/control": control, ...files })) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await writeFile(join(tree, path), content);
  }
  const deb = join(folder, `${name}_1%3a1.0_all.deb`);
  execFileSync("dpkg-deb", ["--root-owner-group", "--build", tree, deb], { stdio: "pipe" });
  return deb;
}

/** A .mo file with these messages below a header. For tests. */
export function toMo(
  messages: readonly (readonly [id: string, translation: string | Buffer])[],
  { little = true, charset = "UTF-8" } = {},
): Buffer {
  const header = `Content-Type: text/plain; charset=${charset}\n`;
  const entries: (readonly [string, string | Buffer])[] = [["", header], ...messages];
  const count = entries.length;
  const tables = Buffer.alloc(28 + 16 * count);
  const write = (value: number, at: number): void => {
    if (little) tables.writeUInt32LE(value, at);
    else tables.writeUInt32BE(value, at);
  };
  for (const [index, value] of [0x950412de, 0, count, 28, 28 + 8 * count].entries()) {
    write(value, 4 * index);
  }
  const texts: Buffer[] = [];
  let at = tables.length;
  for (const column of [0, 1] as const) {
    for (const [index, entry] of entries.entries()) {
      const bytes = Buffer.from(entry[column]);
      write(bytes.length, 28 + 8 * (column * count + index));
      write(at, 32 + 8 * (column * count + index));
      texts.push(bytes, Buffer.alloc(1));
      at += bytes.length + 1;
    }
  }
  return Buffer.concat([tables, ...texts]);
}

/** A zip archive of these files, the second and further ones deflated. For tests. */
export function toZip(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const data = index === 0 ? content : deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(index === 0 ? 0 : 8, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(content.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, name, data);
    directory.push(entry, name);
    at += local.length + name.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Files of a package from their texts. For tests. */
export function toFiles(texts: Readonly<Record<string, string | Buffer>>): Map<string, Buffer> {
  return new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
}
