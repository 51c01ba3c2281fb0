import { describe, expect, it } from "vitest";

import { chooseSoundWords } from "./choose-words.ts";
import { KNOWN_WORDS } from "./known-words.ts";

const LISTED = {
  file: "F AY1 L",
  files: "F AY1 L Z",
  the: "DH AH0",
  container: "K AH0 N T EY1 N ER0",
  access: "",
};

function choose(texts: readonly string[], limit = 10): string[] {
  return chooseSoundWords(texts, LISTED, { limit, unknownAtLeast: 3 }).filter(
    (word) => !KNOWN_WORDS.has(word),
  );
}

describe("the choice of words to spell by sound", () => {
  it("takes the commonest first and breaks ties by the alphabet", () => {
    expect(choose(["The file, a Container", "file"])).toEqual(["file", "container"]);
    expect(choose(["container file"])).toEqual(["container", "file"]);
    expect(choose(["container file file"], 1)).toEqual(["file"]);
  });

  it("leaves out inflected forms and words of grammar", () => {
    expect(choose(["the files of the file"])).toEqual(["file"]);
  });

  it("takes a word that is not listed only when it is met often", () => {
    expect(choose(["wesnoth wesnoth"])).toEqual([]);
    expect(choose(["wesnoth wesnoth wesnoth"])).toEqual(["wesnoth"]);
  });

  it("does not take parts of identifiers and placeholders", () => {
    expect(choose(["%file $file file_name \\file 한file"])).toEqual([]);
  });

  it("always ends with the words known by heart", () => {
    expect(chooseSoundWords([], {}, { limit: 0, unknownAtLeast: 1 })).toEqual([...KNOWN_WORDS.keys()]);
  });
});
