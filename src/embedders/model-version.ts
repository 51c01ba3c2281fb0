import { createHash } from "node:crypto";

/** Eight hex digits of everything that shapes a vector. */
export function toModelVersion(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 8);
}
