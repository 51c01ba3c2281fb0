import { expect, test } from "vitest";
import { parsePak } from "./pak.ts";
import { pakExtractor } from "./pak-extractor.ts";
import { toFiles } from "./test-files.ts";

function toPak(version: 4 | 5, resources: Readonly<Record<number, string | Buffer>>): Buffer {
  const entries = Object.entries(resources);
  const head = Buffer.alloc(version === 4 ? 9 : 12);
  head.writeUInt32LE(version, 0);
  if (version === 4) head.writeUInt32LE(entries.length, 4);
  else head.writeUInt16LE(entries.length, 8);
  const table = Buffer.alloc(6 * (entries.length + 1));
  const contents: Buffer[] = [];
  let at = head.length + table.length;
  for (const [index, [id, content]] of entries.entries()) {
    table.writeUInt16LE(Number(id), 6 * index);
    table.writeUInt32LE(at, 6 * index + 2);
    contents.push(Buffer.from(content));
    at += Buffer.byteLength(content);
  }
  table.writeUInt32LE(at, 6 * entries.length + 2);
  return Buffer.concat([head, table, ...contents]);
}

test.each([4, 5] as const)("pakExtractor joins locales of version %s over the number", (version) => {
  const files = toFiles({
    "usr/share/chromium/locales/en-US.pak": toPak(version, { 7: "Open", 8: "Close", 9: "Page" }),
    "usr/share/chromium/locales/ko.pak": toPak(version, {
      7: "열기",
      9: "<!DOCTYPE html><p>쪽",
      10: "새것",
    }),
  });
  expect(pakExtractor.extract(files, "ko")).toEqual([{ english: "Open", foreign: "열기" }]);
});

test("pakExtractor leaves out what is not text", () => {
  const files = toFiles({
    "locales/en-US.pak": toPak(5, { 1: "Icon" }),
    "locales/ko.pak": toPak(5, { 1: Buffer.from([0x1f, 0x8b, 0xff, 0xfe]) }),
  });
  expect(pakExtractor.extract(files, "ko")).toEqual([]);
});

test("parsePak() gives nothing for another version or a table out of the file", () => {
  expect(parsePak(Buffer.alloc(40))).toBeUndefined();
  const broken = toPak(5, { 1: "a" });
  broken.writeUInt16LE(60_000, 8);
  expect(parsePak(broken)).toBeUndefined();
});
