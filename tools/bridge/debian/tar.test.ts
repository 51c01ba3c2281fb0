import fc from "fast-check";
import { expect, test } from "vitest";

import { readTar } from "./tar.ts";

const BLOCK = 512;

function toHeader(name: string, size: number, kind: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, "utf8");
  header.write(size.toString(8).padStart(11, "0"), 124, "latin1");
  header.write(kind, 156, "latin1");
  header.write("ustar\0", 257, "latin1");
  return header;
}

function toEntry(name: string, content: Buffer | string, kind = "0"): Buffer {
  const bytes = Buffer.from(content);
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
  return Buffer.concat([toHeader(name, bytes.length, kind), bytes, padding]);
}

function toArchive(...entries: Buffer[]): Buffer {
  return Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]);
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(
  archive: Buffer,
  { chunk = archive.length, wants = (_path: string): boolean => true } = {},
): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { path, bytes } of readTar(inChunks(archive, chunk), wants)) {
    files[path] = bytes.toString();
  }
  return files;
}

test("readTar() gives the wanted files alone, without the leading point and slash", async () => {
  const archive = toArchive(
    toEntry("./usr/share/", "", "5"),
    toEntry("./usr/share/a.mo", "하나"),
    toEntry("./usr/share/b.png", "x".repeat(5000)),
    toEntry("./usr/share/c.mo", ""),
  );
  const files = await readAll(archive, { wants: (path) => path.endsWith(".mo") });
  expect(files).toEqual({ "usr/share/a.mo": "하나", "usr/share/c.mo": "" });
});

test("readTar() gives the same whatever pieces the bytes come in", async () => {
  const archive = toArchive(toEntry("one", "x".repeat(1300)), toEntry("둘", "내용"));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), async (chunk) => {
      expect(await readAll(archive, { chunk })).toEqual({ one: "x".repeat(1300), 둘: "내용" });
    }),
    { numRuns: 30 },
  );
});

test("readTar() reads the long names of GNU and of pax", async () => {
  const long = `usr/${"folder/".repeat(30)}파일.mo`;
  const record = ` path=${long}\n`;
  const length = Buffer.byteLength(record) + 3;
  const archive = toArchive(
    toEntry("././@LongLink", `${long}\0`, "L"),
    toEntry("usr/fold", "gnu"),
    toEntry("short", "plain"),
    toEntry("pax", `11 mtime=1\n${length}${record}`, "x"),
    toEntry("usr/fold", "pax"),
  );
  const contents: [string, string][] = [];
  for await (const { path, bytes } of readTar(inChunks(archive, 700), () => true)) {
    contents.push([path, bytes.toString()]);
  }
  expect(contents).toEqual([
    [long, "gnu"],
    ["short", "plain"],
    [long, "pax"],
  ]);
});

test("readTar() refuses an archive that ends within a file", async () => {
  const cut = toArchive(toEntry("one", "x".repeat(3000))).subarray(0, 2000);
  await expect(readAll(cut)).rejects.toThrow("it ends within an entry");
  await expect(readAll(cut, { wants: () => false })).rejects.toThrow("it ends within an entry");
});

test("readTar() refuses a header without a size", async () => {
  await expect(readAll(Buffer.alloc(BLOCK, "z"))).rejects.toThrow("a header gives no size");
});
