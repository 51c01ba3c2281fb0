import type { Extractor } from "./extractor.ts";
import { toLocalePlace } from "./locale-names.ts";
import { parsePo } from "./po.ts";

/** Sources of gettext's catalogues where a package installs them. */
export const poExtractor: Extractor = {
  name: "po",
  wants: (path, language) => path.endsWith(".po") && toLocalePlace(path, language)?.isEnglish === false,
  extract: (files) =>
    [...files].flatMap(([path, bytes]) => (path.endsWith(".po") ? parsePo(bytes.toString()) : [])),
};
