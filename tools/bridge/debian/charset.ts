import { TextDecoder } from "node:util";

/** A decoder by the name a file gives its charset; undefined if there is none such. */
export function createDecoder(charset: string): TextDecoder | undefined {
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}
