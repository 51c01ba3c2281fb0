import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KebabCommand, openNotes, type Wire } from "./kebab-command.ts";

type Response = Wire<"search_response.v1">;

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openNotes();
});
afterAll(() => kebab[Symbol.dispose]());

const search = (...args: string[]): Promise<Response> =>
  kebab.askHere("search_response.v1", ["search", ...args]);
const pathsOf = (response: Response): string[] =>
  [...new Set(response.hits.map((hit) => hit.doc_path))].sort();
/** Words that occur nearly everywhere. */
const BROAD =
  "one two three more first time day use we run test order team code name 이 다 는 를 은 로 한 2025 2026 1 2";

describe("filters", () => {
  const filters: readonly (readonly [args: string, paths: readonly string[]])[] = [
    ["--tags ops,production", ["ops/deploy-rollback.md"]],
    [
      "--tags-any kafka,tls",
      [
        "dev/adr-0012-outbox.md",
        "meetings/2026-07-02-settlement-sync.txt",
        "ops/kafka-consumer-lag.md",
        "ops/tls-renewal.md",
      ],
    ],
    ["--type pdf", ["ops/postmortem-2026-05-21.pdf"]],
    [
      "--type note,pdf",
      [
        "inbox.txt",
        "life/kimchi-jjigae.txt",
        "meetings/2026-07-02-settlement-sync.txt",
        "meetings/2026-08-13-search-quality.txt",
        "ops/postmortem-2026-05-21.pdf",
        "reading/queueing-article.txt",
        "reading/작게-일하는-팀.txt",
      ],
    ],
    ["--path life/*.md", ["life/running-log.md", "life/연말정산.md", "life/전세-계약.md"]],
    ["--path **/*.{ts,tsx}", ["code/OrderTable.tsx", "code/parseHttpHeader.ts"]],
    ["--code-lang ts", ["code/parseHttpHeader.ts"]],
    ["--code-lang ts,rust", ["code/hangul.rs", "code/parseHttpHeader.ts"]],
    [
      "--lang en --path {dev,ops}/*",
      [
        "dev/adr-0012-outbox.md",
        "dev/http-caching.md",
        "dev/new-laptop.md",
        "dev/version-control.md",
        "ops/incident-response.md",
        "ops/tls-renewal.md",
      ],
    ],
    ["--after 2026-09-01", ["journal/2026-W37.md", "ops/service-catalog.md", "people/one-on-ones.md"]],
    ["--before 2025-12-01", ["dev/adr-0012-outbox.md", "reading/ddia-replication.md"]],
    ["--before 2025-07", ["reading/ddia-replication.md"]],
    [
      "--after 2026-06-02 --before 2026-06-12",
      [
        "journal/2026-W24.md",
        "ops/incident-response.md",
        "ops/kafka-consumer-lag.md",
        "ops/postmortem-2026-05-21.pdf",
      ],
    ],
    ["--trust-min primary --path {meetings,reading}/*.md", []],
    ["--trust-min secondary --path {meetings,reading}/*.md", ["reading/ddia-replication.md"]],
    [
      "--trust-min generated --path {meetings,reading}/*.md",
      ["meetings/2026-04-16-capacity-summary.md", "reading/ddia-replication.md"],
    ],
    ["--source notes --tags tax", ["life/연말정산.md"]],
    ["--source library", []],
    ["--repo elsewhere", []],
  ];

  it.each(filters)("%s keeps exactly its documents", async (words, paths) => {
    const args = words.split(" ");
    const listed = await kebab.askHere("document_list.v1", ["list", "docs", ...args]);
    expect(listed.documents.map((document) => document.doc_path)).toEqual([...paths]);
    const found = await search(BROAD, "--mode", "lexical", "--top", "1000", ...args);
    expect(pathsOf(found)).toEqual([...paths].sort());
  });

  it("hide no hit: a filtered search is the whole one with the others taken out", async () => {
    const all = await search(BROAD, "--mode", "lexical", "--top", "1000");
    const code = await search(BROAD, "--mode", "lexical", "--top", "1000", "--type", "code");
    const expected = all.hits
      .filter((hit) => hit.type === "code")
      .map(({ chunk_id, score }) => ({ chunk_id, score }));
    expect(expected.length).toBeGreaterThan(20);
    expect(code.hits.map(({ chunk_id, score }) => ({ chunk_id, score }))).toEqual(expected);
  });

  it("--doc keeps the documents named by id", async () => {
    const [hit] = (await search("연말정산", "--top", "1")).hits;
    const found = await search(BROAD, "--top", "1000", "--doc", hit!.doc_id);
    expect(pathsOf(found)).toEqual(["life/연말정산.md"]);
  });

  it("--repo keeps the files of a repository", async () => {
    kebab.write("work/alpha/.git/HEAD", "ref: refs/heads/main\n");
    kebab.write("work/alpha/readme.md", "# Alpha\n\nabout zirconium\n");
    kebab.write("work/beta/readme.md", "# Beta\n\nabout zirconium\n");
    const elsewhere = ["--data-dir", kebab.at("repositories")];
    await kebab.run(["ingest", kebab.at("work"), ...elsewhere]);
    const both = await search("zirconium", ...elsewhere);
    expect(pathsOf(both)).toEqual(["alpha/readme.md", "beta/readme.md"]);
    const alpha = await search("zirconium", "--repo", "alpha", ...elsewhere);
    expect(alpha.hits.map((hit) => [hit.doc_path, hit.repo])).toEqual([["alpha/readme.md", "alpha"]]);
  });

  const refused: readonly (readonly [args: string, hint: RegExp])[] = [
    ["--type markdwon", /Did you mean markdown/],
    ["--code-lang klingon", /typescript/],
    ["--after yesterday", /2026-03-01/],
    ["--before 2026-13-45", /2026-03-01/],
    ["--trust-min high", /--help/],
    ["--tags ,", /--help/],
    ["--lang  ", /--help/],
  ];
  it.each(refused)("%s is refused with a hint", async (words, hint) => {
    const { code, stdout, stderr } = await kebab.runHere(["search", "x", ...words.split(" ")]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^error: Cannot use /);
    expect(stderr).toMatch(hint);
  });
});
