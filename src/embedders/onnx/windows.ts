import { findCut } from "../text-parts.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** A tokenizer's work grows faster than the text; a megabyte is given to it in slices of this many characters. */
const SLICE_CHARACTERS = 20_000;

/** Cuts texts into what the model reads at once. Nothing is dropped. */
export class WindowMaker {
  readonly #tokenizer: Tokenizer;
  readonly #maxTokens: number;

  constructor(tokenizer: Tokenizer, maxTokens: number) {
    this.#tokenizer = tokenizer;
    this.#maxTokens = maxTokens;
  }

  /** Ids with their special tokens, one window after the other. */
  async *cut(prefix: string, text: string): AsyncGenerator<readonly number[]> {
    if (prefix.length + text.length <= SLICE_CHARACTERS) {
      const whole = await this.#tokenizer.encode(prefix + text);
      if (whole.length <= this.#room(0)) {
        yield this.#wrap([], whole);
        return;
      }
    }
    // Each window is a passage of its own and opens with the prefix. Its last blank belongs to the text's first token.
    const prefixIds = await this.#tokenizer.encode(prefix.trimEnd());
    const room = Math.max(1, this.#room(prefixIds.length));
    let isEmpty = true;
    for (let at = 0; at < text.length; ) {
      const end = findCut(text, at, SLICE_CHARACTERS);
      const ids = await this.#tokenizer.encode(text.slice(at, end));
      for (let start = 0; start < ids.length; start += room) {
        isEmpty = false;
        yield this.#wrap(prefixIds, ids.slice(start, start + room));
      }
      at = end;
    }
    // A megabyte of blanks has no tokens, and a vector all the same.
    if (isEmpty) yield this.#wrap(prefixIds, []);
  }

  /** Special tokens do not count when windows are weighed against each other. */
  weightOf(window: readonly number[]): number {
    const { opening, closing } = this.#tokenizer;
    return Math.max(1, window.length - opening.length - closing.length);
  }

  #room(prefixLength: number): number {
    const { opening, closing } = this.#tokenizer;
    return this.#maxTokens - opening.length - closing.length - prefixLength;
  }

  #wrap(prefixIds: readonly number[], ids: readonly number[]): readonly number[] {
    const { opening, closing } = this.#tokenizer;
    return [...opening, ...prefixIds, ...ids, ...closing];
  }
}
