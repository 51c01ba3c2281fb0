import { KebabError, toMessage } from "../../core/errors.ts";

export const BROKEN_MODEL_HINT =
  "Run `kebab models verify`; a broken model is fetched anew by `kebab models pull`";

export function toUnloadable(path: string, cause: unknown): KebabError {
  return new KebabError("model-missing", `Cannot load ${path}: ${toMessage(cause)}`, {
    hint: BROKEN_MODEL_HINT,
    cause,
  });
}
