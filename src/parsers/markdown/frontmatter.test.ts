import { describe, expect, it } from "vitest";
import { type DocumentMetadata, NO_METADATA } from "../../core/document.ts";
import { parseFrontmatter } from "./frontmatter.ts";

const yaml = async (header: string): Promise<DocumentMetadata> =>
  (await parseFrontmatter(`---\n${header}\n---\n`)).metadata;
const toml = async (header: string): Promise<DocumentMetadata> =>
  (await parseFrontmatter(`+++\n${header}\n+++\n`)).metadata;
const noticesOf = async (header: string): Promise<readonly string[]> =>
  (await parseFrontmatter(`---\n${header}\n---`)).notices;

describe("parseFrontmatter()", () => {
  it("reads every key kebab knows, and keeps the others", async () => {
    const header = [
      "title: 검색 노트",
      "tags: [search, 한국어]",
      "lang: ko",
      "created: 2024-01-05",
      "updated: 2024-01-05T10:30:00+09:00",
      "source_type: note",
      "trust_level: primary",
      "aliases: [찾기, find]",
      "author: { name: Kim, since: 2020 }",
      "draft: true",
      "nothing:",
    ].join("\n");
    expect(await yaml(header)).toEqual({
      title: "검색 노트",
      tags: ["search", "한국어"],
      lang: "ko",
      createdAt: Date.UTC(2024, 0, 5),
      updatedAt: Date.UTC(2024, 0, 5, 1, 30),
      sourceType: "note",
      trustLevel: "primary",
      aliases: ["찾기", "find"],
      extra: { author: { name: "Kim", since: 2020 }, draft: true, nothing: null },
    });
  });

  it("reads the same from TOML, with its own dates", async () => {
    const header = [
      'title = "T"',
      'tags = ["a", "b"]',
      "created = 2024-01-05",
      "updated = 2024-01-05T10:30:00+09:00",
      "when = 2024-01-05",
      "[author]",
      'name = "Kim"',
    ].join("\n");
    expect(await toml(header)).toEqual({
      ...NO_METADATA,
      title: "T",
      tags: ["a", "b"],
      createdAt: Date.UTC(2024, 0, 5),
      updatedAt: Date.UTC(2024, 0, 5, 1, 30),
      extra: { when: "2024-01-05", author: { name: "Kim" } },
    });
  });

  it("reads local times of both languages as UTC", async () => {
    expect((await toml("created = 2024-01-05T10:30:00")).createdAt).toBe(Date.UTC(2024, 0, 5, 10, 30));
    expect((await yaml("created: 2024-01-05 10:30:00")).createdAt).toBe(Date.UTC(2024, 0, 5, 10, 30));
  });

  it.each([
    ["tags: [a, '#b', 2024, ' c ', '', '#', null]", ["a", "b", "2024", "c"]],
    ["tags: a, b", ["a", "b"]],
    ["tags: single", ["single"]],
    ["tags:\n  - one\n  - two/three", ["one", "two/three"]],
    ["tags:", []],
    ["tags: { a: 1 }", []],
    ["title: x", []],
  ])("reads %j as the tags %j", async (header, tags) => {
    expect((await yaml(header)).tags).toEqual(tags);
  });

  it("takes numbers for texts, and blank texts for nothing", async () => {
    expect(await yaml("title: 2024\nlang: ' '\naliases: one")).toMatchObject({
      title: "2024",
      lang: null,
      aliases: ["one"],
    });
    expect((await yaml("title: [a, b]")).title).toBeNull();
  });

  it("keeps every digit of a long number", async () => {
    expect((await yaml("id: 1234567890123456789\nsmall: 7\nratio: 0.5")).extra).toEqual({
      id: "1234567890123456789",
      small: 7,
      ratio: 0.5,
    });
    expect((await toml("id = 1234567890123456789")).extra).toEqual({ id: "1234567890123456789" });
  });

  it("says which value it cannot use", async () => {
    expect(await noticesOf("trust_level: high")).toEqual([
      'frontmatter: trust_level "high" is none of generated, secondary, primary',
    ]);
    expect(await noticesOf("created: yesterday\nupdated: 2024-02-30")).toEqual([
      "frontmatter: created is not a date",
      "frontmatter: updated is not a date",
    ]);
    expect(await noticesOf("created:\nupdated: 2024-02-29")).toEqual([]);
  });

  it("ends behind the closing fence, and at 0 where there is no header", async () => {
    expect((await parseFrontmatter("---\na: 1\n---\nbody")).bodyStart).toBe(13);
    expect((await parseFrontmatter("---\na: 1\n---")).bodyStart).toBe(12);
    expect((await parseFrontmatter("---\n---\nbody\n---\n")).bodyStart).toBe(8);
    for (const text of [
      "",
      "body",
      "----\na: 1\n---\n",
      "---\na: 1\n",
      " ---\na: 1\n---\n",
      "---\n- list\n---\n",
      "---\ntext\n---\n",
    ]) {
      expect(await parseFrontmatter(text)).toEqual({
        metadata: NO_METADATA,
        bodyStart: 0,
        isBroken: false,
        notices: [],
      });
    }
  });

  it("does not look for a closing fence through a whole book", async () => {
    const text = `---\na: 1\n${"x: y\n".repeat(20_000)}---\nbody`;
    expect((await parseFrontmatter(text)).bodyStart).toBe(0);
  });

  it("refuses a header that blows itself up", async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `l${level + 1}: &l${level + 1} [${`*l${level}, `.repeat(9)}]`,
    );
    const parsed = await parseFrontmatter(`---\nl0: &l0 x\n${levels.join("\n")}\n---\nbody`);
    expect(parsed).toMatchObject({ isBroken: true, metadata: NO_METADATA });
  });

  it("keeps a key that is called like a part of every object", async () => {
    const metadata = await yaml("__proto__: { tags: [x] }\nconstructor: y\ntitle: t");
    expect(metadata.tags).toEqual([]);
    expect(metadata.extra["constructor"]).toBe("y");
    expect(Object.getPrototypeOf(metadata.extra)).toBe(Object.prototype);
  });
});
