import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { DOCUMENT_TYPES, TRUST_LEVELS } from "../../src/core/document.ts";
import { parseQuery } from "../../src/core/query.ts";
import type { RankedChunk, SearchFilter } from "../../src/core/search.ts";
import type { PreparedDocument } from "../../src/ports/document-store.ts";
import type { LexicalIndex } from "../../src/ports/lexical-index.ts";
import { type DocumentSpec, prepareAll } from "../support/prepare.ts";

export type OpenLexicalIndex = (documents: readonly PreparedDocument[]) => Promise<LexicalIndex>;

/** What every LexicalIndex must hold to. `open` gives one that holds these documents. */
export function lexicalIndexContract(open: OpenLexicalIndex): void {
  describe("words", () => wordTests(open));
  describe("Korean, Chinese and Japanese", () => cjkTests(open));
  describe("phrases and exclusions", () => phraseTests(open));
  describe("filters", () => filterTests(open));
  describe("order and limit", () => orderTests(open));
  describe("hostile queries", () => hostileTests(open));
  describe("frequencies", () => frequencyTests(open));
}

interface Finding {
  readonly limit?: number;
  readonly filter?: SearchFilter;
}

/** Searches with what a user typed; gives the paths of the hits, best first. */
class Finder {
  readonly #index: LexicalIndex;
  readonly #paths: ReadonlyMap<string, string>;

  constructor(index: LexicalIndex, documents: readonly PreparedDocument[]) {
    this.#index = index;
    this.#paths = new Map(documents.flatMap(({ path, chunks }) => chunks.map((chunk) => [chunk.id, path])));
  }

  ranked(query: string, { limit = 100, filter = {} }: Finding = {}): Promise<RankedChunk[]> {
    return this.#index.search(parseQuery(query), { limit, filter });
  }

