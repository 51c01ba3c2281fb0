import fc from "fast-check";
import { expect, test } from "vitest";

import { parseQm } from "./qm.ts";

const MAGIC = Buffer.from("3cb86418caef9c95cd211cbf60a1bddd", "hex");

function toField(tag: number, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(tag, 0);
  head.writeUInt32BE(content.length, 1);
  return Buffer.concat([head, content]);
}

function toMessage(source: string, ...translations: string[]): Buffer {
  return Buffer.concat([
    ...translations.map((text) => toField(3, Buffer.from(text, "utf16le").swap16())),
    toField(8, Buffer.from("a comment")),
    toField(6, Buffer.from(source)),
    toField(7, Buffer.from("MainWindow")),
    Buffer.from([1]),
  ]);
}

function toQm(...messages: Buffer[]): Buffer {
  const hashes = toField(0x42, Buffer.alloc(8));
  return Buffer.concat([MAGIC, hashes, toField(0x69, Buffer.concat(messages))]);
}

test("parseQm() gives texts with all their translations", () => {
  const bytes = toQm(toMessage("&Open", "열기(&O)"), toMessage("%n file(s)", "파일 %n개"));
  expect(parseQm(bytes)).toEqual([
    { english: "&Open", foreign: "열기(&O)" },
    { english: "%n file(s)", foreign: "파일 %n개" },
  ]);
});

test("parseQm() passes over empty translations and stripped texts", () => {
  const empty = Buffer.concat([Buffer.from([3, 255, 255, 255, 255]), toMessage("Left")]);
  const stripped = Buffer.concat([toField(3, Buffer.from("가", "utf16le").swap16()), Buffer.from([1])]);
  expect(parseQm(toQm(empty, stripped, toMessage("Save", "저장")))).toEqual([
    { english: "Save", foreign: "저장" },
  ]);
});

test("parseQm() never throws, whatever follows the magic", () => {
  expect(parseQm(Buffer.from("no catalogue"))).toEqual([]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (noise) => {
      expect(() => parseQm(Buffer.concat([MAGIC, noise]))).not.toThrow();
      expect(() => parseQm(toQm(Buffer.from(noise)))).not.toThrow();
    }),
  );
});
