import { expect, test } from "vitest";

import { KOREAN_FORMS } from "./korean-forms.ts";

test("every Korean form is one character that leads to another", () => {
  expect(KOREAN_FORMS.get("說")).toBe("説");
  for (const [korean, japanese] of KOREAN_FORMS) {
    expect(`${korean}${japanese}`).toMatch(/^[\u4e00-\u9fff]{2}$/);
    expect(KOREAN_FORMS.has(japanese)).toBe(false);
  }
});

test("no Korean form is lost in NFKC, which the words go through before", () => {
  const forms = [...KOREAN_FORMS.keys()];
  expect(forms.map((form) => form.normalize("NFKC"))).toEqual(forms);
});
