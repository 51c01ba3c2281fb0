import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "./bench.ts";

const HOSTILE = [
  "# hostilenote",
  "",
  "<script>window.hacked = 1</script>",
  '<img src="x" onerror="window.hacked = 2">',
  '<img src="http://tracker.example/pixel.png">',
  "![remote](http://tracker.example/pixel.png)",
  "[click](javascript:window.hacked=3)",
  "[data](data:text/html,<script>window.hacked=4</script>)",
  '<a href="javascript:window.hacked=5">raw</a>',
  '<style>body { display: none }</style><p style="position:fixed">x</p>',
  '<iframe src="http://tracker.example/"></iframe>',
  "<mark>hostilenote</mark> <svg onload=window.hacked=6>",
  "[plain](https://example.com/)",
  "",
  "```html",
  "</code></pre><script>window.hacked = 7</script>",
  "```",
].join("\n");

const VIEWS: readonly Readonly<Record<string, string>>[] = [
  {},
  { q: "rollback" },
  { q: "rollback deploy", lists: "1" },
  { view: "ask" },
  { view: "library" },
  { view: "library", tab: "map" },
  { view: "library", tab: "add" },
  { view: "library", tab: "health" },
  { view: "eval" },
];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench(async (kebab) => {
    kebab.write("hostile/hostile.md", HOSTILE);
    const { code } = await kebab.run(["ingest", kebab.at("hostile"), "--quiet"]);
    expect(code).toBe(0);
  });
});
afterAll(() => bench[Symbol.asyncDispose]());
afterEach(() => expect(bench.problems.splice(0)).toEqual([]));

const settle = (page: Page): Promise<void> => page.waitForLoadState("networkidle");
const hacked = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, "hacked"));

describe("a hostile note", () => {
  it("runs nothing, loads nothing and styles nothing, in a snippet or in the reader", async () => {
    const page = await bench.open({ q: "hostilenote", mode: "lexical" });
    await page.waitForSelector(".hit");
    await page.locator(".hit .title").first().click();
    await page.waitForSelector(".reader .markdown .cited");
    await settle(page);
    expect(await hacked(page)).toBeUndefined();
    const inside = page.locator(".reader .markdown");
    for (const tag of ["script", "img", "iframe", "style", "svg", "[style]", "[onload]", "[onerror]"]) {
      expect([tag, await inside.locator(tag).count()]).toEqual([tag, 0]);
    }
    const links = await inside
      .locator("a")
      .evaluateAll((all) =>
        all.map((link) => [link.textContent, link.getAttribute("href"), link.getAttribute("rel")]),
      );
    const safe = links.filter(([, href]) => href !== null);
    expect(safe.length).toBeGreaterThan(0);
    for (const [, href, rel] of safe) {
      expect(href).toMatch(/^https?:/);
      expect(rel).toBe("noopener noreferrer");
    }
    expect(await inside.textContent()).toContain("<script>window.hacked = 1</script>");
  });

  it("cannot be a way in by the address of the page", async () => {
    const page = await bench.open({
      q: '"><script>window.hacked=8</script>',
      doc: "javascript:alert(1)",
      at: "<img src=x onerror=window.hacked=9>",
    });
    await page.waitForSelector(".reader .failure");
    expect(await hacked(page)).toBeUndefined();
    // The document does not exist, and the browser says so in its console.
    expect(bench.problems.splice(0).every((problem) => problem.includes("404"))).toBe(true);
  });
});

describe("for everyone", () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

  async function findViolations(page: Page): Promise<string[]> {
    // By the debugger, which the content security policy does not bind.
    await page.evaluate(axe);
    return page.evaluate(async () => {
      const { violations } = await (
        globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }
      ).axe.run();
      return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes[0]?.html ?? ""}`);
    });
  }

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has nothing axe objects to, in ${colorScheme}`, async () => {
      for (const at of VIEWS) {
        const page = await bench.open(at, { colorScheme });
        await settle(page);
        expect([at, await findViolations(page)]).toEqual([at, []]);
        await page.context().close();
      }
    });

    it(`has nothing axe objects to with the reader and the reasons open, in ${colorScheme}`, async () => {
      const page = await bench.open({ q: "parse http header" }, { colorScheme });
      await page.waitForSelector(".hit");
      await page.locator(".why-button").first().click();
      await page.locator(".hit .title").first().click();
      await page.waitForSelector(".reader .cited");
      expect(await findViolations(page)).toEqual([]);
    });
  }

  it("has nothing axe objects to in an answer and in a refusal", async () => {
    for (const q of ["배포 롤백은 어떻게 하지?", "Which actor won the Oscar in Mongolia?"]) {
      const page = await bench.open({ view: "ask", q });
      await page.locator("form .button.strong").click();
      await page.waitForSelector(".verdict, .refusal");
      expect([q, await findViolations(page)]).toEqual([q, []]);
    }
  });

  it("fits 320 pixels, without scrolling sideways", async () => {
    for (const at of [...VIEWS, { view: "ask", q: "롤백" }]) {
      const page = await bench.open(at, { viewport: { width: 320, height: 640 } });
      await settle(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([at, width]).toEqual([at, 320]);
      await page.context().close();
    }
    const page = await bench.open({ q: "rollback" }, { viewport: { width: 320, height: 640 } });
    await page.locator(".hit .title").first().click();
    await page.waitForSelector(".reader .cited");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await page.locator(".reader").evaluate((reader) => reader.getBoundingClientRect().width)).toBe(
      320,
    );
  });

  it("is dark when the system is, and when told so", async () => {
    const brightness = (page: Page): Promise<number> =>
      page.evaluate(() => {
        const [red = 0, green = 0, blue = 0] = (
          getComputedStyle(document.documentElement).backgroundColor.match(/[\d.]+/g) ?? []
        ).map(Number);
        return red + green + blue;
      });
    const dark = await bench.open({}, { colorScheme: "dark" });
    expect(await brightness(dark)).toBeLessThan(150);
    const page = await bench.open({}, { colorScheme: "light" });
    expect(await brightness(page)).toBeGreaterThan(600);
    await page.getByRole("button", { name: "Colours: as the system" }).click();
    await page.getByRole("button", { name: "Colours: light" }).click();
    await page.getByRole("button", { name: "Colours: dark" }).waitFor();
    expect(await brightness(page)).toBeLessThan(150);
    await page.reload();
    await page.getByRole("button", { name: "Colours: dark" }).waitFor();
    expect(await brightness(page)).toBeLessThan(150);
  });

  it("speaks Korean where the browser does, and switches", async () => {
    const page = await bench.open({}, { locale: "ko-KR" });
    await page.getByRole("link", { name: "보관함" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ko");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("link", { name: "Library" }).waitFor();
  });

  it("says so when the server has gone", async () => {
    const page = await bench.open();
    await page.route("**/api/v1/search", (route) => route.abort("connectionrefused"));
    await page.fill("[data-main-field]", "rollback");
    await page.getByText("The server does not answer").waitFor();
    expect(bench.problems.splice(0).every((problem) => problem.includes("ERR_CONNECTION_REFUSED"))).toBe(
      true,
    );
  });
});

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}
