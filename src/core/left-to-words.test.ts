import { expect, it } from "vitest";
import { isLeftToWords } from "./left-to-words.ts";

const bridged = { bridgedLanguage: (text: string) => (/[가-힣]/.test(text) ? "ko" : null) };

it("leaves to words what both sides say in a bridged language, and nothing else", () => {
  expect(isLeftToWords("배포 롤백", "롤백 절차", bridged)).toBe(true);
  expect(isLeftToWords("배포 롤백", "roll back a deployment", bridged)).toBe(false);
  expect(isLeftToWords("roll back", "롤백 절차", bridged)).toBe(false);
  expect(isLeftToWords("roll back", "roll back a deployment", bridged)).toBe(false);
  expect(isLeftToWords("배포 롤백", "롤백 절차", {})).toBe(false);
});
