import { describe, expect, it } from "vitest";
import { findInlineTags } from "./inline-tags.ts";

describe("findInlineTags()", () => {
  it.each([
    ["#one text #two-b, #한글 and #a/b_c.", ["one", "two-b", "한글", "a/b_c"]],
    ["#2024-plan #v2 #हिन्दी", ["2024-plan", "v2", "हिन्दी"]],
    ["line\n#next\t#third", ["next", "third"]],
    ["issue #12, C#, a#b, ##, # alone, (#no), #-, #/", []],
    ["# Heading\n## Other #tag", ["tag"]],
    ["see `#code` and ``#b ` #c`` #d", ["d"]],
    ["`one tick only #kept", ["kept"]],
    ["a stray ` here\n\nand #kept there ` again", ["kept"]],
    ["```\n#fenced\n\n#also\n```\n#after", ["after"]],
    ["~~~~\n#a\n~~~\n#b\n~~~~\n#after", ["after"]],
    ["- ```\n  #in list\n  ```\n> ```\n> #in quote\n> ```", []],
    ["~~~~~~~~\n#kept\nno end", ["kept"]],
    ["```one line``` #kept", ["kept"]],
    ["[top]: #top\n[text](#anchor)", []],
    ["https://x.y/#frag &#35; #fff", ["fff"]],
    ["no tags", []],
  ])("finds in %j the tags %j", (text, tags) => {
    expect(findInlineTags(text)).toEqual(tags);
  });

  it.each(["`", "#", "```\n", "# ", "#1", "``` `` ` ", "~~~\n#"])("takes 300 kB of %j", (piece) => {
    expect(findInlineTags(`${piece.repeat(300_000 / piece.length)} #last`).length).toBeLessThanOrEqual(1);
  });
});
