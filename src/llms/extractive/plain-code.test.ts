import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeCode, splitCode } from "./plain-code.ts";

describe("looksLikeCode()", () => {
  it.each([
    ["TypeScript", "/** 범위 */\nexport function range(a: number) {\n  return [a, a + 1];\n}"],
    ["Python", 'def fuse(\n    rankings: list[str],\n) -> str:\n    """Merge."""\n    return rankings[0]'],
    ["SQL", "CREATE TABLE shop.orders (\n    id bigint\n);\n\nCREATE INDEX by_id ON shop.orders (id);"],
    ["TOML", '[server]\ntimeout_ms = 800\nmetrics_addr = "0.0.0.0:9105"'],
    ["YAML", "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: maru-pay"],
    ["a Dockerfile", "FROM node:22-slim AS build\nWORKDIR /app\nCOPY package.json ./\nRUN npm ci"],
    ["a shell script's head", "#!/usr/bin/env bash\n#\n# 분기별 복구 훈련\n# usage: drill.sh"],
  ])("knows %s", (_, text) => {
    expect(looksLikeCode(text)).toBe(true);
  });

  it.each([
    ["Korean prose", "배포를 롤백하려면 먼저 auto-sync를 끈다.\n이어서 상태를 확인한다."],
    ["English prose", "Rebase your branch before asking for review.\nNever rebase a shared branch."],
    ["a list", "- 첫째\n- 둘째\n  - 안쪽\n- 셋째"],
    ["starred items", "* one\n* two\n* three"],
    ["headings", "# Title\n\n## Part"],
    ["text with a fenced block", "Run this:\n\n```bash\nset -e\nmake\n```"],
    ["a table", "| port | owner |\n| --- | --- |\n| 4310 | 지우 |"],
    ["nothing", ""],
  ])("does not take %s for it", (_, text) => {
    expect(looksLikeCode(text)).toBe(false);
  });
});

describe("splitCode()", () => {
  it("leaves a short passage whole, with the indentation of its first line", () => {
    expect(splitCode("\n    return a;\n}\n")).toEqual([{ text: "    return a;\n}", start: 1 }]);
  });

  it("cuts a long one between its functions, not within them", () => {
    const one = `function one() {\n${"  step();\n".repeat(30)}\n  last();\n}`;
    const text = [one, one.replace("one", "two"), one.replace("one", "six"), one.replace("one", "ten")].join(
      "\n\n",
    );
    expect(splitCode(text).map((part) => part.text.slice(0, 14))).toEqual([
      "function one()",
      "function two()",
      "function six()",
      "function ten()",
    ]);
  });

  it("gives parts that stand where they say", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a();", "\n", "  b", "\n\n", "c".repeat(300)), { maxLength: 60 }),
        (pieces) => {
          const text = pieces.join("");
          for (const part of splitCode(text)) expect(text.startsWith(part.text, part.start)).toBe(true);
        },
      ),
    );
  });
});
