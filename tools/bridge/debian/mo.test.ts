import fc from "fast-check";
import { expect, test } from "vitest";

import { parseMo } from "./mo.ts";
import { toMo } from "./test-files.ts";

test.each([true, false])("parseMo() reads both endiannesses (little: %s)", (little) => {
  const bytes = toMo([["Open File", "파일 열기"]], { little });
  expect(parseMo(bytes)).toEqual([
    { context: undefined, id: "Open File", plural: undefined, forms: ["파일 열기"] },
  ]);
});

test("parseMo() parts context, plural and forms", () => {
  const bytes = toMo([["menu\u0004%d file\0%d files", "파일 %d개"]]);
  expect(parseMo(bytes)).toEqual([
    { context: "menu", id: "%d file", plural: "%d files", forms: ["파일 %d개"] },
  ]);
});

test("parseMo() drops the context that KDE wrote as a first line", () => {
  const bytes = toMo([["_: a verb\nOpen", "열기"]]);
  expect(parseMo(bytes)?.[0]?.id).toBe("Open");
});

test("parseMo() decodes by the charset of the header", () => {
  // "한글" in EUC-KR.
  const bytes = toMo([["Hangul", Buffer.from([0xc7, 0xd1, 0xb1, 0xdb])]], { charset: "EUC-KR" });
  expect(parseMo(bytes)?.[0]?.forms).toEqual(["한글"]);
});

test("parseMo() gives nothing for an unknown charset, another format or a table out of the file", () => {
  expect(parseMo(toMo([["a", "가"]], { charset: "klingon" }))).toBeUndefined();
  expect(parseMo(Buffer.from("not a catalogue at all"))).toBeUndefined();
  const broken = toMo([["a", "가"]]);
  broken.writeUInt32LE(0xffffff, 8);
  expect(parseMo(broken)).toBeUndefined();
});

test("parseMo() never throws, whatever the bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
      const bytes = Buffer.concat([toMo([["a", "가"]]).subarray(0, 24), noise]);
      expect(() => parseMo(bytes)).not.toThrow();
    }),
  );
});
