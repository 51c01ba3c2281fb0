/** The public library. Nothing inside imports this file. */
export { Kebab } from "./app/kebab.ts";
export { KebabError, type KebabErrorCode } from "./core/errors.ts";
