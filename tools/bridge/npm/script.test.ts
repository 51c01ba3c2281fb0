import { describe, expect, it } from "vitest";

import { parseLocalizeCalls, parseTypeScriptDiagnostics } from "./english-in-code.ts";
import { parseScriptValues } from "./script.ts";

describe("the values of a script", () => {
  it("reads objects and lists in all their spellings", () => {
    expect(
      parseScriptValues(
        "const ko = { save: '저장', \"a-b\": `여러\n줄`, 3: \"셋\", deep: { list: ['x', 'y'] } }; export default ko;",
      ),
    ).toEqual([{ save: "저장", "a-b": "여러\n줄", 3: "셋", deep: { list: ["x", "y"] } }]);
  });

  it("adds up sums of texts and leaves out what would have to be run", () => {
    const script =
      "export default { a: '하' + '나', b: `$" + "{x}`, c: () => '둘', ['d']: '셋', ...rest, e: x + '넷' }";
    expect(parseScriptValues(script)).toEqual([{ a: "하나" }]);
  });

  it("keeps the places of a list with holes", () => {
    expect(parseScriptValues("var content = [undefined, '확인', , '취소'];")).toEqual([
      [undefined, "확인", undefined, "취소"],
    ]);
  });

  it("finds objects inside calls and functions, outermost only", () => {
    expect(
      parseScriptValues("function f() { return Object.freeze({ a: { b: 'x' } }); } g([{ c: 'y' }])"),
    ).toEqual([{ a: { b: "x" } }, [{ c: "y" }]]);
  });

  it("runs nothing", () => {
    parseScriptValues("globalThis.wasRun = true; ({ a: (globalThis.wasRun = 1) })");
    expect("wasRun" in globalThis).toBe(false);
  });

  it("gives no object a new prototype", () => {
    const [value] = parseScriptValues('({ "__proto__": { polluted: "x" } })');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("says so when a script is broken", () => {
    expect(() => parseScriptValues("const = {")).toThrow();
  });

  it("survives a deeply nested script", () => {
    expect(parseScriptValues(`${"f(".repeat(2000)}{ a: 'x' }${")".repeat(2000)}`)).toEqual([{ a: "x" }]);
  });
});

describe("English texts in code", () => {
  it("are the diagnostics of TypeScript", () => {
    const texts = parseTypeScriptDiagnostics(
      'var D = { A: diag(1002, 1, "Unterminated_1002", "Unterminated string literal."), B: diag(1, 1, "no text") };',
    );
    expect([...texts.values()]).toEqual(["Unterminated string literal."]);
  });

  it("are the numbered messages of VS Code", () => {
    const texts = parseLocalizeCalls(
      'nls.localize(7, "Close"); localize2(9, "Open {0}", x); localize("key", "Old");',
    );
    expect([...texts.values()]).toEqual(["Close", "Open {0}"]);
  });
});
