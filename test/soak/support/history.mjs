/** Every text that each file ever had, and which of them the index is known to hold: what an answer may show. */
export class History {
  /** Path to its versions in order; null is a file that is gone. @readonly */
  #versions = new Map();
  /** Path to the number of the version that was confirmed last. @readonly */
  #confirmed = new Map();
  /** @readonly */
  #notes = [];

  write(path, text) {
    const versions = this.#versions.get(path) ?? [];
    versions.push(text);
    this.#versions.set(path, versions);
  }

  remove(path) {
    this.write(path, null);
  }

  /** The index holds the last version: whoever asks from now on may see no earlier one. */
  confirm(path) {
    this.#confirmed.set(path, this.#versions.get(path).length - 1);
  }

  addNote(text) {
    this.#notes.push(text);
  }

  hasNote(text) {
    return this.#notes.some((note) => note.includes(text));
  }

  get notes() {
    return this.#notes.length;
  }

  /** The text now; null when it is gone, undefined when it never was. */
  latest(path) {
    return this.#versions.get(path)?.at(-1);
  }

  /** To be taken before a question is asked. */
  mark() {
    return new Map(this.#confirmed);
  }

  /** What an answer to a question asked at that mark may show of a file: the version known then, and all since. */
  since(mark, path) {
    return (this.#versions.get(path) ?? []).slice(mark.get(path) ?? 0);
  }

  /** The files there are now, with their texts. */
  files() {
    return [...this.#versions]
      .map(([path, versions]) => [path, versions.at(-1)])
      .filter(([, text]) => text !== null);
  }

  get writes() {
    return [...this.#versions.values()].reduce((sum, versions) => sum + versions.length, 0);
  }
}
