import type { Extractor } from "./extractor.ts";
import { toLocalePlace } from "./locale-names.ts";
import { parseQm } from "./qm.ts";

/** Catalogues of Qt: usr/share/lxqt/translations/lxqt-panel/lxqt-panel_ko.qm. */
export const qtExtractor: Extractor = {
  name: "qm",
  wants: (path, language) => path.endsWith(".qm") && toLocalePlace(path, language)?.isEnglish === false,
  extract: (files) => [...files].flatMap(([path, bytes]) => (path.endsWith(".qm") ? parseQm(bytes) : [])),
};
