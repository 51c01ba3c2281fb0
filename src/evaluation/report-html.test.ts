import { expect, test } from "vitest";
import { METRIC_NAMES } from "../core/metric-names.ts";
import { compareRuns } from "./compare-runs.ts";
import { toHtmlReport } from "./report-html.ts";
import { clip, escapeHtml, toSigned } from "./report-markup.ts";
import { toForestPlot, toScatterPlot, toSortedPlot } from "./report-plots.ts";
import type { MetricValues, QueryRecord, RunRecord } from "./run-record.ts";

const HOSTILE = [
  `"><script>alert(1)</script>`,
  `</td></table></main><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</style><style>@import url(//evil.example/x.css)</style>`,
  `<svg><a xlink:href="javascript:alert(1)">배포</a></svg>`,
  `https://evil.example/롤백 && "인용" <b>`,
  "\u202eevil\u2066\u0000\u001b[31m\ud800",
];

function toMetrics(value: number): MetricValues {
  return Object.fromEntries(METRIC_NAMES.map((name) => [name, value])) as MetricValues;
}

function toRun(id: string, value: (index: number) => number) {
  const record: RunRecord = {
    schema_version: "eval_record.v1",
    run_id: `${id}${HOSTILE[0]}`,
    kind: "golden",
    set: HOSTILE[1] ?? "",
    set_hash: "same",
    started_at: HOSTILE[2] ?? "",
    documents: 1,
    queries: HOSTILE.length,
    versions: { [HOSTILE[3] ?? ""]: id },
    config: { "search.rrf_k": id, [HOSTILE[4] ?? ""]: [HOSTILE[0] ?? "", id] },
    git: { commit: `<${id}>`, dirty: true },
    runs: [
      {
        mode: "hybrid",
        fusion: HOSTILE[4] ?? "",
        metrics: toMetrics(0),
        empty_rate: 0,
        latency_ms: { p50: 1, p95: 2 },
      },
    ],
    ask: {
      provider: HOSTILE[0] ?? "",
      model: HOSTILE[1] ?? "",
      questions: 1,
      refusal_correctness: 1,
      wrongly_refused: 0,
      wrongly_answered: 0,
      correct: 1,
      grounded: 1,
      latency_ms: { p50: 1, p95: 2 },
      prompt_tokens: 1,
      answer_tokens: 1,
    },
  };
  const queries = HOSTILE.map<QueryRecord>((query, index) => ({
    query_id: `${index}${query}`,
    query,
    kind: index % 2 === 0 ? query : "ko",
    group: null,
    mode: "hybrid",
    fusion: HOSTILE[4] ?? "",
    metrics: toMetrics(value(index)),
    latency_ms: 1,
    ranking: [query, `${query}#L1-L9`],
  }));
  return { record, queries, variant: null };
}

function toReport(): string {
  return toHtmlReport(
    compareRuns(
      toRun("a", (index) => index / 10),
      toRun("b", (index) => (index % 2 === 0 ? 0.9 : 0)),
    ),
  );
}

/** Every tag of the page with its attributes' names; text between tags cannot hold a "<". */
function listTags(html: string): { name: string; attributes: string[] }[] {
  return [...html.matchAll(/<([a-z!/][a-z0-9]*)((?:\s+[a-z0-9-]+(?:="[^"<>]*")?)*)\s*\/?>/gi)].map(
    ([, name = "", rest = ""]) => ({
      name: name.toLowerCase(),
      attributes: [...rest.matchAll(/\s([a-z0-9-]+)(?:=|\s|$)/gi)].map(([, attribute = ""]) => attribute),
    }),
  );
}

test("toHtmlReport() keeps hostile text from becoming markup, wherever it stands", () => {
  const html = toReport();
  const own = [
    ...["!doctype", "html", "head", "meta", "title", "style", "body", "main", "section", "footer", "div"],
    ...["h1", "h2", "h3", "p", "span", "small", "code", "bdi", "br", "ol", "li", "figure", "figcaption"],
    ...["table", "thead", "tbody", "tr", "th", "td"],
    ...["svg", "desc", "g", "line", "text", "path", "circle"],
  ];
  const tags = listTags(html);
  // Every "<" is one of our tags: nothing else can open one.
  expect(html.split("<").length - 1).toBe(tags.length);
  expect(tags.map(({ name }) => name.replace("/", "")).filter((name) => !own.includes(name))).toEqual([]);
  expect(tags.flatMap(({ attributes }) => attributes).filter((name) => name.startsWith("on"))).toEqual([]);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  for (const unseen of ["\u0000", "\u001b", "\u202e", "\u2066"]) expect(html).not.toContain(unseen);
  expect(html.isWellFormed()).toBe(true);
});

test("toHtmlReport() refers to nothing outside itself, and forbids it", () => {
  const html = toReport();
  const names = listTags(html).flatMap(({ attributes }) => attributes);
  for (const name of ["src", "href", "xlink:href", "srcset", "action", "style", "background", "poster"]) {
    expect(names).not.toContain(name);
  }
  const [, style = ""] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
  expect(style).not.toMatch(/url\(|@import|@font-face/);
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
});

test("toHtmlReport() has a title and a description on each plot, and the numbers beside them", () => {
  const html = toReport();
  const plots = html.match(/<svg .*?<\/svg>/gs) ?? [];
  expect(plots).toHaveLength(3);
  for (const plot of plots) {
    const [, title, text] = /role="img" aria-labelledby="(\S+) (\S+)"/.exec(plot) ?? [];
    expect(plot).toContain(`<title id="${title}">`);
    expect(plot).toContain(`<desc id="${text}">`);
    expect(plot).not.toMatch(/NaN|undefined|Infinity/);
  }
  for (const name of METRIC_NAMES) expect(html).toContain(`<td data-head="metric">${name}</td>`);
});

test("the plots hold their shape without differences, with one query and with many", () => {
  const flat = {
    a: 0.5,
    b: 0.5,
    difference: 0,
    low: 0,
    high: 0,
    wins: 0,
    losses: 0,
    ties: 3,
    significant: false,
  };
  expect(toForestPlot([{ ...flat, label: "map" }], "p")).not.toMatch(/NaN|Infinity/);
  expect(toSortedPlot([{ a: 0, b: 1 }], "p")).toContain("1 queries gained, 0 lost, 0 stayed the same");
  const many = Array.from({ length: 20_000 }, (_, index) => ({ a: (index % 7) / 7, b: (index % 11) / 11 }));
  expect(toSortedPlot(many, "p").length).toBeLessThan(60_000);
  // 7 × 11 places, however many queries stand there.
  expect(toScatterPlot(many, "p").match(/<circle/g)).toHaveLength(77);
});

test("escapeHtml() and clip() leave Korean and emoji whole", () => {
  expect(escapeHtml("배포 <롤백> & 'x'")).toBe("배포 &lt;롤백&gt; &amp; &#39;x&#39;");
  expect(clip("가나다라마", 4)).toBe("가나다…");
  expect(clip("👩‍💻👩‍💻", 10)).toBe("👩‍💻👩‍💻");
  expect(clip("😀😀😀", 2)).toBe("😀…");
  expect([toSigned(0.01234), toSigned(-0.01234), toSigned(-0.00001)]).toEqual([
    "+0.0123",
    "−0.0123",
    "0.0000",
  ]);
});
