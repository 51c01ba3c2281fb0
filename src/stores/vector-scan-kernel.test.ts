import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "vitest";

const TOOL = fileURLToPath(new URL("../../tools/build-kernel.mjs", import.meta.url));

test("the kernel that ships is the one its source compiles to", () => {
  execFileSync(process.execPath, [TOOL, "--check"], { stdio: "pipe" });
});
