import type { CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());
afterEach(() => expect(bench.problems.splice(0)).toEqual([]));

const FIELD = "[data-main-field]";
const titles = (page: Page): Promise<string[]> => page.locator(".hit .title").allTextContents();
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

/** Every query that was sent, in order. */
function listenToQueries(page: Page): string[] {
  const queries: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/v1/search")) return;
    queries.push((request.postDataJSON() as { query: string }).query);
  });
  return queries;
}

describe("searching as you type", () => {
  it("shows cited hits with their matches marked, and puts the query into the URL", async () => {
    const page = await bench.open();
    await page.fill(FIELD, "rollback");
    await page.waitForSelector(".hit");
    expect(await page.locator(".hit .citation").first().textContent()).toMatch(/^\S+#(?:L\d+-L\d+|p=\d+)$/);
    expect((await page.locator(".snippet mark").first().textContent())?.toLowerCase()).toBe("rollback");
    expect(new URL(page.url()).searchParams.get("q")).toBe("rollback");
    expect(await page.locator('.results [role="status"]').textContent()).toMatch(/hits/);
  });

  it("lets the last query win, whatever the order of the answers", async () => {
    const page = await bench.open();
    let slow = true;
    await page.route("**/api/v1/search", async (route) => {
      if (slow) {
        slow = false;
        await new Promise((resolve) => setTimeout(resolve, 1500));
      }
      await route.continue().catch(() => undefined);
    });
    await page.fill(FIELD, "kafka");
    await page.waitForRequest("**/api/v1/search");
    await page.fill(FIELD, "김치찌개");
    await page.waitForSelector(".hit");
    await page.waitForTimeout(2000);
    expect((await titles(page))[0]).toBe("kimchi-jjigae");
  });

  it("goes back and forward through queries and filters", async () => {
    const page = await bench.open({ q: "rollback" });
    await page.waitForSelector(".hit");
    await page.getByRole("checkbox", { name: /^Code/ }).check();
    await page.waitForFunction(() => location.search.includes("type=code"));
    await page.goBack();
    expect(new URL(page.url()).searchParams.get("type")).toBeNull();
    expect(await page.getByRole("checkbox", { name: /^Code/ }).isChecked()).toBe(false);
    await page.goForward();
    expect(await page.getByRole("checkbox", { name: /^Code/ }).isChecked()).toBe(true);
  });

  it("narrows to a type, a tag and a language", async () => {
    const page = await bench.open({ q: "rollback", type: "code" });
    await page.waitForSelector(".hit");
    expect(new Set(await page.locator(".hit .type").allTextContents())).toEqual(new Set(["Code"]));
    await page.goto(`${bench.url}/?q=rollback&tag=ops&lang=ko`);
    await page.waitForSelector(".hit");
    const paths = await page.locator(".hit .citation").allTextContents();
    expect(paths.length).toBeGreaterThan(0);
    const filtered = await bench.kebab.ask("search_response.v1", [
      ...["search", "rollback", "--tags", "ops", "--lang", "ko", "--top", "20"],
    ]);
    expect(paths).toEqual(filtered.hits.map((hit) => hit.citation.uri));
  });

  it("switches the mode, and says quietly why one side is silent", async () => {
    // More than a third of it in a script that the bundled model cannot read.
    const page = await bench.open({ q: "ロールバックの手順 rollback" });
    await page.waitForSelector(".hit");
    await page.getByRole("radio", { name: "Meaning" }).check();
    await page.waitForSelector(".warning");
    expect(new URL(page.url()).searchParams.get("mode")).toBe("vector");
  });

  it("shows more hits when asked, and begins anew with another query", async () => {
    const page = await bench.open({ q: "rollback" });
    await page.waitForSelector(".hit");
    const first = (await titles(page)).length;
    await page.getByRole("button", { name: "More hits" }).click();
    await page.waitForFunction((count) => document.querySelectorAll(".hit").length > count, first);
    const ranks = (await page.locator(".hit .rank").allTextContents()).map(Number);
    expect(ranks).toEqual(ranks.map((_, index) => index + 1));
    await page.fill(FIELD, "kafka");
    await page.waitForFunction((count) => document.querySelectorAll(".hit").length <= count, first);
  });

  it("says when nothing is found", async () => {
    const page = await bench.open({ q: "zzqqxxyy", mode: "lexical" });
    await page.waitForSelector(".empty");
    expect(await page.locator(".empty").textContent()).toContain("zzqqxxyy");
  });
});

describe("Korean through an input method", () => {
  const compose = (session: CDPSession, text: string): Promise<unknown> =>
    session.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });

  it("never searches a half-typed letter, searches whole syllables, and keeps the composition intact", async () => {
    const page = await bench.open();
    const queries = listenToQueries(page);
    const session = await page.context().newCDPSession(page);
    await page.focus(FIELD);
    await compose(session, "ㅂ");
    await page.waitForTimeout(600);
    expect(queries).toEqual([]);
    await compose(session, "배");
    await session.send("Input.insertText", { text: "배" });
    await compose(session, "ㅍ");
    await compose(session, "포");
    await page.waitForSelector(".hit");
    expect(await page.inputValue(FIELD)).toBe("배포");
    await session.send("Input.insertText", { text: "포" });
    await page.waitForTimeout(400);
    expect(await page.inputValue(FIELD)).toBe("배포");
    expect(queries.at(-1)).toBe("배포");
    expect(queries.every((query) => !/[ㄱ-ㅎㅏ-ㅣ]/.test(query))).toBe(true);
  });

  it("does not open a hit with the Enter that ends a composition", async () => {
    const page = await bench.open({ q: "배포" });
    await page.waitForSelector(".hit");
    await page.focus(FIELD);
    await page.evaluate((field) => {
      const input = document.querySelector(field);
      input?.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      input?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }),
      );
      input?.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    }, FIELD);
    await page.waitForTimeout(300);
    expect(await page.locator(".reader").count()).toBe(0);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".reader");
  });
});

