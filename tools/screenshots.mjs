// Pictures of every page, light and dark, on a desk and on a phone, from the real server over the sample notes.
// Usage: node tools/screenshots.mjs [folder for the PNGs, /tmp/kebab-screenshots when left out]
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launchChromium } from "./chromium.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "bin", "kebab.js");
const folder = resolve(process.argv[2] ?? join(tmpdir(), "kebab-screenshots"));
const home = mkdtempSync(join(tmpdir(), "kebab-screenshots-home-"));

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 320, height: 640 } };
const THEMES = ["light", "dark"];

const KOREAN = "배포 롤백은 어떻게 하지?";

/** Each page by its address and what is done on it before the picture. */
const PAGES = {
  home: { at: {} },
  search: { at: { q: KOREAN }, act: waitForHits },
  why: { at: { q: "parse http header" }, act: openWhy },
  lists: { at: { q: "rollback deploy", lists: "1" }, act: (page) => page.waitForSelector(".rank-lines") },
  "read-markdown": { at: { q: KOREAN }, act: openFirst },
  "read-code": { at: { q: "parse http header", type: "code" }, act: openFirst },
  "read-pdf": { at: { q: "결제 지연 타임라인", type: "pdf" }, act: openPdf },
  ask: { at: { view: "ask", q: KOREAN }, act: ask },
  refusal: { at: { view: "ask", q: "Which actor won the Oscar in Mongolia?" }, act: ask },
  documents: { at: { view: "library" }, act: (page) => page.waitForSelector(".documents li") },
  map: { at: { view: "library", tab: "map" }, act: (page) => page.waitForSelector(".map circle") },
  add: { at: { view: "library", tab: "add" }, act: (page) => page.waitForSelector(".drop") },
  health: { at: { view: "library", tab: "health" }, act: (page) => page.waitForSelector(".vector-table") },
  eval: { at: { view: "eval" }, act: (page) => page.waitForSelector(".forest, .welcome") },
};

async function waitForHits(page) {
  await page.waitForSelector(".hit");
}

async function openWhy(page) {
  await waitForHits(page);
  await page.click(".why-button");
  await page.waitForSelector(".why table");
}

async function openFirst(page) {
  await waitForHits(page);
  await page.click(".hit .title");
  await page.waitForSelector(".reader .cited");
}

async function openPdf(page) {
  await openFirst(page);
  await page.waitForSelector(".reader .cited-text", { state: "attached" });
}

async function ask(page) {
  await page.click("form .button.strong");
  await page.waitForSelector(".verdict, .refusal");
}

function kebab(words, env = {}) {
  const { status } = spawnSync(process.execPath, [program, ...words], {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  // 1: below what the golden set requires, which is no matter here.
  if (status !== 0 && status !== 1) throw new Error(`kebab ${words.join(" ")} ended with ${status}`);
}

async function startServer() {
  const child = spawn(process.execPath, [program, "serve", "--port", "0"], {
    cwd: home,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((found, failed) => {
    let said = "";
    child.stdout.on("data", (text) => {
      said += text;
      const address = /http:\/\/\S+/.exec(said);
      if (address !== null) found(address[0]);
    });
    child.on("close", (code) => failed(new Error(`kebab serve ended with ${code}`)));
  });
  return { child, url };
}

async function takeAll(url, browser) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const theme of THEMES) {
      const context = await browser.newContext({ viewport, colorScheme: theme, locale: "ko-KR" });
      for (const [name, { at, act }] of Object.entries(PAGES)) {
        const page = await context.newPage();
        await page.goto(`${url}/?${new URLSearchParams(at)}`);
        await act?.(page);
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
        await page.close();
      }
      await context.close();
    }
  }
}

mkdirSync(folder, { recursive: true });
kebab(["init", "--project", join(root, "examples", "notes")]);
kebab(["ingest", "--quiet"]);
// Two runs that differ, so that there is something to compare. No answers: they would take minutes.
const evaluate = ["eval", "run", join(root, "examples", "golden.yaml"), "--quiet", "--no-ask"];
kebab(evaluate, { KEBAB_SEARCH_HEADING_WEIGHT: "1" });
kebab(evaluate);
const server = await startServer();
const browser = await launchChromium();
try {
  await takeAll(server.url, browser);
} finally {
  await browser.close();
  server.child.kill("SIGTERM");
  await new Promise((ended) => server.child.on("close", ended));
  rmSync(home, { recursive: true, force: true });
}
console.log(`${Object.keys(PAGES).length * Object.keys(SIZES).length * THEMES.length} pictures in ${folder}`);
