import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EMBEDDING_TIMEOUT_MS, openEmbeddedNotes } from "./embedded-notes.ts";
import { writeTinySet } from "./every-command.ts";
import type { KebabCommand, Wire } from "./kebab-command.ts";

type Response = Wire<"search_response.v1">;
type Hit = Response["hits"][number];

const QUERY = "how to set up version control";
const KOREAN = "배포를 롤백하는 방법";
const JAPANESE = "rollback の手順を教えてください";
const MODES = ["lexical", "vector", "hybrid"] as const;
const MODEL = "bge-small-en-v1.5+bridge-ko";
const PATTERN = MODEL.replace("+", "[+]");

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openEmbeddedNotes();
}, EMBEDDING_TIMEOUT_MS);
afterAll(() => kebab[Symbol.dispose]());

const search = (...args: string[]): Promise<Response> =>
  kebab.askHere("search_response.v1", ["search", ...args]);
const searchBy = (fusion: string, ...args: string[]): Promise<Response> =>
  kebab.askHere("search_response.v1", ["search", ...args], { env: { KEBAB_SEARCH_HYBRID_FUSION: fusion } });
const idsOf = ({ hits }: Response): string[] => hits.map((hit) => hit.chunk_id);
const keysOf = ({ hits }: Response): string[] => hits.map(({ rank, chunk_id }) => `${rank} ${chunk_id}`);

describe("the model's runtime", () => {
  it("keeps no record of what was done, and bears a command line of any length", async () => {
    const long = await kebab.runHere(["search", "x".repeat(60_000), "--vec-only"]);
    expect(long.code).toBe(0);
    const files = readdirSync(kebab.home, { recursive: true }).map(String);
    expect(files.filter((name) => /microsoft|onnxruntime|telemetry/i.test(name))).toEqual([]);
  });
});

