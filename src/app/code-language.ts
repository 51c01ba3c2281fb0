export { parseCodeLanguage } from "../parsers/code/languages.ts";
