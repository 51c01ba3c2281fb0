import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./bench.ts";

const GOLDEN = [
  "version: 1",
  "name: two",
  "queries:",
  '  - { id: a, kind: ko, query: "배포 롤백", expect: { path: "ops/deploy-rollback.md" } }',
  '  - { id: b, kind: en, query: "http caching", expect: { path: "dev/http-caching.md" } }',
].join("\n");

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());
afterEach(() => expect(bench.problems.splice(0)).toEqual([]));

describe("asking", () => {
  it("answers with citations that open in the reader", async () => {
    const page = await bench.open({ view: "ask" });
    await page.fill("[data-main-field]", "배포 롤백은 어떻게 하지?");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".verdict.good");
    const answer = await bench.kebab.ask("answer.v1", ["ask", "배포 롤백은 어떻게 하지?"]);
    const said = (await page.locator(".said").textContent())?.replace(/\s+/g, "");
    expect(said).toBe(answer.answer?.replace(/\[(\d+)\]|`/g, "$1").replace(/\s+/g, ""));
    await page.locator("button.cite").first().click();
    await page.waitForSelector(".reader .cited");
    const cited = answer.sources.find(({ number }) => number === answer.sentences[0]?.citations[0]);
    expect(await page.locator(".reader h2").first().textContent()).toBe(cited?.title);
  });

  it("refuses with a reason and the nearest passages", async () => {
    const page = await bench.open({ view: "ask" });
    await page.fill("[data-main-field]", "Which staging actor won the Oscar for best picture in Mongolia?");
    await page.getByRole("main").getByRole("button", { name: "Ask" }).click();
    await page.waitForSelector(".refusal");
    expect(await page.locator(".refusal .hit").count()).toBeGreaterThan(0);
    await page.locator(".refusal .hit .title").first().click();
    await page.waitForSelector(".reader .cited");
  });

  it("stops when told to", async () => {
    const page = await bench.open({ view: "ask" });
    await page.route("**/api/v1/ask", () => undefined);
    await page.fill("[data-main-field]", "rollback?");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped before the end").waitFor();
  });
});

describe("the library", () => {
  it("lists the documents, filters them by path and opens one", async () => {
    const page = await bench.open({ view: "library" });
    await page.waitForSelector(".documents li");
    await page.fill('.field.small input[type="search"]', "rollback");
    await page.waitForFunction(() => document.querySelectorAll(".documents li").length === 1);
    await page.locator(".documents .title").click();
    await page.waitForSelector(".reader .markdown");
  });

  it("maps every document that has a place, and opens one by keyboard", async () => {
    const page = await bench.open({ view: "library", tab: "map" });
    await page.waitForSelector(".map circle");
    const map = (await (await fetch(`${bench.url}/api/v1/map`)).json()) as { points: unknown[] };
    expect(await page.locator(".map circle").count()).toBe(map.points.length);
    await page.locator(".map-list a").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector(".reader");
  });

  it("takes a note, an ingest and a dropped file in, and finds them", async () => {
    const page = await bench.open({ view: "library", tab: "add" });
    await page.getByLabel("Text").fill("양갱은 팥으로 만든다. The yanggaeng recipe.");
    await page.getByRole("button", { name: "Save note" }).click();
    await page.getByText("Saved and searchable").waitFor();
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["# Dropped\n\nA word nowhere else: floccinaucinihili.\n"], "dropped.md"));
      return transfer;
    });
    await page.dispatchEvent(".drop", "drop", { dataTransfer: dropped });
    await page.getByText("added", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Ingest now" }).click();
    await page.locator(".report").waitFor();
    expect(await page.locator(".report").textContent()).toMatch(/unchanged/);
    for (const word of ["yanggaeng", "floccinaucinihili"]) {
      await page.goto(`${bench.url}/?mode=lexical&q=${word}`);
      await page.locator(".snippet mark").first().waitFor();
    }
  });

  it("shows an ingest as it goes on", async () => {
    const page = await bench.open({ view: "library", tab: "add" });
    const events = [
      { kind: "scan-finished", source: "notes", files: 10, changed: 4 },
      { kind: "file-stored", source: "notes", path: "a.md", chunks: 2 },
      { kind: "chunks-embedded", done: 3, total: 8 },
    ].map(
      (event) =>
        `event: progress\ndata: ${JSON.stringify({ schema_version: "ingest_progress.v1", ...event })}\n\n`,
    );
    await page.route("**/api/v1/ingest", (route) =>
      route.fulfill({ contentType: "text/event-stream", body: events.join("") }),
    );
    await page.getByRole("button", { name: "Ingest now" }).click();
    await page.getByText("Files 1 of 4").waitFor();
    await page.getByText("Passages embedded 3 of 8").waitFor();
    expect(await page.locator(".progress .path").textContent()).toBe("a.md");
  });

  it("tells the health of the index", async () => {
    const page = await bench.open({ view: "library", tab: "health" });
    await page.waitForSelector(".vector-table");
    const status = await bench.kebab.ask("status.v1", ["status"]);
    expect(await page.locator(".numbers").textContent()).toContain(String(status.chunks));
  });
});

describe("evaluations", () => {
  it("says how to make the first one, then plots runs and compares two", async () => {
    const page = await bench.open({ view: "eval" });
    await page.getByText("kebab eval run").waitFor();
    const golden = bench.kebab.write("golden.yaml", GOLDEN);
    for (let run = 0; run < 2; run++) {
      const { stderr } = await bench.kebab.run(["eval", "run", golden, "--no-ask", "--quiet"]);
      expect(stderr).toBe("");
    }
    await page.reload();
    await page.waitForSelector(".forest .interval", { state: "attached" });
    expect(await page.locator(".plot polyline").count()).toBe(3);
    expect(await page.locator(".runs .first").count()).toBe(2);
  });
});