describe("modes", () => {
  it("--vec-only is --mode vector: cosines, in order, and nothing of the keyword side", async () => {
    const short = await kebab.runHere(["search", QUERY, "--vec-only", "--json"]);
    const long = await kebab.runHere(["search", QUERY, "--mode", "vector", "--json"]);
    expect(short.stdout).toBe(long.stdout);
    const { mode, hits, index_version, returned } = short.wire("search_response.v1");
    expect({ mode, returned }).toEqual({ mode: "vector", returned: 10 });
    expect(index_version).toMatch(new RegExp(`^vec:${PATTERN}@[0-9a-f.]+:384$`));
    hits.forEach((hit, position) => {
      expect(hit).toMatchObject({ score_kind: "vector", rank: position + 1, embedding_model: MODEL });
      expect(hit.retrieval).toEqual({
        method: "vector",
        lexical_score: null,
        lexical_rank: null,
        vector_score: hit.score,
        vector_rank: position + 1,
        fusion_score: hit.score,
        rrf_score: 1 / (60 + position + 1),
      });
      expect(hit.score).toBeLessThanOrEqual(hits[position - 1]?.score ?? 1);
    });
  });

  it("--fts-only needs no model and names none", async () => {
    const { mode, hits, warnings, index_version } = await search(QUERY, "--fts-only");
    expect({ mode, warnings }).toEqual({ mode: "lexical", warnings: [] });
    expect(index_version).toMatch(/^lex:/);
    expect(new Set(hits.map((hit) => hit.embedding_model))).toEqual(new Set([null]));
    const without = await kebab.askHere("search_response.v1", ["search", QUERY, "--fts-only"], {
      env: { KEBAB_EMBEDDINGS_PROVIDER: "none" },
    });
    expect(without.hits).toEqual(hits);
  });

  it("both at once are an error", async () => {
    const result = await kebab.run(["search", QUERY, "--fts-only", "--vec-only", "--json"]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.error()).toMatchObject({ code: "usage", hint: expect.stringContaining("--vec-only") });
  });

  it("hybrid finds by meaning what keywords miss", async () => {
    // No note holds one of these words.
    const words = "athletic training diary";
    expect(await kebab.runHere(["search", words, "--fts-only"])).toMatchObject({ code: 1 });
    const { hits, warnings } = await search(words);
    expect(warnings).toEqual([]);
    const diary = hits.slice(0, 3).find((hit) => hit.doc_path === "life/running-log.md");
    expect(diary?.retrieval).toMatchObject({
      lexical_rank: null,
      lexical_score: null,
      vector_rank: diary?.rank,
    });
    // Here some do, elsewhere; the page that was meant says "Setting up a new laptop".
    const meant = "getting a fresh computer ready";
    const lexical = await search(meant, "--fts-only", "--top", "1000");
    const found = (await search(meant)).hits.filter((hit) => !idsOf(lexical).includes(hit.chunk_id));
    expect(found.map((hit) => hit.doc_path)).toContain("dev/new-laptop.md");
  });

  it("hybrid shows each side's own numbers, and the keyword side's snippet where both found it", async () => {
    const lexical = await search(QUERY, "--fts-only", "--top", "50");
    const vector = await search(QUERY, "--vec-only", "--top", "50");
    const { hits, index_version, warnings } = await search(QUERY, "--top", "15");
    expect(warnings).toEqual([]);
    expect(index_version).toBe(`hybrid:${lexical.index_version}+${vector.index_version}`);
    const at = (response: Response, hit: Hit): Hit | undefined =>
      response.hits.find((other) => other.chunk_id === hit.chunk_id);
    for (const hit of hits) {
      const [byWord, byMeaning] = [at(lexical, hit), at(vector, hit)];
      expect(hit.score_kind).toBe("rrf");
      expect(hit.retrieval).toMatchObject({
        lexical_rank: byWord?.rank ?? null,
        lexical_score: byWord?.score ?? null,
        vector_rank: byMeaning?.rank ?? null,
        vector_score: byMeaning?.score ?? null,
        fusion_score: hit.score,
      });
      if (byWord !== undefined) expect(hit.snippet).toBe(byWord.snippet);
    }
    const both = hits.filter(
      ({ retrieval }) => retrieval.lexical_rank !== null && retrieval.vector_rank !== null,
    );
    expect(both.length).toBeGreaterThan(0);
  });

  it.each(MODES)("%s gives the same bytes every time", async (mode) => {
    for (const query of [QUERY, "useMemo dependency array는 언제"]) {
      const args = ["search", query, "--mode", mode, "--top", "50", "--json"];
      const [first, second] = [await kebab.run(args), await kebab.run(args)];
      expect(first.code).toBe(0);
      expect(second.stdout).toBe(first.stdout);
      // In another process and in this one.
      expect((await kebab.runHere(args)).stdout).toBe(first.stdout);
    }
  });
});

describe("thresholds", () => {
  it("--threshold 0.02 keeps what both sides found near the top", async () => {
    const all = await search(QUERY, "--top", "100");
    const kept = await search(QUERY, "--top", "100", "--threshold", "0.02");
    const expected = all.hits.filter((hit) => hit.retrieval.rrf_score >= 0.02);
    expect(kept.hits).toEqual(expected);
    expect(kept.returned).toBeGreaterThan(0);
    expect(kept.returned).toBeLessThan(all.returned);
    // One list alone gives at most 1/61.
    for (const { retrieval } of kept.hits) {
      expect(retrieval.lexical_rank).not.toBeNull();
      expect(retrieval.vector_rank).not.toBeNull();
    }
  });

  it.each(MODES)("--min-score in %s mode drops by score and keeps what is equal", async (mode) => {
    const all = await search(QUERY, "--mode", mode, "--top", "20");
    const least = all.hits[6]!.score;
    const kept = await search(QUERY, "--mode", mode, "--top", "20", "--min-score", String(least));
    expect(kept.hits).toEqual(all.hits.filter((hit) => hit.score >= least));
  });

  it("that nothing reaches is no hit, and exit 1", async () => {
    const none = await kebab.runHere(["search", QUERY, "--vec-only", "--min-score", "0.999"]);
    expect(none).toMatchObject({ code: 1, stdout: "no hits · vector\n" });
  });
});

