import fc from "fast-check";
import { expect, test } from "vitest";

import { decodeEntities, toBlocks } from "./markup.ts";

const toTexts = (markup: string): string[] => toBlocks(markup).map(({ text }) => text);

test("toBlocks() parts paragraphs and keeps what is within a line together", () => {
  const markup = `<body><h1 id="top">파일 <b>열기</b></h1>
    <p>Press <kbd>Ctrl</kbd>+<kbd>O</kbd>,<br>then   choose.</p><ul><li>하나<li>둘</ul></body>`;
  expect(toBlocks(markup)).toEqual([
    { kind: "h1", id: "top", text: "파일 열기" },
    { kind: "p", id: undefined, text: "Press Ctrl+O, then choose." },
    { kind: "li", id: undefined, text: "하나" },
    { kind: "li", id: undefined, text: "둘" },
  ]);
});

test("toBlocks() leaves out scripts, listings and comments", () => {
  const markup = `<p>a</p><script>if (a < b) { "<p>" }</script><pre>code</pre>
    <!-- <p>hidden</p> --><programlisting>x</programlisting><p>b</p>`;
  expect(toTexts(markup)).toEqual(["a", "b"]);
});

test("toBlocks() reads Mallard and DocBook", () => {
  const markup = `<page xmlns="x" id="a"><info><desc>짧은 설명</desc>
    <credit type="author"><name>Someone</name></credit></info>
    <title>제목</title><p><gui>설정</gui>을 <key>Enter</key>로 엽니다.</p>
    <listitem><para>See <xref linkend="b"/> now.</para></listitem></page>`;
  expect(toTexts(markup)).toEqual(["짧은 설명", "제목", "설정을 Enter로 엽니다.", "See now."]);
});

test("toBlocks() takes a lone bracket for text and stops at a tag that never ends", () => {
  expect(toTexts("<p>1 < 2 and 3 <4</p>")).toEqual(["1 < 2 and 3 <4"]);
  expect(toTexts("<p>a</p><p class='")).toEqual(["a"]);
  expect(toTexts("<p>a</p><script>never closed <p>b</p>")).toEqual(["a"]);
});

test("toBlocks() keeps every letter outside tags, in order", () => {
  const words = fc.array(fc.stringMatching(/^[a-z가-힣]{1,6}$/), { minLength: 1 });
  const tags = fc.constantFrom("<p>", "</p>", "<li>", "<b>", "</div>", "<td id='x'>", "<br/>");
  fc.assert(
    fc.property(words, fc.array(tags), (texts, marks) => {
      const markup = texts.map((text, index) => text + (marks[index] ?? "<p>")).join("");
      expect(toTexts(markup).join("").replaceAll(" ", "")).toBe(texts.join(""));
    }),
  );
});

test("decodeEntities() knows names and numbers, and leaves what it does not know", () => {
  expect(decodeEntities("&lt;&#44032;&#xAC01;&amp;&konqueror;&constructor;&#0;")).toBe(
    "<가각&&konqueror;&constructor;&#0;",
  );
});
