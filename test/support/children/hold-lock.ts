// Takes the writer's lock, says so, and holds it until it is killed or its stdin ends.
import { openWriterLock } from "../../../src/stores/sqlite/writer-lock.ts";

const [path = ""] = process.argv.slice(1);
const lock = openWriterLock(path, {
  pid: process.pid,
  command: "kebab ingest",
  since: "2026-01-02T03:04:05.000Z",
});
console.log("held");
for await (const _ of process.stdin);
lock[Symbol.dispose]();
