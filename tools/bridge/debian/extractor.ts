import type { Language } from "../pair.ts";
import type { RawPair } from "../texts/raw-pair.ts";
import type { Files } from "./package-files.ts";

/** Finds pairs in the files of one package and of those that hold its English side. */
export interface Extractor {
  readonly name: string;
  /** Whether a file is needed; decides on the path alone. */
  wants(path: string, language: Language): boolean;
  /** In the order of `files`. */
  extract(files: Files, language: Language): RawPair[];
}