  async find(query: string, finding: Finding = {}): Promise<string[]> {
    return (await this.ranked(query, finding)).map(({ chunkId }) => this.#paths.get(chunkId) ?? chunkId);
  }
}

async function openFinder(open: OpenLexicalIndex, specs: readonly DocumentSpec[]): Promise<Finder> {
  const documents = await prepareAll(specs);
  return new Finder(await open(documents), documents);
}

/** One document a text, under paths that say nothing: 1.txt, 2.txt, … */
function openTexts(open: OpenLexicalIndex, texts: readonly string[]): Promise<Finder> {
  return openFinder(
    open,
    texts.map((text, index) => ({ path: `${index + 1}.txt`, text, title: "" })),
  );
}

function wordTests(open: OpenLexicalIndex): void {
  it("finds the chunks that hold a word, and no others", async () => {
    const finder = await openTexts(open, ["the cat sleeps", "the dog barks", "a cat and a dog"]);
    expect((await finder.find("cat")).sort()).toEqual(["1.txt", "3.txt"]);
    expect(await finder.find("bird")).toEqual([]);
  });

  it("joins the words of a query by OR and ranks a chunk with both first", async () => {
    const finder = await openTexts(open, [
      "kafka runs here",
      "a lag of hours",
      "kafka has a lag",
      "x",
      "y",
      "z",
    ]);
    const found = await finder.find("kafka lag");
    expect(found[0]).toBe("3.txt");
    expect([...found].sort()).toEqual(["1.txt", "2.txt", "3.txt"]);
  });

  it("ranks a chunk that says a word often above one of the same length that says it once", async () => {
    const finder = await openTexts(open, ["lag one two three", "lag lag lag three", "x", "y", "z"]);
    expect(await finder.find("lag")).toEqual(["2.txt", "1.txt"]);
  });

  it("ranks a rare word above a common one", async () => {
    const common = Array.from({ length: 8 }, (_, index) => `server ${index}`);
    const finder = await openTexts(open, [...common, "quorum 8"]);
    expect((await finder.find("server quorum"))[0]).toBe("9.txt");
  });

  it("gives scores above 0 that fall down the list", async () => {
    const finder = await openTexts(open, [
      "lag",
      "lag and more words around it",
      "lag lag",
      "x",
      "y",
      "z",
      "u",
      "v",
    ]);
    const scores = (await finder.ranked("lag")).map(({ score }) => score);
    expect(scores).toHaveLength(3);
    expect(scores.every((score) => score > 0)).toBe(true);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it("finds other forms of a word by its stem, in both directions", async () => {
    const finder = await openTexts(open, ["the installation of updates", "how to install it", "instant"]);
    expect((await finder.find("install")).sort()).toEqual(["1.txt", "2.txt"]);
    expect((await finder.find("installations")).sort()).toEqual(["1.txt", "2.txt"]);
  });

  it("finds words without regard to case and accents", async () => {
    const finder = await openTexts(open, ["Ein Café am Fluss", "CAFE"]);
    expect((await finder.find("café")).sort()).toEqual(["1.txt", "2.txt"]);
    expect((await finder.find("Cafe")).sort()).toEqual(["1.txt", "2.txt"]);
  });

  it("finds a word that a symbol of any age is glued to", async () => {
    const finder = await openTexts(open, [
      "deploy🤖",
      "🫡deploy",
      "⏸deploy₿",
      "\u2066deploy\u2069",
      "👍🏽deploy",
      "x",
    ]);
    expect(await finder.find("deploy")).toHaveLength(5);
  });

  it("drops the stop words of a question that says something", async () => {
    const finder = await openTexts(open, ["what is the of it", "a quorum"]);
    expect(await finder.find("what is the quorum of it?")).toEqual(["2.txt"]);
  });

  it("searches for stop words when a query has nothing else", async () => {
    const finder = await openTexts(open, ["to be or not to be", "quorum"]);
    expect(await finder.find("to be")).toEqual(["1.txt"]);
  });

  it("finds an identifier by its parts, and by its whole name", async () => {
    const finder = await openTexts(open, [
      "call parseHttpHeader first",
      "set MAX_RETRY_COUNT",
      "HTTPServer starts",
    ]);
    expect(await finder.find("http header")).toEqual(["1.txt", "3.txt"]);
    expect(await finder.find("parsehttpheader")).toEqual(["1.txt"]);
    expect(await finder.find("parseHttpHeader")).toEqual(["1.txt", "3.txt"]);
    expect(await finder.find("retry")).toEqual(["2.txt"]);
    expect(await finder.find("server")).toEqual(["3.txt"]);
  });

  it("finds a chunk by its title, its headings, its aliases and its file name", async () => {
    const finder = await openFinder(open, [
      {
        path: "runbook.md",
        text: "---\ntitle: Orders\naliases: [Bestellungen]\n---\n# Failover\n\nswitch over\n",
      },
      { path: "other.md", text: "# Nothing\n\nelse\n" },
    ]);
    for (const query of ["orders", "failover", "bestellungen", "runbook"]) {
      expect([query, await finder.find(query)]).toEqual([query, ["runbook.md"]]);
    }
  });

  it("gives an empty list for a query with nothing to search for", async () => {
    const finder = await openTexts(open, ["something"]);
    for (const query of ["", "   ", "…", "-something", '-"some thing"', "🙂"]) {
      expect([query, await finder.find(query)]).toEqual([query, []]);
    }
  });

  it("finds nothing in an index without documents", async () => {
    expect(await (await openTexts(open, [])).find("anything")).toEqual([]);
  });
}

function cjkTests(open: OpenLexicalIndex): void {
  it("finds a Korean word inside a longer one and before a particle", async () => {
    const finder = await openTexts(open, ["서버를 재배포했다", "배포는 금요일에", "롤백 절차", "회의록"]);
    expect((await finder.find("배포")).sort()).toEqual(["1.txt", "2.txt"]);
    expect(await finder.find("배포 절차")).toContain("3.txt");
  });

  it("ranks a chunk with the whole Korean word above one with a part of it", async () => {
    const finder = await openTexts(open, [
      "데이터 구조",
      "데이터베이스 구조",
      "베이스 기타",
      "가",
      "나",
      "다",
    ]);
    expect((await finder.find("데이터베이스"))[0]).toBe("2.txt");
  });

  it("finds a Latin word that a particle is glued to", async () => {
    const finder = await openTexts(open, ["useMemo는 값을 기억한다", "Kubernetes에서 배포", "기타"]);
    expect(await finder.find("usememo")).toEqual(["1.txt"]);
    expect(await finder.find("memo")).toEqual(["1.txt"]);
    expect(await finder.find("kubernetes를")).toEqual(["2.txt"]);
  });

  it("finds a single syllable alone and at the start of a word, when nothing else was asked", async () => {
    const finder = await openTexts(open, ["돈 이야기", "돈을 모았다", "용기"]);
    expect((await finder.find("돈")).sort()).toEqual(["1.txt", "2.txt"]);
    expect(await finder.find("용기 돈")).toEqual(expect.arrayContaining(["1.txt", "3.txt"]));
    expect(await finder.find("용기 돈")).not.toContain("2.txt");
  });

  it("finds composed Hangul by decomposed and the other way round", async () => {
    const finder = await openTexts(open, ["배포 절차".normalize("NFD"), "배포 문서"]);
    for (const form of ["NFC", "NFD"]) {
      expect((await finder.find("배포".normalize(form))).sort()).toEqual(["1.txt", "2.txt"]);
    }
  });

  it("finds full-width Latin letters and half-width kana by their plain forms", async () => {
    const finder = await openTexts(open, ["ＫＡＦＫＡ 설정", "ﾃﾞｰﾀ", "기타"]);
    expect(await finder.find("kafka")).toEqual(["1.txt"]);
    expect(await finder.find("データ")).toEqual(["2.txt"]);
  });

  it("finds Chinese and Japanese words, which no space surrounds", async () => {
    const finder = await openTexts(open, ["我们使用数据库备份", "データベースを復元する", "无关"]);
    expect(await finder.find("数据库")).toEqual(["1.txt"]);
    expect(await finder.find("復元")).toEqual(["2.txt"]);
  });

  it("finds a chunk by a Korean title and heading", async () => {
    const finder = await openFinder(open, [
      { path: "1.md", text: "---\ntitle: 장애 대응\n---\n## 연락처\n\n전화\n" },
      { path: "2.md", text: "# 기타\n\n글\n" },
    ]);
    expect(await finder.find("장애")).toEqual(["1.md"]);
    expect(await finder.find("연락처")).toEqual(["1.md"]);
  });
}

/** [phrase, text, whether the phrase occurs in it] */
const PHRASES: readonly [phrase: string, text: string, occurs: boolean][] = [
  ["rolling update", "a rolling update of pods", true],
  ["rolling update", "the updates are rolling", false],
  ["rolling update", "a Rolling  UPDATE", true],
  ["rolling update", "a rolling, update", true],
  ["rolling update", "rolling updates", true],
  ["rolling update", "rolling 배포 update", false],
  ["rolling update", "배포할 때 rolling updates 사용", true],
  ["http header", "parseHttpHeader", true],
  ["http header", "parseHttpHeader는 한국어", true],
  ["배포 롤백", "배포 롤백 절차", true],
  ["배포 롤백", "배포  롤백", true],
  ["배포 롤백", "**배포** 롤백", true],
  ["배포 롤백", "재배포 롤백하기", true],
  ["배포 롤백", "배포 git 롤백", false],
  ["배포 롤백", "배포롤백", false],
  ["배포 롤백", "롤백 배포", false],
  ["배포롤백", "배포롤백", true],
  ["배포롤백", "배포 포롤 롤백", false],
  ["배포장", "배포 포장", false],
  ["git 롤백", "git 롤백을 한다", true],
  ["git 롤백", "git은 롤백을 한다", false],
  ["git 롤백", "롤백 git", false],
  ["git 롤백", "digit 롤백, git", false],
  ["롤백 git revert", "롤백 git revert 순서", true],
  ["롤백 git revert", "롤백 git 으로 revert", false],
  ["서버 수", "서버 수가 늘었다", true],
  ["서버 수", "서버 점수", false],
  ["수 서버", "점수 서버", true],
  ["수 git", "점수 git", true],
  ["돈", "돈을", true],
  ["数据库备份", "使用数据库备份", true],
  ["数据库备份", "数据库的备份", false],
];

function phraseTests(open: OpenLexicalIndex): void {
  // The other documents hold every word, so that no rank is decided by a word that all or none have.
  const others = ["unrelated", "기타", "nothing"];

  it.each(PHRASES)('"%s" in "%s": %s', async (phrase, text, occurs) => {
    const finder = await openTexts(open, [text, ...others]);
    expect(await finder.find(`"${phrase}"`)).toEqual(occurs ? ["1.txt"] : []);
  });

  it.each(PHRASES)('unrelated -"%s" in "unrelated: %s" is left out: %s', async (phrase, text, occurs) => {
    const finder = await openTexts(open, [`unrelated: ${text}`, ...others]);
    expect((await finder.find(`unrelated -"${phrase}"`)).sort()).toEqual(
      occurs ? ["2.txt"] : ["1.txt", "2.txt"],
    );
  });

  it("finds a Korean phrase that stands in the title or a heading alone", async () => {
    const finder = await openFinder(open, [
      { path: "1.md", text: "---\ntitle: 장애 대응 절차\naliases: [긴급 연락]\n---\n본문\n" },
      { path: "2.md", text: "---\ntitle: 장애\n---\n## 대응\n\n본문\n" },
    ]);
    expect(await finder.find('"장애 대응"')).toEqual(["1.md"]);
    expect(await finder.find('"긴급 연락"')).toEqual(["1.md"]);
  });

  it("asks for every phrase, and ranks by the words beside them", async () => {
    const finder = await openTexts(open, [
      "blue green deploy, rolling update, kafka",
      "blue green deploy, rolling update, other",
      "blue green deploy, kafka kafka kafka",
      "rolling update, kafka",
      ...others,
    ]);
    expect(await finder.find('"blue green" "rolling update" kafka')).toEqual(["1.txt", "2.txt"]);
  });

  it("leaves out chunks with an excluded word, whatever its form", async () => {
    const finder = await openTexts(open, ["install with docker", "install by hand", "installing dockers"]);
    expect(await finder.find("install -docker")).toEqual(["2.txt"]);
  });

  it("leaves out chunks with an excluded Korean word", async () => {
    const finder = await openTexts(open, ["배포 자동화", "배포 수동"]);
    expect(await finder.find("배포 -자동화")).toEqual(["2.txt"]);
  });

  it("takes a dash inside a word for no exclusion", async () => {
    const finder = await openTexts(open, ["a well-known port", "others"]);
    expect(await finder.find("well-known")).toEqual(["1.txt"]);
  });

  it("answers a query of many phrases and exclusions", async () => {
    const finder = await openTexts(open, ["배포 롤백 alpha beta", "x"]);
    const many = Array.from({ length: 150 }, (_, index) => `-"없는 말${index} here" -"absent ${index}"`).join(
      " ",
    );
    expect(await finder.find(`"배포 롤백" "alpha beta" ${many}`)).toEqual(["1.txt"]);
  });
}

const FILTERED: readonly DocumentSpec[] = [
  {
    path: "ops/deploy.md",
    text: "deploy one",
    tags: ["ops", "howto"],
    type: "markdown",
    lang: "en",
    repo: "infra",
    sourceId: "work",
    trustLevel: "primary",
    updatedAt: 1000,
  },
  {
    path: "ops/2024/deploy.md",
    text: "deploy two",
    tags: ["ops"],
    type: "note",
    lang: "ko",
    sourceId: "work",
    trustLevel: "secondary",
    updatedAt: 2000,
  },
  {
    path: "src/deploy.ts",
    text: "const deploy = 3",
    tags: [],
    type: "code",
    lang: "en",
    codeLang: "typescript",
    repo: "app",
    sourceId: "code",
    trustLevel: "generated",
    updatedAt: 3000,
  },
];

function filterTests(open: OpenLexicalIndex): void {
  let finder: Finder;
  let ids: readonly string[];
  beforeAll(async () => {
    const documents = await prepareAll(FILTERED);
    ids = documents.map(({ id }) => id);
    finder = new Finder(await open(documents), documents);
  });

  const [FIRST, SECOND, THIRD] = FILTERED.map(({ path }) => path) as [string, string, string];

  it.each<[name: string, filter: SearchFilter, passing: readonly string[]]>([
    ["nothing", {}, [FIRST, SECOND, THIRD]],
    ["all of one tag", { tagsAll: ["ops"] }, [FIRST, SECOND]],
    ["all of two tags", { tagsAll: ["ops", "howto"] }, [FIRST]],
    ["the same tag twice", { tagsAll: ["howto", "howto"] }, [FIRST]],
    ["a tag that only looks alike", { tagsAll: ["OPS"] }, []],
    ["no tag at all", { tagsAll: [] }, [FIRST, SECOND, THIRD]],
    ["any of two tags", { tagsAny: ["howto", "absent"] }, [FIRST]],
    ["any of no tags", { tagsAny: [] }, []],
    ["one type", { types: ["code"] }, [THIRD]],
    ["two types", { types: ["note", "markdown"] }, [FIRST, SECOND]],
    ["a source", { sources: ["work"] }, [FIRST, SECOND]],
    ["a language", { langs: ["ko"] }, [SECOND]],
    ["a programming language", { codeLangs: ["typescript", "rust"] }, [THIRD]],
    ["a repository", { repos: ["infra"] }, [FIRST]],
    ["a path", { path: "ops/deploy.md" }, [FIRST]],
    ["a glob within one folder", { path: "ops/*" }, [FIRST]],
    ["a glob over folders", { path: "ops/**" }, [FIRST, SECOND]],
    ["a glob over everything", { path: "**/*.{md,ts}" }, [FIRST, SECOND, THIRD]],
    ["a time", { after: 2000 }, [SECOND, THIRD]],
    ["an end", { before: 2000 }, [FIRST, SECOND]],
    ["a moment", { after: 2000, before: 2000 }, [SECOND]],
    ["a time with its end before its start", { after: 3000, before: 1000 }, []],
    ["a level of trust", { trustMin: "secondary" }, [FIRST, SECOND]],
    ["the highest trust", { trustMin: "primary" }, [FIRST]],
    ["the lowest trust", { trustMin: "generated" }, [FIRST, SECOND, THIRD]],
    ["several at once", { tagsAll: ["ops"], langs: ["ko"], path: "ops/**", after: 1500 }, [SECOND]],
    ["several that contradict", { types: ["code"], sources: ["work"] }, []],
    ["an absent part", { types: undefined } as unknown as SearchFilter, [FIRST, SECOND, THIRD]],
  ])("by %s", async (_, filter, passing) => {
    expect((await finder.find("deploy", { filter })).sort()).toEqual([...passing].sort());
  });

  it("by document ids", async () => {
    const filter = { documents: [ids[2] ?? "", "0".repeat(32)] };
    expect(await finder.find("deploy", { filter })).toEqual([THIRD]);
  });

  it("by a glob, where the file name is decomposed Hangul or holds a line break", async () => {
    const strange = await openFinder(open, [
      { path: "노트/회의.txt".normalize("NFD"), text: "deploy" },
      { path: "odd\nname/a.txt", text: "deploy" },
    ]);
    expect(await strange.find("deploy", { filter: { path: "노트/*" } })).toHaveLength(1);
    expect(await strange.find("deploy", { filter: { path: "**/*.txt" } })).toHaveLength(2);
  });

  it("refuses a glob that is none, and says so", async () => {
    await expect(finder.find("deploy", { filter: { path: "" } })).rejects.toMatchObject({ code: "usage" });
  });

  it("gives what ranking everything and then filtering gives", async () => {
    const crowd = await openFinder(open, makeCrowd());
    await fc.assert(
      fc.asyncProperty(
        queryOf(CROWD_WORDS),
        filterOf(),
        fc.integer({ min: 1, max: 12 }),
        async (query, filter, limit) => {
          const passing = new Set(await crowd.find("everywhere", { filter }));
          const everything = await crowd.find(query);
          const expected = everything.filter((path) => passing.has(path)).slice(0, limit);
          expect(await crowd.find(query, { filter, limit })).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("gives the same scores with a filter as without", async () => {
    const all = await finder.ranked("deploy one");
    const some = await finder.ranked("deploy one", { filter: { types: ["markdown"] } });
    expect(some).toEqual(all.filter(({ chunkId }) => chunkId === some[0]?.chunkId));
  });
}

const CROWD_WORDS = [
  "kafka",
  "lag",
  "deploy",
  "rollback",
  "quorum",
  "배포",
  "롤백",
  "데이터베이스",
  "git",
  "header",
];

/** Sixty small documents that differ in everything a filter may ask for; each says "everywhere" once. */
function makeCrowd(): DocumentSpec[] {
  return Array.from({ length: 60 }, (_, index) => {
    const words = CROWD_WORDS.flatMap((word, position) =>
      Array<string>(((index + 1) * (position + 3)) % 4).fill(word),
    );
    return {
      path: `${["a", "b/c", "b/d/e"][index % 3]}/${index}.txt`,
      text: ["everywhere", ...words].join(" "),
      title: "",
      sourceId: `source-${index % 2}`,
      type: DOCUMENT_TYPES[index % 4] ?? "note",
      trustLevel: TRUST_LEVELS[index % 3] ?? "primary",
      lang: ["ko", "en", "und"][index % 3] ?? "en",
      codeLang: index % 4 === 2 ? "rust" : null,
      repo: index % 5 === 0 ? "infra" : null,
      updatedAt: index * 10,
      tags: ["x", "y", "z"].filter((__, position) => (index >> position) % 2 === 0),
    };
  });
}

function queryOf(words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.constantFrom(...words);
  const piece = fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 1, arbitrary: fc.tuple(word, word).map(([first, second]) => `"${first} ${second}"`) },
    { weight: 1, arbitrary: word.map((text) => `-${text}`) },
  );
  return fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(" "));
}

function filterOf(): fc.Arbitrary<SearchFilter> {
  return fc.record(
    {
      tagsAll: fc.subarray(["x", "y", "z"]),
      tagsAny: fc.subarray(["x", "y", "z", "absent"]),
      types: fc.subarray([...DOCUMENT_TYPES], { minLength: 1 }),
      path: fc.constantFrom("a/*", "b/**", "**/1*.txt", "*"),
      sources: fc.subarray(["source-0", "source-1"], { minLength: 1 }),
      langs: fc.subarray(["ko", "en", "und"], { minLength: 1 }),
      codeLangs: fc.constant(["rust"]),
      repos: fc.constant(["infra"]),
      after: fc.integer({ min: 0, max: 600 }),
      before: fc.integer({ min: 0, max: 600 }),
      trustMin: fc.constantFrom(...TRUST_LEVELS),
    },
    { requiredKeys: [] },
  );
}

function orderTests(open: OpenLexicalIndex): void {
  it("gives at most as many hits as asked, the best ones", async () => {
    const finder = await openTexts(open, [
      "lag",
      "lag word",
      "lag word word",
      "lag word word word",
      "x",
      "y",
      "z",
      "u",
      "v",
    ]);
    const all = await finder.find("lag");
    expect(all).toEqual(["1.txt", "2.txt", "3.txt", "4.txt"]);
    expect(await finder.find("lag", { limit: 2 })).toEqual(all.slice(0, 2));
    expect(await finder.find("lag", { limit: 0 })).toEqual([]);
  });

  it("breaks ties by chunk id, also where the limit cuts through them", async () => {
    const finder = await openTexts(open, [...Array<string>(90).fill("the same lag"), "lag lag", "x", "y"]);
    const all = await finder.ranked("lag", { limit: 1000 });
    expect(all).toHaveLength(91);
    const tied = all.slice(1).map(({ chunkId }) => chunkId);
    expect(tied).toEqual([...tied].sort());
    for (const limit of [1, 2, 7, 30, 90, 91]) {
      expect(await finder.ranked("lag", { limit })).toEqual(all.slice(0, limit));
    }
  });

  it("gives the same list whatever order the documents came in", async () => {
    const specs = makeCrowd();
    const forward = await openFinder(open, specs);
    const backward = await openFinder(open, [...specs].reverse());
    for (const query of ["kafka lag", "배포", '"kafka lag" deploy', "everywhere"]) {
      expect(await backward.find(query, { limit: 20 })).toEqual(await forward.find(query, { limit: 20 }));
    }
  });

  it("gives the same answer twice", async () => {
    const finder = await openFinder(open, makeCrowd());
    expect(await finder.ranked("kafka 배포")).toEqual(await finder.ranked("kafka 배포"));
  });

  it("has a version that names it", async () => {
    expect((await open([])).version).toMatch(/^lex:\S+$/);
  });
}

/** [what is typed, the documents of HOSTILE_TEXTS it finds] */
const HOSTILE_TEXTS = [
  "near the river",
  "and so on",
  "not today",
  "or else",
  "heading of a ship",
  "quick brown",
  "quickly done",
  "chunks everywhere",
];
const HOSTILE: readonly [typed: string, found: readonly string[]][] = [
  ["NEAR", ["1.txt"]],
  ["NEAR(river, 15)", ["1.txt"]],
  ["NEAR(", ["1.txt"]],
  ["AND", ["2.txt"]],
  ["NOT", ["3.txt"]],
  ["OR", ["4.txt"]],
  ["heading:", ["5.txt"]],
  ["heading : river", ["1.txt", "5.txt"]],
  ["{heading text} : river", ["1.txt", "5.txt"]],
  ["quick*", ["6.txt"]],
  ["^quick", ["6.txt"]],
  ["quick + brown", ["6.txt"]],
  ["(quick", ["6.txt"]],
  ["quick)", ["6.txt"]],
  ["((quick OR brown))", ["6.txt"]],
  ['quick"', ["6.txt"]],
  ['"quick', ["6.txt"]],
  ['qu"ick', []],
  ['""quick', ["6.txt"]],
  ['quick "', ["6.txt"]],
  ["quick''; drop table chunks; --", ["6.txt", "8.txt"]],
  ["qu\0ick", []],
  ["quick\0", ["6.txt"]],
  ["\0", []],
  ["🙂", []],
  ["🙂 quick 🙂", ["6.txt"]],
  ["👩‍👩‍👧 quick\u{fe0f}", ["6.txt"]],
  ["\ud83d quick", ["6.txt"]],
  ["\u0301", []],
  ['"', []],
  ['""', []],
  ["*", []],
  ["- -- ---", []],
  ["?!.,;:…()[]{}<>|&%$#@~`^+=/\\'", []],
  ["quick -", ["6.txt"]],
  ["quick -*", ["6.txt"]],
  ['quick -""', ["6.txt"]],
  ['quick -"', ["6.txt"]],
];

function hostileTests(open: OpenLexicalIndex): void {
  let finder: Finder;
  beforeAll(async () => {
    finder = await openTexts(open, HOSTILE_TEXTS);
  });

  it.each(HOSTILE)("%j searches for itself", async (typed, found) => {
    expect((await finder.find(typed)).sort()).toEqual(found);
  });

  it("answers a pasted page", async () => {
    const page = Array.from(
      { length: 3000 },
      (_, index) => `word${index} "phrase ${index}" 한국어${index}`,
    ).join(" ");
    expect(await finder.find(page)).toEqual([]);
    expect(await finder.find(`quick ${"x ".repeat(9000)}`)).toEqual(["6.txt"]);
    expect(await finder.find("가".repeat(5000))).toEqual([]);
    expect(await finder.find(`"${"quick ".repeat(3000)}"`)).toEqual([]);
  });

  it("never fails, whatever is typed", async () => {
    const bit = fc.constantFrom(
      '"',
      "*",
      "-",
      "(",
      ")",
      "^",
      ":",
      "+",
      "\0",
      " ",
      "NEAR",
      "AND",
      "OR",
      "NOT",
      "{",
      "}",
      "배포",
      "quick",
      "🙂",
    );
    const typed = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(bit, { maxLength: 20 }).map((bits) => bits.join("")),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        expect(Array.isArray(await finder.find(text))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("finds every document by any of its own words, whatever they are", async () => {
    await fc.assert(
      // In lower case and without 21 rare letters: FTS5 knows the letters and folds of Unicode 6.1.
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), async (any) => {
        const text = any.toLowerCase().replace(/[\u19b0-\u19c9\u1cf2\u1cf3]/g, "");
        const { terms, phrases, excluded } = parseQuery(text);
        fc.pre(terms.length > 0 && phrases.length === 0 && excluded.length === 0);
        const own = await openTexts(open, [`begin ${text} end`, "other"]);
        expect(await own.find(text)).toContain("1.txt");
      }),
      { numRuns: 60 },
    );
  });
}

function frequencyTests(open: OpenLexicalIndex): void {
  const count = async (texts: readonly string[], query: string): Promise<Record<string, number>> => {
    const index = await open(
      await prepareAll(texts.map((text, at) => ({ path: `${at + 1}.txt`, text, title: "" }))),
    );
    const terms = parseQuery(query).terms;
    const { chunks, holding } = await index.frequencies(terms);
    expect(chunks).toBe(texts.length);
    return Object.fromEntries(terms.map(({ text }, at) => [text, holding[at] ?? -1]));
  };

  it("counts the chunks that hold a word in any of its forms, and none for one that nobody wrote", async () => {
    const texts = ["install git", "the installation of git", "read the manual"];
    expect(await count(texts, "installed git zebra")).toEqual({ installed: 2, git: 2, zebra: 0 });
  });

  it("counts a chunk once, however often it holds the word", async () => {
    expect(await count(["lag lag lag", "lag"], "lag")).toEqual({ lag: 2 });
  });

  it("counts pairs of syllables, and a lone one also where it begins a word", async () => {
    const texts = ["배포를 롤백한다", "배포 기록", "돈을 낸다"];
    expect(await count(texts, "배포 롤백")).toEqual({ 배포: 2, 롤백: 1 });
    expect(await count(texts, "돈")).toEqual({ 돈: 1 });
  });

  it("counts the parts of identifiers", async () => {
    expect(await count(["parseHttpHeader(line)", "header"], "httpHeader")).toMatchObject({
      http: 1,
      header: 2,
    });
  });

  it("takes signs of the query language for text", async () => {
    const index = await open(await prepareAll([{ path: "1.txt", text: "AND NEAR quotes", title: "" }]));
    const terms = ['"', "NEAR(", "a*"].map((text) => ({ kind: "word", text }) as const);
    expect((await index.frequencies(terms)).holding).toEqual([0, 1, 0]);
  });

  it("counts nothing for no terms", async () => {
    const index = await open(await prepareAll([{ path: "1.txt", text: "text", title: "" }]));
    expect(await index.frequencies([])).toEqual({ chunks: 1, holding: [] });
  });
}
