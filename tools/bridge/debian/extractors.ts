import { cldrExtractor } from "./cldr-extractor.ts";
import { desktopExtractor } from "./desktop-extractor.ts";
import type { Extractor } from "./extractor.ts";
import { gettextExtractor } from "./gettext-extractor.ts";
import { keyedExtractor } from "./keyed-extractor.ts";
import { mozillaExtractor } from "./mozilla-extractor.ts";
import { pagesExtractor } from "./pages-extractor.ts";
import { pakExtractor } from "./pak-extractor.ts";
import { poExtractor } from "./po-extractor.ts";
import { qtExtractor } from "./qt-extractor.ts";
import { xmlLanguagesExtractor } from "./xml-languages-extractor.ts";

/** Everything that finds pairs in the files of a package, in the order of the pairs. */
export const EXTRACTORS: readonly Extractor[] = [
  gettextExtractor,
  poExtractor,
  qtExtractor,
  pagesExtractor,
  keyedExtractor,
  mozillaExtractor,
  pakExtractor,
  cldrExtractor,
  desktopExtractor,
  xmlLanguagesExtractor,
];
