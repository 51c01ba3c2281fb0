import { expect, test } from "vitest";

import { alignBlocks } from "./align-blocks.ts";
import { toBlocks } from "./markup.ts";

function align(english: string, foreign: string): string[] {
  return alignBlocks(toBlocks(english), toBlocks(foreign)).map((pair) => `${pair.english} = ${pair.foreign}`);
}

test("alignBlocks() joins by ids where the pages have them, whatever the order", () => {
  const english = '<h1 id="a">Title</h1><p id="b">One</p><p id="c">Two</p>';
  const foreign = '<h1 id="a">제목</h1><p id="c">둘</p><p id="x">새것</p><p id="b">하나</p>';
  expect(align(english, foreign)).toEqual(["Title = 제목", "Two = 둘", "One = 하나"]);
});

test("alignBlocks() does not trust an id that occurs twice", () => {
  const english = '<p id="a">One</p><p id="a">Two</p><p id="b">Three</p>';
  const foreign = '<p id="a">하나</p><p id="b">셋</p>';
  expect(align(english, foreign)).toEqual(["Three = 셋"]);
});

test("alignBlocks() pairs sections that hold the same kinds, and leaves out the others", () => {
  const english = "<h1>T</h1><p>a</p><p>b</p><h2>U</h2><p>c</p><ul><li>d</ul><h2>V</h2><p>e</p>";
  const foreign = "<h1>ㅌ</h1><p>가나</p><h2>ㅇ</h2><p>다</p><ul><li>라</ul><h2>ㅂ</h2><dl>마</dl>";
  expect(align(english, foreign)).toEqual(["U = ㅇ", "c = 다", "d = 라"]);
});

test("alignBlocks() gives nothing where the headings differ", () => {
  expect(align("<h1>T</h1><p>a</p><h2>U</h2><p>b</p>", "<h1>ㅌ</h1><p>가</p>")).toEqual([]);
  expect(align("<h1>T</h1><p>a</p>", "<h2>ㅌ</h2><p>가</p>")).toEqual([]);
});
