const OPEN = "<think>";
const CLOSE = "</think>";

/**
 * The answer within what a model says. Models that reason put it into `<think>…</think>` before the answer where
 * their server does not take it out; it is no part of the answer. Tags and characters may lie across pieces.
 */
export class AnswerText {
  #state: "start" | "reasoning" | "answer" = "start";
  /** What cannot be told yet: the beginning of a tag, or the first half of a character. */
  #held = "";
  #hasReasoned = false;

  get hasReasoned(): boolean {
    return this.#hasReasoned;
  }

  /** What is certainly answer, perhaps nothing. */
  push(piece: string): string {
    let text = this.#held + piece;
    this.#held = "";
    while (this.#state !== "answer") {
      const rest = this.#state === "start" ? this.#leaveStart(text) : this.#leaveReasoning(text);
      if (rest === null) return "";
      text = rest;
    }
    const isCut = /[\uD800-\uDBFF]$/.test(text);
    this.#held = isCut ? text.slice(-1) : "";
    return isCut ? text.slice(0, -1) : text;
  }

  /** What was held back, now that nothing follows. */
  end(): string {
    return this.#state === "reasoning" ? "" : this.#held.toWellFormed();
  }

  /** Space before the answer says nothing, so it need not be held back. */
  #leaveStart(text: string): string | null {
    const trimmed = text.trimStart();
    if (trimmed.startsWith(OPEN)) {
      this.#state = "reasoning";
      this.#hasReasoned = true;
      return trimmed.slice(OPEN.length);
    }
    if (OPEN.startsWith(trimmed)) {
      this.#held = trimmed;
      return null;
    }
    this.#state = "answer";
    return trimmed;
  }

  #leaveReasoning(text: string): string | null {
    const at = text.indexOf(CLOSE);
    if (at === -1) {
      this.#held = text.slice(-(CLOSE.length - 1));
      return null;
    }
    this.#state = "start";
    return text.slice(at + CLOSE.length);
  }
}
