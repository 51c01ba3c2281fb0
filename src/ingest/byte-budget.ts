/** Lets work through while its sizes together stay under a limit, in the order asked; anything alone may pass. */
export class ByteBudget {
  readonly #limit: number;
  readonly #waiting: { readonly size: number; readonly enter: () => void }[] = [];
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(size: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ size, enter });
      this.#admit();
    });
  }

  give(size: number): void {
    this.#used -= size;
    this.#admit();
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#used > 0 && this.#used + next.size > this.#limit) return;
      this.#waiting.shift();
      this.#used += next.size;
      next.enter();
    }
  }
}