/** Σ 1/(k + rank) of the ranks a text shows, and what it says they come to. */
function recompute(arithmetic: string) {
  const ranks = [...arithmetic.matchAll(/(keyword|meaning): rank (\d+)/g)].map(([, , rank]) => Number(rank));
  const terms = [...arithmetic.matchAll(/1\/\((\d+)\+(\d+)\)/g)].map(([, k, rank]) => [
    Number(k),
    Number(rank),
  ]);
  expect(terms).toEqual(ranks.map((rank) => [60, rank]));
  const said = Number(/rrf = [^=]+ = ([\d.e-]+)/.exec(arithmetic)?.[1]);
  return { rrf: ranks.reduce((sum, rank) => sum + 1 / (60 + rank), 0), said };
}

describe("--explain", () => {
  it("in JSON: the sum done again from the printed ranks is the score", async () => {
    const { hits, timing } = await search("getting a fresh computer ready", "--explain", "--top", "16");
    expect(timing?.total_ms).toBeGreaterThan(0);
    for (const { explain, retrieval, score } of hits) {
      const { rrf, said } = recompute(explain!.arithmetic);
      expect(rrf).toBe(retrieval.rrf_score);
      expect(said).toBeCloseTo(rrf, 6);
      expect(rrf / (2 / 61)).toBeCloseTo(score, 14);
      expect(explain!.arithmetic).toMatch(/; score = rrf\/\(2\/61\) = [\d.]+$/);
      if (retrieval.vector_score === null) {
        expect(explain).toMatchObject({ vector_raw: null });
        expect(explain!.arithmetic).toContain("meaning: not among its candidates");
      } else expect((1 + explain!.vector_raw!) / 2).toBeCloseTo(retrieval.vector_score, 14);
      if (retrieval.lexical_score === null) {
        expect(explain).toMatchObject({ lexical_raw: null });
        expect(explain!.arithmetic).toContain("keyword: not among its candidates");
      } else {
        const s = explain!.lexical_raw!;
        expect(s / (1 + s)).toBeCloseTo(retrieval.lexical_score, 14);
      }
    }
    const sides = (hit: Hit) =>
      [hit.retrieval.lexical_rank, hit.retrieval.vector_rank].filter((rank) => rank !== null);
    expect(new Set(hits.map((hit) => sides(hit).length))).toEqual(new Set([1, 2]));
  });

  it("in text: the same sum, and one line a retriever", async () => {
    const { stdout } = await kebab.run(["search", QUERY, "--explain", "--top", "3"]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3 * 5 + 2 + 1);
    for (const hit of [0, 1, 2]) {
      const [head = "", , , , sum = ""] = lines.slice(hit * 5, hit * 5 + 5);
      const { rrf } = recompute(sum);
      const shown = Number(/^\d+\. ([\d.]+) /.exec(head)?.[1]);
      expect(rrf / (2 / 61)).toBeCloseTo(shown, 3);
      expect(sum).toContain("; matched ");
    }
    expect(lines[15]).toMatch(/^lexical: asked for 50 candidates, found \d+.* · lex:/);
    expect(lines[16]).toMatch(new RegExp(`^vector: asked for 50 candidates, found 50 · vec:${PATTERN}@`));
  });

  it("in vector mode: (1 + cosine)/2 and no fusion", async () => {
    const { hits } = await search(QUERY, "--vec-only", "--explain", "--top", "5");
    for (const { explain, score } of hits) {
      const cosine = Number(/c = cosine = ([\d.-]+)/.exec(explain!.arithmetic)?.[1]);
      expect((1 + cosine) / 2).toBeCloseTo(score, 5);
      expect(explain!.arithmetic).not.toMatch(/rrf|keyword/);
    }
  });

  it.each(["weighted_rrf", "linear", "adaptive"])("of %s: the parts add up to the score", async (fusion) => {
    const { hits } = await searchBy(fusion, QUERY, "--explain", "--top", "20");
    expect(hits).toHaveLength(20);
    hits.forEach(({ explain, retrieval, score, score_kind }, position) => {
      expect(score_kind).toBe(fusion);
      expect(score).toBe(retrieval.fusion_score);
      expect(recompute(explain!.arithmetic).rrf).toBe(retrieval.rrf_score);
      const [, sum = "", said = ""] =
        new RegExp(`; ${fusion} score = (.+) = ([\\d.e-]+)$`).exec(explain!.arithmetic) ?? [];
      const parts = sum.split(" + ").map((part) => part.split(" × ").map(Number));
      const total = parts.reduce((all, [weight = Number.NaN, value = Number.NaN]) => all + weight * value, 0);
      expect(total).toBeCloseTo(score, 5);
      expect(Number(said)).toBeCloseTo(score, 5);
      expect(score).toBeLessThanOrEqual(hits[position - 1]?.score ?? 1);
      if (fusion !== "weighted_rrf") return;
      const ranks = [retrieval.lexical_rank, retrieval.vector_rank].filter((rank) => rank !== null);
      parts.forEach(([weight, value], side) => {
        expect(weight).toBe(0.5);
        expect(value).toBeCloseTo(61 / (60 + ranks[side]!), 5);
      });
    });
  });

  it("weights move weighted_rrf to one side", async () => {
    const env = { KEBAB_SEARCH_HYBRID_FUSION: "weighted_rrf", KEBAB_SEARCH_LEXICAL_WEIGHT: "0" };
    const response = await kebab.askHere("search_response.v1", ["search", QUERY, "--top", "5"], { env });
    expect(idsOf(response)).toEqual(idsOf(await search(QUERY, "--vec-only", "--top", "5")));
  });

  it("says what each side was asked for and found, also where a filter leaves little", async () => {
    const { retrievers } = await search(QUERY, "--explain", "--top", "30");
    expect(retrievers).toMatchObject([
      { retriever: "lexical", asked: 90, abstained: null },
      { retriever: "vector", asked: 90, found: 90, abstained: null },
    ]);
    const few = await search(QUERY, "--explain", "--path", "dev/version-control.md");
    const { chunks } = await kebab.askHere("document.v1", ["inspect", "doc", "dev/version-control.md"]);
    expect(chunks.length).toBeLessThan(50);
    expect(few.retrievers).toMatchObject([
      { retriever: "lexical", asked: 50, found: expect.any(Number) },
      { retriever: "vector", asked: 50, found: chunks.length },
    ]);
    expect(few.retrievers![0]!.found).toBeLessThanOrEqual(chunks.length);
    const { stdout } = await kebab.runHere([
      "search",
      QUERY,
      "--explain",
      "--path",
      "dev/version-control.md",
    ]);
    expect(stdout).toContain(`vector: asked for 50 candidates, found ${chunks.length}: no more match`);
    expect((await search(QUERY)).retrievers).toBeUndefined();
  });
});

