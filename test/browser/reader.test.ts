import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());
afterEach(() => expect(bench.problems.splice(0)).toEqual([]));

async function firstHit(query: string, ...flags: string[]) {
  const { hits } = await bench.kebab.ask("search_response.v1", ["search", query, ...flags]);
  return hits[0]!;
}

async function openHit(hit: { doc_id: string; citation: { uri: string } }): Promise<Page> {
  const page = await bench.open({ doc: hit.doc_id, at: hit.citation.uri.split("#").at(-1)! });
  await page.waitForSelector(".reader .cited");
  return page;
}

const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    const pane = document.querySelector(".reader-body")?.getBoundingClientRect();
    return box !== undefined && pane !== undefined && box.top >= pane.top - 1 && box.top < pane.bottom;
  }, selector);

describe("the reader", () => {
  it("marks exactly the blocks of Markdown that hold the cited lines, and scrolls there", async () => {
    const hit = await firstHit("배포 롤백 연습", "--type", "markdown");
    const page = await openHit(hit);
    const { start_line: start, end_line: end } = hit.citation;
    const blocks = await page.locator(".markdown [data-lines]").evaluateAll((elements) =>
      elements
        .filter((element) => element.querySelector("[data-lines]") === null)
        .map((element) => {
          const [from = 0, to = 0] = (element.getAttribute("data-lines") ?? "").split("-").map(Number);
          return { from, to, isCited: element.classList.contains("cited") };
        }),
    );
    expect(blocks.some(({ isCited }) => isCited)).toBe(true);
    expect(blocks.some(({ isCited }) => !isCited)).toBe(true);
    for (const block of blocks) expect(block.isCited).toBe(block.from <= end! && block.to >= start!);
    expect(await isInView(page, ".markdown .cited")).toBe(true);
    const marked = (await page.locator(".markdown .cited").allTextContents()).join("\n");
    const { text } = await bench.kebab.ask("fetch_result.v1", ["fetch", "span", hit.citation.uri]);
    const heading = /^#+ (.+)$/m.exec(text)?.[1];
    expect(marked).toContain(heading);
  });

  it("aligns a table's columns as the note does, with no style that the page's policy would block", async () => {
    const page = await openHit(await firstHit("월별 기록 running log", "--path", "**/running-log.md"));
    const alignment = await page
      .locator(".markdown tr:last-child td")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).textAlign));
    expect(alignment).toEqual(["left", "right", "right", "left"]);
  });

  it("marks exactly the cited lines of code, with their numbers", async () => {
    const hit = await firstHit("parse http header", "--type", "code");
    const page = await openHit(hit);
    const { start_line: start, end_line: end } = hit.citation;
    const marked = await page
      .locator(".lines .cited")
      .evaluateAll((lines) => lines.map((line) => Number(line.getAttribute("data-line"))));
    expect(marked).toEqual(Array.from({ length: end! - start! + 1 }, (_, index) => start! + index));
    const shown = (await page.locator(".lines .cited code").allTextContents()).map((line) =>
      line.replace(/\n$/, ""),
    );
    const { text } = await bench.kebab.ask("fetch_result.v1", ["fetch", "span", hit.citation.uri]);
    expect(shown.join("\n").trimEnd()).toBe(text.trimEnd());
    expect(await isInView(page, ".lines .cited")).toBe(true);
  });

  it("marks the cited lines of a plain note", async () => {
    const hit = await firstHit("김치찌개", "--type", "note");
    const page = await openHit(hit);
    const marked = await page.locator(".lines.prose .cited").count();
    expect(marked).toBe(hit.citation.end_line! - hit.citation.start_line! + 1);
  });

  it("draws the cited page of a PDF and marks the cited text on it", async () => {
    const hit = await firstHit("결제 지연", "--type", "pdf");
    const page = await openHit(hit);
    expect(await page.locator(".page.cited").getAttribute("data-page")).toBe(String(hit.citation.page));
    await page.waitForSelector(".text-layer .cited-text", { state: "attached" });
    const marked = (await page.locator(".text-layer .cited-text").allTextContents())
      .join("")
      .replace(/\s+/g, "");
    const { text } = await bench.kebab.ask("fetch_result.v1", ["fetch", "span", hit.citation.uri]);
    expect(marked).toContain(text.replace(/\s+/g, "").slice(0, 40));
    const isDrawn = await page.locator(".page.cited canvas").evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels =
        (canvas as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
      return new Set(pixels).size > 8;
    });
    expect(isDrawn).toBe(true);
  });

  it("copies the citation", async () => {
    const hit = await firstHit("rollback");
    const page = await openHit(hit);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy citation" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(hit.citation.uri);
  });

  it("offers the editor with the file and the line", async () => {
    const hit = await firstHit("parse http header", "--type", "code");
    const page = await openHit(hit);
    const link = await page.getByRole("link", { name: "Open in editor" }).getAttribute("href");
    expect(link).toMatch(new RegExp(`^vscode://file/.+/${hit.doc_path}:${hit.citation.start_line}$`));
  });
});
