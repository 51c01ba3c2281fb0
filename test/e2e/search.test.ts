import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KebabCommand, mapInParallel, openNotes, type Wire } from "./kebab-command.ts";

type Response = Wire<"search_response.v1">;

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openNotes();
});
afterAll(() => kebab[Symbol.dispose]());

const search = (...args: string[]): Promise<Response> =>
  kebab.askHere("search_response.v1", ["search", ...args]);
/** Words that occur nearly everywhere. */
const BROAD =
  "one two three more first time day use we run test order team code name 이 다 는 를 은 로 한 2025 2026 1 2";

describe("the text of a search", () => {
  it("has four lines a hit and one footer line, without colour", async () => {
    const { code, stdout, stderr } = await kebab.run(["search", "rollback", "--top", "3"]);
    expect(code).toBe(0);
    const lines = stdout.replace(/\n$/, "").split("\n");
    expect(lines).toHaveLength(3 * 4 + 1);
    for (const hit of [0, 1, 2]) {
      const [rank, citation, heading, snippet] = lines.slice(hit * 4, hit * 4 + 4);
      expect(rank).toMatch(new RegExp(`^${hit + 1}\\. [01]\\.\\d{3} notes$`));
      expect(citation).toMatch(/^ {3}\S+#L\d+-L\d+$/);
      expect(heading).toMatch(/^ {3}\S/);
      expect(snippet).toMatch(/^ {3}\S/);
    }
    expect(lines.at(-1)).toMatch(/^3 hits · hybrid, more with --cursor \S+$/);
    expect(stdout + stderr).not.toContain("\u001b");
  });

  it("warns on stderr alone that there are no vectors, and says nothing there with --quiet", async () => {
    const loud = await kebab.run(["search", "rollback", "--top", "1"]);
    expect(loud.stderr).toBe('warning: meaning search has nothing to say: embeddings.provider is "none"\n');
    const quiet = await kebab.run(["search", "rollback", "--top", "1", "--quiet"]);
    expect(quiet).toMatchObject({ code: 0, stderr: "", stdout: loud.stdout });
  });

  it("shows one more line a hit with --explain, one a retriever, and the versions in the footer", async () => {
    const { stdout } = await kebab.run(["search", "useMemo", "--top", "2", "--explain"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(2 * 5 + 2 + 1);
    expect(lines[4]).toContain("rrf = 1/(60+1)");
    expect(lines[10]).toMatch(/^lexical: asked for 50 candidates, found \d+: no more match .* · lex:/);
    expect(lines[11]).toBe('vector: nothing to say: embeddings.provider is "none" · vec:none');
    expect(lines.at(-1)).toMatch(/^2 hits in [\d.]+ ms · hybrid · hybrid:lex:\S+\+vec:none/);
  });

  it("says so in one line and exits 1 when nothing is found", async () => {
    expect(await kebab.run(["search", "zzqqxxyy"])).toMatchObject({ code: 1, stdout: "no hits · hybrid\n" });
  });

  it("joins words that were typed without quotes", async () => {
    const joined = await kebab.run(["search", "배포를", "롤백하는", "방법", "--json"]);
    const quoted = await kebab.run(["search", "배포를 롤백하는 방법", "--json"]);
    expect(joined.stdout).toBe(quoted.stdout);
  });
});

describe("finding", () => {
  const expectations: readonly (readonly [query: string, path: string])[] = [
    ["배포를 롤백하는 방법", "ops/deploy-rollback.md"],
    ["useMemo는 언제 쓰나", "dev/react-rendering.md"],
    ["kafka lag이 늘어날 때", "ops/kafka-consumer-lag.md"],
    ["전세 보증금", "life/전세-계약.md"],
    ["김치찌개 쌀뜨물", "life/kimchi-jjigae.txt"],
    ["PostgreSQL point-in-time recovery", "ops/postgres-backup-restore.md"],
    ["회의를 줄이는 방법", "reading/작게-일하는-팀.txt"],
    ["retry with jitter", "code/retry_backoff.go"],
    ["hedged request", "reading/queueing-article.txt"],
  ];
  it.each(expectations)("%s leads to %s", async (query, path) => {
    const { hits } = await search(query, "--top", "1");
    expect(hits.map((hit) => hit.doc_path)).toEqual([path]);
  });

  it("splits identifiers: http header leads to parseHttpHeader", async () => {
    const { hits } = await search("http header", "--type", "code");
    expect(hits[0]?.doc_path).toBe("code/parseHttpHeader.ts");
    expect(hits[0]?.snippet).toMatch(/<mark>/);
  });

  it("requires a quoted phrase and leaves out what a minus excludes", async () => {
    const { hits } = await search('"Argo CD"', "--top", "100");
    expect(hits.length).toBeGreaterThan(0);
    const texts = await mapInParallel(hits, (hit) => kebab.runHere(["fetch", "chunk", hit.chunk_id]));
    for (const { stdout } of texts) expect(stdout).toMatch(/argo\s+cd/i);
    const without = await kebab.runHere(["search", "--json", "--top", "100", "--", "kafka", "-consumer"]);
    const both = await search("kafka", "--top", "100");
    expect(without.wire("search_response.v1").returned).toBeLessThan(both.returned);
  });
});

describe("modes", () => {
  it("--fts-only is --mode lexical", async () => {
    const short = await kebab.runHere(["search", "rollback", "--fts-only", "--json"]);
    const long = await kebab.runHere(["search", "rollback", "--mode", "lexical", "--json"]);
    expect(short.stdout).toBe(long.stdout);
    const { hits, mode } = short.wire("search_response.v1");
    expect(mode).toBe("lexical");
    hits.forEach((hit, position) => {
      expect(hit).toMatchObject({ score_kind: "lexical", rank: position + 1 });
      expect(hit.retrieval).toEqual({
        method: "lexical",
        lexical_score: hit.score,
        lexical_rank: position + 1,
        vector_score: null,
        vector_rank: null,
        fusion_score: hit.score,
        rrf_score: 1 / (60 + position + 1),
      });
    });
  });

  it("hybrid without vectors keeps the formula: first in one of two lists is 0.5", async () => {
    const { hits } = await search("rollback", "--mode", "hybrid");
    hits.forEach((hit, position) => {
      const rrf = 1 / (60 + position + 1);
      expect(hit.retrieval).toMatchObject({ lexical_rank: position + 1, vector_rank: null, rrf_score: rrf });
      expect(hit.score).toBeCloseTo(rrf / (2 / 61), 14);
    });
    expect(hits[0]?.score).toBe(0.5);
  });

  it.each(["--vec-only", "--mode vector"])("%s says that there are no vectors", async (words) => {
    const { code, stderr } = await kebab.runHere(["search", "rollback", ...words.split(" ")]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/embeddings\.provider is "none"\nhint: .*`kebab index --embeddings`.*lexical/);
  });

  it.each(["--fts-only --vec-only", "--mode lexical --vec-only", "--mode hybrid --fts-only"])(
    "%s is an error",
    async (words) => {
      const result = await kebab.runHere(["search", "x", "--json", ...words.split(" ")]);
      expect(result).toMatchObject({ code: 2, stdout: "" });
      expect(result.error()).toMatchObject({
        code: "usage",
        message: expect.stringContaining("two modes at once"),
      });
    },
  );

  it.each(["--mode lexical --fts-only", "--mode=lexical"])("%s is none", async (words) => {
    expect((await kebab.runHere(["search", "rollback", ...words.split(" ")])).code).toBe(0);
  });
});

describe("bounds", () => {
  it.each([
    "--top 0",
    "--top 1001",
    "--top 2.5",
    "--top x",
    "-k -1",
    "--threshold -1",
    "--threshold much",
    "--min-score 1.5",
    "--max-tokens 0",
    "--snippet-chars 39",
    "--snippet-chars 2001",
    "--cursor rubbish",
  ])("%s is refused", async (words) => {
    const result = await kebab.runHere(["search", "rollback", "--json", ...words.split(" ")]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    const error = result.error();
    expect(error.code).toBe("usage");
    expect(error.hint).not.toBeNull();
  });

  it("--top 1 and --top 1000 are taken, and returned counts", async () => {
    const one = await search(BROAD, "--top", "1");
    expect(one).toMatchObject({ returned: 1, truncated: false });
    const all = await search(BROAD, "-k", "1000");
    expect(all.returned).toBe(all.hits.length);
    expect(all.returned).toBeGreaterThan(100);
    expect(all.next_cursor).toBeNull();
  });

  it("--threshold drops by RRF score and --min-score by score, both keeping what is equal", async () => {
    const all = await search("rollback 배포", "--mode", "lexical", "--top", "50");
    const third = all.hits[2]!;
    const byRrf = await search(
      "rollback 배포",
      "--mode",
      "lexical",
      "--threshold",
      String(third.retrieval.rrf_score),
    );
    expect(byRrf.hits).toEqual(all.hits.slice(0, 3));
    const byScore = await search("rollback 배포", "--mode", "lexical", "--min-score", String(third.score));
    expect(byScore.hits).toEqual(all.hits.slice(0, 3));
  });

  it("pages by --cursor join to the same list as one large page", async () => {
    const whole = await search("postgres", "--top", "1000");
    expect(whole.returned).toBeGreaterThan(8);
    const joined: Response["hits"] = [];
    let cursor: string | null = null;
    do {
      const page: Response = await search(
        "postgres",
        "--top",
        "4",
        ...(cursor === null ? [] : ["--cursor", cursor]),
      );
      joined.push(...page.hits);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(joined).toEqual(whole.hits);
  });

  it("a cursor belongs to its query", async () => {
    const { next_cursor } = await search("postgres", "--top", "1");
    const result = await kebab.runHere(["search", "kafka", "--cursor", next_cursor!, "--json"]);
    expect(result.code).toBe(2);
    expect(result.error()).toMatchObject({ code: "usage", message: expect.stringContaining("cursor") });
  });

  it("--max-tokens cuts the list and says truncated, with a cursor to go on", async () => {
    const whole = await search("postgres", "--top", "10");
    const cut = await search("postgres", "--top", "10", "--max-tokens", "200");
    expect(cut.truncated).toBe(true);
    expect(cut.returned).toBeLessThan(10);
    expect(cut.hits).toEqual(whole.hits.slice(0, cut.returned));
    // A cursor goes with its --top: a page of another size would rank other candidates.
    const rest = await search("postgres", "--top", "10", "--cursor", cut.next_cursor!);
    expect([...cut.hits, ...rest.hits].slice(0, 10)).toEqual(whole.hits);
    const other = await kebab.runHere(["search", "postgres", "--top", "9", "--cursor", cut.next_cursor!]);
    expect(other).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("cursor") });
    const least = await search("postgres", "--max-tokens", "1");
    expect(least).toMatchObject({ returned: 1, truncated: true });
  });

  it("--snippet-chars bounds every snippet, which stands in its chunk as it is", async () => {
    const { hits } = await search("배포 rollback", "--snippet-chars", "60", "--top", "5");
    const chunks = await mapInParallel(hits, (hit) =>
      kebab.askHere("chunk.v1", ["inspect", "chunk", hit.chunk_id]),
    );
    hits.forEach((hit, position) => {
      const plain = hit.snippet.replaceAll(/<\/?mark>/g, "");
      expect(plain.length).toBeLessThanOrEqual(60);
      expect(chunks[position]?.text).toContain(plain);
    });
  });
});

describe("--explain", () => {
  it.each(["hybrid", "lexical"])(
    "writes arithmetic in %s mode that gives the printed score",
    async (mode) => {
      const { hits, timing } = await search("kafka lag이 늘어날 때", "--mode", mode, "--explain");
      expect(timing).toBeDefined();
      expect(hits[0]?.explain?.matched_terms).toContain("lag");
      for (const { explain, score, retrieval } of hits) {
        const text = explain!.arithmetic;
        const raw = Number(/-bm25 = ([\d.]+)/.exec(text)?.[1]);
        expect(raw).toBeCloseTo(explain!.lexical_raw!, 3);
        expect(raw / (1 + raw)).toBeCloseTo(retrieval.lexical_score!, 4);
        const terms = [...text.matchAll(/1\/\((\d+)\+(\d+)\)/g)];
        const rrf = terms.reduce((sum, [, k, rank]) => sum + 1 / (Number(k) + Number(rank)), 0);
        const [, lists, best] = /score = rrf\/\((\d)\/(\d+)\) = [\d.]+$/.exec(text) ?? [];
        const recomputed = mode === "hybrid" ? rrf / (Number(lists) / Number(best)) : raw / (1 + raw);
        expect(recomputed).toBeCloseTo(score, mode === "hybrid" ? 12 : 4);
      }
    },
  );
});

describe("the JSON of a search", () => {
  it("is the same byte for byte the second time", async () => {
    const args = ["search", "배포 rollback kafka", "--json", "--top", "50"];
    const [first, second] = [await kebab.run(args), await kebab.run(args)];
    expect(first.stdout).toBe(second.stdout);
    expect(first.stdout.endsWith("}\n")).toBe(true);
    expect(first.lines()).toHaveLength(1);
  });

  it("orders by score, then lexical rank, then chunk id", async () => {
    const { hits } = await search(BROAD, "--mode", "lexical", "--top", "1000");
    const sorted = [...hits].sort((a, b) => b.score - a.score || (a.chunk_id < b.chunk_id ? -1 : 1));
    expect(hits.map((hit) => hit.chunk_id)).toEqual(sorted.map((hit) => hit.chunk_id));
  });

  it("marks a hit whose file has changed as stale", async () => {
    const { code } = await kebab.run([
      "ingest",
      kebab.write("moving/a.md", "# Vanadium\n").replace(/\/a\.md$/, ""),
      "--data-dir",
      kebab.at("moving-data"),
    ]);
    expect(code).toBe(0);
    kebab.write("moving/a.md", "# Vanadium and more\n");
    const result = await kebab.run(["search", "vanadium", "--data-dir", kebab.at("moving-data")]);
    expect(result.stdout).toContain("(changed since it was indexed)");
    const { hits } = await search("vanadium", "--data-dir", kebab.at("moving-data"));
    expect(hits[0]).toMatchObject({ stale: true });
  });
});

describe("hostile queries", () => {
  const queries = [
    '"',
    '""',
    "'",
    "((",
    ")",
    "NEAR",
    "NEAR(a b)",
    "a AND",
    "OR",
    "NOT",
    "* *",
    "ops*",
    "^",
    "title:x",
    "{a}:b",
    "--",
    "-",
    "- -",
    '-"',
    "🚀",
    "🚀🚀 배포",
    "\\",
    "%",
    "_",
    "; drop table chunks;--",
    "\u202e",
    "\u200b",
    "a\nb",
    "ㅋㅍ",
    "\ud83d",
    " ",
    "",
  ];
  it.each(queries.map((query) => [JSON.stringify(query), query]))(
    "%s finds itself or nothing",
    async (_, query) => {
      const result = await kebab.runHere(["search", "--json", "--", query]);
      expect([0, 1]).toContain(result.code);
      expect(result.code === 0).toBe(result.wire("search_response.v1").returned > 0);
      expect(result.stderr).not.toContain("error");
    },
  );

  it("a query of 100 kB is answered, and says that it was cut", async () => {
    const words = Array.from({ length: 12_000 }, (_, position) => `word${position}`)
      .join(" ")
      .slice(0, 100_000);
    const result = await kebab.run(["search", "--json", "--", `rollback ${words}`]);
    const { warnings, hits } = result.wire("search_response.v1");
    expect(hits[0]?.doc_path).toBe("ops/deploy-rollback.md");
    expect(warnings.join()).toContain("very long");
  });
});