describe("a side with nothing to say", () => {
  const WARNING = `meaning search has nothing to say: ${MODEL} does not know the script of the query`;

  it("a script the model does not know is left to the keyword side, with a warning in JSON and on stderr", async () => {
    const result = await kebab.run(["search", JAPANESE, "--json", "--explain"]);
    expect(result.code).toBe(0);
    expect(result.stderr).toBe(`warning: ${WARNING}\n`);
    const { warnings, hits, retrievers } = result.wire("search_response.v1");
    expect(warnings).toEqual([WARNING]);
    expect(hits[0]).toMatchObject({ doc_path: "ops/deploy-rollback.md", score: 0.5 });
    expect(hits[0]?.retrieval).toMatchObject({ lexical_rank: 1, vector_rank: null, vector_score: null });
    expect(retrievers?.[1]).toMatchObject({ found: 0, abstained: expect.stringContaining("script") });
    const lexical = await search(JAPANESE, "--fts-only");
    expect(hits.map((hit) => hit.chunk_id)).toEqual(idsOf(lexical));
  });

  it("alone it finds nothing, and says why", async () => {
    const result = await kebab.run(["search", JAPANESE, "--vec-only"]);
    expect(result).toMatchObject({ code: 1, stdout: "no hits · vector\n", stderr: `warning: ${WARNING}\n` });
  });

  it("Korean is embedded, and finds by meaning", async () => {
    const result = await kebab.run(["search", KOREAN, "--vec-only", "--json"]);
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code: 0, stderr: "" });
    const { hits, warnings } = result.wire("search_response.v1");
    expect(warnings).toEqual([]);
    expect(hits.map(({ doc_path }) => doc_path)).toContain("ops/deploy-rollback.md");
  });

  it("a query in both scripts is embedded", async () => {
    const { warnings, hits } = await search("useMemo dependency array는 언제", "--vec-only");
    expect(warnings).toEqual([]);
    expect(hits[0]).toMatchObject({ doc_path: "dev/react-rendering.md", retrieval: { vector_rank: 1 } });
  });

  it("words that meet another language by chance stand back, with a warning", async () => {
    const question = "인증서가 실제로 교체됐는지 확인하는 방법";
    const { warnings, hits, retrievers } = await search(question, "--explain");
    expect(warnings).toEqual([
      expect.stringMatching(/^keyword search has nothing to say: .*another language/),
    ]);
    expect(retrievers?.[0]).toMatchObject({ found: 0, abstained: expect.stringContaining("language") });
    expect(idsOf(await search(question, "--vec-only"))).toEqual(hits.map((hit) => hit.chunk_id));
    const ordered = await search(`${question} "인증서"`);
    expect(ordered.warnings).toEqual([]);
    expect(ordered.hits[0]?.retrieval.lexical_rank).toBe(1);
  });

  it("an empty query and blanks find nothing in every mode", async () => {
    for (const mode of MODES) {
      const result = await kebab.runHere(["search", "--json", "--mode", mode, "--", " "]);
      expect({ mode, code: result.code }).toEqual({ mode, code: 1 });
    }
  });
});

