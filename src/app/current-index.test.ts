import { writeFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { KebabError } from "../core/errors.ts";
import { CurrentIndex } from "./current-index.ts";
import type { OpenIndex } from "./open-index.ts";

function bench() {
  const folder = new TemporaryFolder();
  const path = folder.write("kebab.sqlite", "one");
  const closed: number[] = [];
  let opened = 0;
  const index = new CurrentIndex(path, () => {
    const number = ++opened;
    const open = { number, [Symbol.asyncDispose]: async () => void closed.push(number) };
    return open as unknown as OpenIndex;
  });
  const numberOf = (): number => (index.open() as unknown as { number: number }).number;
  return { folder, path, index, closed, numberOf };
}

describe("CurrentIndex", () => {
  it("opens a file once, however often it is written", async () => {
    const { folder, path, index, closed, numberOf } = bench();
    using _folder = folder;
    expect([numberOf(), numberOf()]).toEqual([1, 1]);
    writeFileSync(path, "longer than before");
    expect(numberOf()).toBe(1);
    await index[Symbol.asyncDispose]();
    expect(closed).toEqual([1]);
  });

  it("opens another file of the same name anew, and leaves the first one to those who read it", async () => {
    const { folder, path, index, closed, numberOf } = bench();
    using _folder = folder;
    expect(numberOf()).toBe(1);
    await rename(folder.write("other.sqlite", "two"), path);
    expect([numberOf(), numberOf()]).toEqual([2, 2]);
    expect(closed).toEqual([]);
    await index[Symbol.asyncDispose]();
    expect(closed.sort((a, b) => a - b)).toEqual([1, 2]);
  });

  it("asks again whether there is one once it is gone", async () => {
    using folder = new TemporaryFolder();
    const path = folder.write("kebab.sqlite", "one");
    let isThere = true;
    const index = new CurrentIndex(path, () => {
      if (!isThere) throw new KebabError("index-missing", "Cannot read the index: there is none");
      return { [Symbol.asyncDispose]: async () => undefined } as unknown as OpenIndex;
    });
    const first = index.open();
    await rm(path);
    isThere = false;
    expect(() => index.open()).toThrow("there is none");
    expect(() => index.open()).toThrow("there is none");
    folder.write("kebab.sqlite", "two");
    isThere = true;
    expect(index.open()).not.toBe(first);
    await index[Symbol.asyncDispose]();
  });
});
