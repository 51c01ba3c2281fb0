import { expect, test } from "vitest";

import { createLineJoiner } from "./wrapped-words.ts";

test("createLineJoiner() puts a Korean word together that was wrapped in its middle", () => {
  const join = createLineJoiner("이 고대 전쟁 게임은 좋은 게임 이다\n", "ko");
  expect(join("고대 전", "쟁 게임")).toBe("고대 전쟁 게임");
  expect(join("아주 좋은", "게임 하나")).toBe("아주 좋은 게임 하나");
});

test("createLineJoiner() keeps the space around Latin words and marks", () => {
  const join = createLineJoiner("", "ko");
  expect(join("이것은 (RTS)", "게임입니다")).toBe("이것은 (RTS) 게임입니다");
  expect(join("다루고,", "있습니다")).toBe("다루고, 있습니다");
});

test("createLineJoiner() puts Japanese together without spaces, Latin words with one", () => {
  const join = createLineJoiner("", "ja");
  expect(join("これは古代の戦", "争です")).toBe("これは古代の戦争です");
  expect(join("the open", "source 版")).toBe("the open source 版");
});