describe("without a provider", () => {
  const env = { KEBAB_EMBEDDINGS_PROVIDER: "none" };

  it("hybrid answers by keyword and warns", async () => {
    const result = await kebab.run(["search", QUERY, "--json"], { env });
    const { hits, warnings, mode } = result.wire("search_response.v1");
    expect({ code: result.code, mode }).toEqual({ code: 0, mode: "hybrid" });
    expect(warnings).toEqual(['meaning search has nothing to say: embeddings.provider is "none"']);
    expect(result.stderr).toBe(`warning: ${warnings[0]}\n`);
    expect(hits.map((hit) => hit.chunk_id)).toEqual(idsOf(await search(QUERY, "--fts-only")));
    expect(new Set(hits.map((hit) => hit.embedding_model))).toEqual(new Set([null]));
  });

  it("--vec-only is an error with a hint", async () => {
    const result = await kebab.run(["search", QUERY, "--vec-only", "--json"], { env });
    expect(result).toMatchObject({ code: 2, stdout: "" });
    expect(result.error()).toMatchObject({
      code: "index-missing",
      message: 'Cannot search by meaning: embeddings.provider is "none"',
      hint: expect.stringMatching(/embeddings\.provider.*kebab index --embeddings.*--mode lexical/),
    });
  });
});

describe("pages", () => {
  const pageThrough = async (size: number, args: readonly string[] = []): Promise<Response[]> => {
    const pages: Response[] = [];
    for (let cursor: string | null = ""; cursor !== null; cursor = pages.at(-1)!.next_cursor) {
      const going = cursor === "" ? [] : ["--cursor", cursor];
      pages.push(await search(QUERY, "--top", String(size), ...args, ...going));
    }
    return pages;
  };

  it("of a hybrid search give each chunk once, in the order of one page of the same candidates", async () => {
    // Up to 16 hits a page each side gives 50 candidates, and so does --top 1.
    const [small, larger] = [await pageThrough(7), await pageThrough(16)];
    for (const pages of [small, larger]) {
      const joined = pages.flatMap((page) => page.hits);
      expect(new Set(joined.map((hit) => hit.chunk_id)).size).toBe(joined.length);
      expect(joined.map((hit) => hit.rank)).toEqual(joined.map((_, position) => position + 1));
      const scores = joined.map((hit) => hit.score);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    }
    expect(small.flatMap((page) => page.hits)).toEqual(larger.flatMap((page) => page.hits));
    const firsts = small.slice(0, -1).map((page) => page.returned);
    expect(new Set(firsts)).toEqual(new Set([7]));
    // All candidates of both sides, and no more.
    const { retrievers } = await search(QUERY, "--top", "7", "--explain");
    const found = retrievers!.map((side) => side.found);
    const total = small.flatMap((page) => page.hits).length;
    expect(total).toBeGreaterThanOrEqual(Math.max(...found));
    expect(total).toBeLessThanOrEqual(found.reduce((sum, count) => sum + count, 0));
  });

  it("of a large --top join to it under a filter that leaves less than the candidates", async () => {
    const filter = ["--path", "dev/*"];
    const whole = await search(QUERY, "--top", "1000", ...filter);
    const pages = await pageThrough(30, filter);
    expect(keysOf(whole).length).toBeGreaterThan(30);
    expect(pages.flatMap((page) => keysOf(page))).toEqual(keysOf(whole));
  });

  it("of a meaning search join to one page", async () => {
    const joined: Hit[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 4; page++) {
      const going: string[] = cursor === null ? [] : ["--cursor", cursor];
      const response: Response = await search(QUERY, "--vec-only", "--top", "5", ...going);
      joined.push(...response.hits);
      cursor = response.next_cursor;
    }
    expect(joined).toEqual((await search(QUERY, "--vec-only", "--top", "20")).hits);
  });

  it("--max-tokens cuts a hybrid page, and its cursor goes on behind the cut", async () => {
    const whole = await search(QUERY, "--top", "10");
    const cut = await search(QUERY, "--top", "10", "--max-tokens", "150");
    expect(cut.truncated).toBe(true);
    expect(cut.returned).toBeGreaterThan(0);
    expect(cut.hits).toEqual(whole.hits.slice(0, cut.returned));
    const rest = await search(QUERY, "--top", "10", "--cursor", cut.next_cursor!);
    expect([...cut.hits, ...rest.hits].slice(0, 10)).toEqual(whole.hits);
  });
});

