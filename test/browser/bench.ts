import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { openEmbeddedNotes } from "../e2e/embedded-notes.ts";
import { type KebabCommand, ROOT, type Running } from "../e2e/kebab-command.ts";

/** What `npm run screenshots` starts, too: a plain script. */
const CHROMIUM = new URL("../../tools/chromium.mjs", import.meta.url);

/** A browser before the real server over the sample notes. */
export class Bench implements AsyncDisposable {
  readonly kebab: KebabCommand;
  readonly url: string;
  readonly #server: Running;
  readonly #browser: Browser;
  /** What no page may do: errors, refused resources, requests to elsewhere. */
  readonly problems: string[] = [];

  constructor(parts: { kebab: KebabCommand; server: Running; browser: Browser; url: string }) {
    this.kebab = parts.kebab;
    this.#server = parts.server;
    this.#browser = parts.browser;
    this.url = parts.url;
  }

  /** A window of its own on an address of the page, in English unless told. */
  async open(at: Readonly<Record<string, string>> = {}, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-US",
      ...options,
    });
    const page = await context.newPage();
    page.on("pageerror", (error) => this.problems.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") this.problems.push(`console: ${message.text()}`);
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.url) && !/^(?:data|blob):/.test(url)) this.problems.push(`request: ${url}`);
    });
    await page.goto(`${this.url}/?${new URLSearchParams(at)}`);
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    this.#server.kill("SIGTERM");
    await this.#server.end;
    this.kebab[Symbol.dispose]();
  }
}

/** `prepare` may add to the base before the server starts. */
export async function openBench(prepare?: (kebab: KebabCommand) => Promise<void>): Promise<Bench> {
  if (!existsSync(join(ROOT, "dist", "web", "index.html"))) {
    throw new Error("Cannot test the page: it is not built. Run `npm run build && npm run build:web`");
  }
  const { launchChromium } = (await import(CHROMIUM.href)) as { launchChromium: () => Promise<Browser> };
  const browser = await launchChromium();
  const kebab = await openEmbeddedNotes();
  await prepare?.(kebab);
  const server = kebab.start(["serve", "--port", "0"]);
  await server.until((stdout) => stdout.includes("http://"));
  const url = /http:\/\/[^\s/]+/.exec(server.stdout)?.[0] ?? "";
  return new Bench({ kebab, server, browser, url });
}
