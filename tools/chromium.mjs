import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [
  process.env.KEBAB_CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Talks to nobody but the page under test. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Must be closed. A machine without the browser is told so: nothing is skipped in silence. */
export async function launchChromium() {
  const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined) {
    throw new Error(
      "Cannot start a browser: no Chromium was found. Install it (Debian: apt install chromium), or set KEBAB_CHROMIUM to its path",
    );
  }
  return chromium.launch({ executablePath, args: QUIET });
}