describe("filters", () => {
  it("--tags ops,production --type markdown --top 5 gives what filtering by hand gives", async () => {
    const filter = ["--tags", "ops,production", "--type", "markdown"];
    for (const query of ["배포 롤백 rollback", "undo a bad release"]) {
      const { hits } = await search(query, ...filter, "--top", "5");
      expect(hits.length).toBeGreaterThan(0);
      for (const hit of hits) {
        expect(hit.type).toBe("markdown");
        expect(hit.tags).toEqual(expect.arrayContaining(["ops", "production"]));
      }
      const all = await search(query, "--top", "1000");
      const byHand = all.hits.filter(
        (hit) => hit.type === "markdown" && ["ops", "production"].every((tag) => hit.tags.includes(tag)),
      );
      // Every one, though not by the same ranks: each side ranks what the filter leaves.
      const whole = await search(query, ...filter, "--top", "1000");
      expect(new Set(idsOf(whole))).toEqual(new Set(byHand.map((hit) => hit.chunk_id)));
      expect(hits).toEqual(whole.hits.slice(0, 5));
    }
  });

  it.each(["--type code", "--path dev/*", "--lang en", "--tags ops", "--before 2026-01-01"])(
    "%s under --vec-only is the whole list with the others taken out",
    async (words) => {
      const filter = words.split(" ");
      const { documents } = await kebab.askHere("document_list.v1", ["list", "docs", ...filter]);
      const kept = new Set(documents.map((document) => document.doc_id));
      const all = await search(QUERY, "--vec-only", "--top", "1000");
      const expected = all.hits.filter((hit) => kept.has(hit.doc_id));
      expect(expected.length).toBeGreaterThan(2);
      const found = await search(QUERY, "--vec-only", "--top", "1000", ...filter);
      expect(found.hits.map(({ chunk_id, score }) => ({ chunk_id, score }))).toEqual(
        expected.map(({ chunk_id, score }) => ({ chunk_id, score })),
      );
      const few = await search(QUERY, "--vec-only", "--top", "2", ...filter);
      expect(idsOf(few)).toEqual(idsOf(found).slice(0, 2));
    },
  );
});

it("eval beir measures all three modes by default, and every fusion when asked", async () => {
  const set = writeTinySet(kebab);
  const { runs } = (await kebab.run(["eval", "beir", set, "--fusion", "all", "--json"])).wire("eval_run.v1");
  expect(runs.map(({ mode, fusion }) => (fusion === null ? mode : `${mode} ${fusion}`))).toEqual([
    "lexical",
    "vector",
    ...["rrf", "weighted_rrf", "linear", "adaptive"].map((fusion) => `hybrid ${fusion}`),
  ]);
  for (const { metrics } of runs) expect(metrics["ndcg@10"]).toBe(1);
});
