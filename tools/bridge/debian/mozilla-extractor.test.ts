import { expect, test } from "vitest";

import { mozillaExtractor } from "./mozilla-extractor.ts";
import { toFiles, toZip } from "./test-files.ts";

test("mozillaExtractor joins a language pack with the program's own archives", () => {
  const files = toFiles({
    "usr/lib/firefox/browser/omni.ja": toZip({
      "chrome/en-US/locale/browser/menu.properties": "open=Open",
      "localization/en-US/browser/tabs.ftl": "new-tab =\n    .label = New Tab",
    }),
    "usr/lib/firefox/omni.ja": toZip({ "localization/en-US/toolkit/about.ftl": "about = About" }),
    "usr/lib/firefox/browser/extensions/langpack-ko@firefox.mozilla.org.xpi": toZip({
      "browser/chrome/ko/locale/browser/menu.properties": "open=열기",
      "browser/localization/ko/browser/tabs.ftl": "new-tab =\n    .label = 새 탭",
      "localization/ko/toolkit/about.ftl": "about = 정보\nnew = 새것",
    }),
  });
  expect(mozillaExtractor.extract(files, "ko")).toEqual([
    { english: "Open", foreign: "열기" },
    { english: "New Tab", foreign: "새 탭" },
    { english: "About", foreign: "정보" },
  ]);
});
