import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const PROJECT = fileURLToPath(new URL("..", import.meta.url));

interface Manifest {
  dependencies: Record<string, string>;
}

interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

interface Lock {
  packages: Record<string, LockEntry>;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs the check over this project's own files after a change to them. */
function check(
  change: (manifest: Manifest, lock: Lock) => void,
  settings = "ignore-scripts=true\n",
): string[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(PROJECT, name), "utf8"));
  const manifest = read("package.json") as Manifest;
  const lock = read("package-lock.json") as Lock;
  change(manifest, lock);
  const folder = mkdtempSync(join(tmpdir(), "kebab-lock-"));
  folders.push(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  writeFileSync(join(folder, ".npmrc"), settings);
  const tool = join(PROJECT, "tools", "check-lock.mjs");
  const { status, stderr } = spawnSync(process.execPath, [tool, folder], { encoding: "utf8" });
  const problems = stderr.split("\n").filter((line) => line !== "");
  expect(status).toBe(problems.length === 0 ? 0 : 1);
  return problems;
}

function entry(lock: Lock, name: string): LockEntry {
  const found = lock.packages[`node_modules/${name}`];
  if (found === undefined) throw new Error(`No ${name} in the lock`);
  return found;
}

describe("tools/check-lock.mjs", () => {
  it("passes this project's own lock", () => {
    expect(check(() => undefined)).toEqual([]);
  });

  it("names a package of another platform that is missing", () => {
    const problems = check((_manifest, lock) => {
      delete lock.packages["node_modules/@rolldown/binding-win32-arm64-msvc"];
    });
    expect(problems).toEqual([
      expect.stringMatching(
        /@rolldown\/binding-win32-arm64-msvc .* is missing, wanted by node_modules\/rolldown /,
      ),
    ]);
  });

  it("names a package of another platform at another version than its family", () => {
    const problems = check((_manifest, lock) => {
      entry(lock, "@rolldown/binding-win32-arm64-msvc").version = "0.0.1";
    });
    expect(problems).toEqual([expect.stringContaining("@rolldown/binding-win32-arm64-msvc is 0.0.1, ")]);
  });

  it("names a dependency that is a range", () => {
    const problems = check((manifest) => {
      manifest.dependencies.zod = "^4.0.0";
    });
    expect(problems).toContain('package.json: zod is "^4.0.0", not one exact version');
  });

  it("names a dependency the lock does not know", () => {
    const problems = check((manifest) => {
      manifest.dependencies["left-pad"] = "1.3.0";
    });
    expect(problems).toEqual(["package-lock.json: left-pad is absent, 1.3.0 in package.json"]);
  });

  it("names a recorded address and a missing hash", () => {
    const problems = check((_manifest, lock) => {
      entry(lock, "zod").resolved = "https://registry.example/zod.tgz";
      delete entry(lock, "yaml").integrity;
    });
    expect(problems).toEqual([
      "package-lock.json: node_modules/yaml has no integrity hash",
      "package-lock.json: node_modules/zod records where it came from",
    ]);
  });

  it("names an install script without a reason", () => {
    const problems = check((_manifest, lock) => {
      entry(lock, "zod").hasInstallScript = true;
    });
    expect(problems).toEqual([expect.stringContaining("zod has an install script")]);
  });

  it("names settings under which install scripts would run", () => {
    expect(check(() => undefined, "fund=false\n")).toEqual([".npmrc: ignore-scripts=true is missing"]);
  });
});