describe("by keyboard alone", () => {
  it("finds, moves, opens, goes to the next hit and closes", async () => {
    const page = await bench.open();
    await page.locator("main").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("rollback");
    await page.waitForSelector(".hit");
    const [first, second] = await titles(page);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(first);
    await page.keyboard.press("ArrowDown");
    expect(await focused(page)).toBe(second);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".reader .cited");
    expect(await page.locator(".reader h2").first().textContent()).toBe(second);
    await page.keyboard.press("[");
    await page.waitForFunction((title) => document.querySelector(".reader h2")?.textContent === title, first);
    await page.keyboard.press("Escape");
    await page.waitForSelector(".reader", { state: "detached" });
    expect(new URL(page.url()).searchParams.get("doc")).toBeNull();
  });

  it("shows the keys with ? and closes them with Escape", async () => {
    const page = await bench.open();
    await page.locator("main").focus();
    await page.keyboard.press("?");
    await page.waitForSelector("dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  });
});

describe("why this rank", () => {
  it("shows the same ranks and scores as the API", async () => {
    const page = await bench.open({ q: "rollback deploy" });
    const asked = await fetch(`${bench.url}/api/v1/search?query=rollback+deploy&top=20`);
    const body = (await asked.json()) as { hits: Hit[] };
    await page.waitForSelector(".hit");
    const hit = body.hits.find(
      ({ retrieval }) => retrieval.lexical_rank !== null && retrieval.vector_rank !== null,
    )!;
    const card = page.locator(`[data-chunk="${hit.chunk_id}"]`);
    await card.locator(".why-button").click();
    const rows = await card.locator(".why tbody tr").allTextContents();
    expect(rows[0]).toContain(String(hit.retrieval.lexical_rank));
    expect(rows[1]).toContain(String(hit.retrieval.vector_rank));
    expect(rows[2]).toContain(hit.score.toFixed(4));
    expect(await card.locator(".why .rank-picture circle").count()).toBe(3);
    expect(await card.locator(".arithmetic").textContent()).toContain("1/(60");
  });

  it("joins the same chunks of the three lists by lines", async () => {
    const page = await bench.open({ q: "rollback deploy", lists: "1" });
    await page.waitForSelector(".rank-lines");
    const [lexical = [], fused = [], vector = []] = await Promise.all(
      ["lexical", "fused", "vector"].map((side) =>
        page
          .locator(`.rank-list.${side} a`)
          .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
      ),
    );
    const shared = (a: readonly unknown[], b: readonly unknown[]): number =>
      a.filter((each) => b.includes(each)).length;
    expect(await page.locator("path.lexical-stroke").count()).toBe(shared(lexical, fused));
    expect(await page.locator("path.vector-stroke").count()).toBe(shared(fused, vector));
    expect(shared(lexical, fused)).toBeGreaterThan(2);
  });
});

interface Hit {
  readonly chunk_id: string;
  readonly score: number;
  readonly retrieval: { readonly lexical_rank: number | null; readonly vector_rank: number | null };
}
