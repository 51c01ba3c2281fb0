// Turns files and folders of FOLDER into links to their namesakes in OUTSIDE, into pipes, and back, as fast as it can.
// Usage: node swap-forever.mjs FOLDER OUTSIDE, until SIGTERM

import { spawnSync } from "node:child_process";
import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const [folder, outside] = process.argv.slice(2);
const places = [
  ["swap", join(outside, "swap")],
  ["nested", join(outside, "nested")],
  ...Array.from({ length: 10 }, (_, at) => [`file-${at}.md`, join(outside, `swap/file-${at}.md`)]),
];
const pairs = places.map(([name, target], position) => {
  const other = join(folder, `.other-${position}`);
  symlinkSync(target, other);
  return { path: join(folder, name), other, aside: join(folder, `.aside-${position}`) };
});
for (let at = 10; at < 13; at++) {
  const other = join(folder, `.pipe-${at}`);
  if (spawnSync("mkfifo", [other]).status === 0) {
    pairs.push({ path: join(folder, `file-${at}.md`), other, aside: join(folder, `.aside-pipe-${at}`) });
  }
}

let swaps = 0;
let running = true;
process.once("SIGTERM", () => {
  running = false;
});

function swap({ path, other, aside }) {
  renameSync(path, aside);
  renameSync(other, path);
  renameSync(aside, other);
  swaps++;
}

/** Some at a time, then a breath, so that the signal is heard and a reader sometimes gets through. */
function work() {
  if (!running) {
    process.send?.({ swaps });
    process.disconnect?.();
    return;
  }
  for (let count = 0; count < 200; count++) {
    const pair = pairs[Math.floor(Math.random() * pairs.length)];
    swap(pair);
    // Held for a moment that varies, so that every step of a reader meets every state.
    for (let wait = Math.random() * 3000; wait > 0; wait--) Math.sqrt(wait);
    if (Math.random() < 0.7) swap(pair);
  }
  setImmediate(work);
}

work();
