import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Layout } from "./package-list.ts";
import { readLayout } from "./read-layout.ts";

const FILES: Readonly<Record<string, string>> = {
  "locales/en.json": '\uFEFF{"save":"Save","only":"English only"}',
  "locales/ko.json": '{"save":"저장","extra":"더"}',
  "names/ko.json": '{"Close the file":"파일 닫기"}',
  "props.properties": "title=Settings\n# comment\nlong=one \\\n  two",
  "props_ko.properties": "title=\\uc124\\uc815\nlong=하나 \\\n  둘",
  "help/en/in.html":
    '<script type="text/html" data-help-name="x"><p>Sends a message.</p><h3>Inputs</h3></script>',
  "help/ko/in.html":
    '<script type="text/html" data-help-name="x"><p>메시지를 보냅니다.</p><h3>입력</h3></script>',
  "README.md": "# Guide\n\nFirst paragraph.\n\n- one\n- two\n",
  "README.ko.md": "# 안내\n\n첫 문단.\n\n- 하나\n- 둘\n",
  "lib/typescript.js": 'var D = { a: diag(1, 1, "Not_found_1", "Not found.") };',
  "lib/ko/messages.json": '{"Not_found_1":"찾을 수 없습니다."}',
  "main.js": 'var content = [undefined, "확인", "취소"]; export default content;',
  "docs.json": JSON.stringify({
    en: { a: { body: "# Menu\n\nOpens it." } },
    ko: { a: { body: "# 메뉴\n\n엽니다." } },
  }),
};

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bridge-layout-"));
  for (const [path, text] of Object.entries({
    ...FILES,
    "english/a.js": 'localize(1, "OK"); localize(2, "Cancel")',
  })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(layout: Layout, tags = { english: "en", foreign: "ko" }): Promise<string[]> {
  const pairs = await readLayout(layout, { folder, englishFolders: [join(folder, "english")], tags });
  return pairs.map(({ english, foreign }) => `${english} = ${foreign}`);
}

describe("the layouts of packages", () => {
  it("json: pairs equal keys, whatever mark the file begins with", async () => {
    expect(await read({ format: "json", path: "locales/{tag}.json" })).toEqual(["Save = 저장"]);
  });

  it("names: the key is the English text", async () => {
    expect(await read({ format: "names", path: "names/{tag}.json" })).toEqual(["Close the file = 파일 닫기"]);
  });

  it("properties: escapes and continued lines", async () => {
    const tags = { english: "", foreign: "_ko" };
    expect(await read({ format: "properties", path: "props{tag}.properties" }, tags)).toEqual([
      "Settings = 설정",
      "one two = 하나 둘",
    ]);
  });

  it("pages: HTML that is kept in script elements", async () => {
    expect(await read({ format: "pages", path: "help/{tag}/*.html" })).toEqual([
      "Sends a message. = 메시지를 보냅니다.",
      "Inputs = 입력",
    ]);
  });

  it("pages: Markdown", async () => {
    const tags = { english: "", foreign: ".ko" };
    expect(await read({ format: "pages", path: "README{tag}.md" }, tags)).toEqual([
      "Guide = 안내",
      "First paragraph. = 첫 문단.",
      "one = 하나",
      "two = 둘",
    ]);
  });

  it("typescript: English from the compiler's own table", async () => {
    expect(await read({ format: "typescript", path: "lib/{tag}/messages.json" })).toEqual([
      "Not found. = 찾을 수 없습니다.",
    ]);
  });

  it("vscode: English from the code of other packages", async () => {
    expect(await read({ format: "vscode", path: "main.js" })).toEqual(["OK = 확인", "Cancel = 취소"]);
  });

  it("pages inside JSON, below a root", async () => {
    expect(await read({ format: "json", path: "docs.json", root: "{tag}", holdsPages: true })).toEqual([
      "Menu = 메뉴",
      "Opens it. = 엽니다.",
    ]);
  });

  it("fails where the list promises what is not there", async () => {
    await expect(read({ format: "json", path: "missing/{tag}.json" })).rejects.toThrow(
      /nothing matches missing/,
    );
  });
});
