import { expect, test } from "vitest";

import { toZip } from "./test-files.ts";
import { readZip } from "./zip.ts";

test("readZip() reads stored and deflated files, the wanted alone", () => {
  const zip = toZip({ "a.ftl": "하나", "b.png": "x", "ko/c.ftl": "둘".repeat(100) });
  const files = readZip(zip, (path) => path.endsWith(".ftl"));
  expect([...files].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
    ["a.ftl", "하나"],
    ["ko/c.ftl", "둘".repeat(100)],
  ]);
});

test("readZip() refuses what is no archive and a broken directory", () => {
  expect(() => readZip(Buffer.from("no archive"), () => true)).toThrow("no end record");
  const zip = toZip({ a: "b" });
  zip.writeUInt32LE(3, zip.length - 6);
  expect(() => readZip(zip, () => true)).toThrow("its directory is broken");
});
