import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineReader, isInterrupt, parseRequest, parseServerFrame, toLine } from "./protocol.ts";

const REQUEST = {
  identity: "1.0.0 node v20",
  argv: ["search", "롤백"],
  env: { XDG_DATA_HOME: "/data" },
  cwd: "/",
  cwdId: "1:2",
  homeDir: "/home/a",
  stdoutIsTerminal: true,
  stderrIsTerminal: false,
};

describe("createLineReader()", () => {
  it("gives the same lines however the text is cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }).map((text) => text.replaceAll("\n", ""))),
        fc.array(fc.nat(200)),
        (lines, cuts) => {
          const text = lines.map((line) => `${line}\n`).join("");
          const read: string[] = [];
          const reader = createLineReader((line) => read.push(line));
          const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
            (a, b) => a - b,
          );
          for (const [index, place] of places.entries()) reader(text.slice(place, places[index + 1]));
          expect(read).toEqual(lines);
        },
      ),
    );
  });

  it("keeps a line back that has not ended", () => {
    const read: string[] = [];
    const reader = createLineReader((line) => read.push(line));
    reader("a\nb");
    expect(read).toEqual(["a"]);
    reader("c\n\n");
    expect(read).toEqual(["a", "bc", ""]);
  });
});

describe("toLine()", () => {
  it("is one line that is read back as it was, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const frame = { kind: "out", text } as const;
        const line = toLine(frame);
        expect(line.indexOf("\n")).toBe(line.length - 1);
        expect(parseServerFrame(line)).toEqual(frame);
      }),
    );
    expect(parseServerFrame(toLine({ kind: "err", text: "\ud83d 반쪽\n\u2028" }))).toEqual({
      kind: "err",
      text: "\ud83d 반쪽\n\u2028",
    });
  });
});

describe("parseRequest()", () => {
  it("gives back what was sent", () => {
    expect(parseRequest(toLine(REQUEST))).toEqual(REQUEST);
  });

  it.each(Object.keys(REQUEST))("refuses a request whose %s is missing or of another kind", (name) => {
    for (const value of [undefined, null, 7, {}, [7], { a: 7 }]) {
      // An empty environment is one.
      if (name === "env" && JSON.stringify(value) === "{}") continue;
      expect(parseRequest(JSON.stringify({ ...REQUEST, [name]: value }))).toBeNull();
    }
  });

  it("takes any text without throwing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect([parseRequest(line), parseServerFrame(line), isInterrupt(line)]).toEqual([null, null, false]);
      }),
    );
  });
});

describe("parseServerFrame()", () => {
  it.each([
    '{"kind":"out"}',
    '{"kind":"err","text":7}',
    '{"kind":"exit","code":"0"}',
    '{"kind":"else"}',
    "[]",
    "",
  ])("refuses %s", (line) => {
    expect(parseServerFrame(line)).toBeNull();
  });
});
