import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOllamaServer } from "../support/ollama-server.ts";
import { listCommands, listExamples, toRunOptions, writeTinySet } from "./every-command.ts";
import { KebabCommand } from "./kebab-command.ts";

let kebab: KebabCommand;
beforeEach(() => {
  kebab = new KebabCommand();
});
afterEach(() => kebab[Symbol.dispose]());

/** Every file at or below, with a hash of what it holds. */
function snapshot(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), createHash("sha256").update(readFileSync(path)).digest("hex")];
    }),
  );
}

/** Default places full of things that break whoever opens them. */
function writeDecoys(): () => Record<string, string> {
  kebab.write(".config/kebab/config.toml", "this is [[ no TOML");
  kebab.write(".local/share/kebab/kebab.sqlite", "this is no database ".repeat(500));
  kebab.write(".local/share/kebab/library/notes/precious.md", "# Precious\n");
  kebab.write(".local/share/kebab/evaluation/set.sqlite", "old");
  return () => ({
    ...snapshot(kebab.at(".config")),
    ...snapshot(kebab.at(".local")),
    ...snapshot(kebab.at(".kebab")),
  });
}

describe("--config", () => {
  it("holds for every command: nothing else is read, and nothing appears in the default folders", async () => {
    const decoys = writeDecoys();
    const untouched = decoys();
    const config = kebab.write(
      "mine/kebab.toml",
      '[[sources]]\npath = "notes"\n\n[storage]\ndata_dir = "base"\n',
    );
    kebab.copyNotes("mine/notes");
    const examples = listExamples(kebab);
    await using ollama = await openOllamaServer();
    expect((await kebab.run(["ingest", "--config", config])).code).toBe(0);
    for (const command of listCommands()) {
      if (command === "init") continue;
      for (const example of examples[command] ?? []) {
        const { args } = example;
        const options = toRunOptions(example, ollama.url);
        const result = await kebab.run([...args, "--config", config, "--json"], options);
        expect({
          args,
          code: result.code,
          stderr: result.stderr.replaceAll(/^(warning|indexing).*\n/gm, ""),
        }).toEqual({
          ...{ args, code: 0, stderr: "" },
        });
        expect({ args, files: decoys() }).toEqual({ args, files: untouched });
      }
      const evaluations = Object.keys(snapshot(kebab.at("mine/base/evaluation")));
      if (command === "eval beir") expect(evaluations).not.toEqual([]);
      if (command === "reset") await kebab.run(["ingest", "--config", config]);
    }
    const status = await kebab.ask("status.v1", ["status", "--config", config]);
    expect(status).toMatchObject({ data_dir: kebab.at("mine/base"), config_file: config });
    // Before the command's name it is the same flag.
    expect(await kebab.ask("status.v1", ["--config", config, "status"])).toEqual(status);
    // Some thirty runs of the program.
  }, 120_000);

  it("holds for init, which writes that file and nothing else", async () => {
    const decoys = writeDecoys();
    const untouched = decoys();
    const config = kebab.at("new/place/kebab.toml");
    const { code, stdout } = await kebab.run(["init", kebab.folder("notes"), "--config", config]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `wrote ${config}\n` });
    expect(decoys()).toEqual(untouched);
    expect(await kebab.ask("config_file.v1", ["config", "path", "--config", config])).toEqual({
      ...{ schema_version: "config_file.v1", file: config, mode: "user", changed: false },
    });
  });

  it("that names no file, or a bad one, is an error that names the key and the nearest right one", async () => {
    const config = kebab.write(
      "bad.toml",
      '[serch]\nx = 1\n[search]\ndefault_tpo = 3\nsnippet_chars = "many"\n',
    );
    const result = await kebab.run(["status", "--config", config, "--json"]);
    expect(result).toMatchObject({ code: 2, stdout: "" });
    const error = result.error();
    expect(error.code).toBe("config-invalid");
    expect(JSON.stringify(error.details)).toMatch(
      /Did you mean \[search\].*Did you mean search.default_top.*snippet_chars/s,
    );
    const text = await kebab.run(["status", "--config", config]);
    expect(text.stderr.split("\n").filter((line) => line.startsWith("  also: "))).toHaveLength(2);
  });
});

describe("the order of settings", () => {
  it("is defaults, file, environment, flags", async () => {
    const shown = async (args: string[] = [], env: Record<string, string> = {}) =>
      (await kebab.runHere(["config", "show", "--json", ...args], { env })).wire("config.v1");
    expect(await shown()).toMatchObject({
      ...{
        file: null,
        mode: "defaults",
        config: { search: { default_top: 10 }, storage: { data_dir: kebab.dataDir } },
      },
    });
    const file = kebab.write(
      ".config/kebab/config.toml",
      '[search]\ndefault_top = 3\n[storage]\ndata_dir = "/from/file"\n',
    );
    expect(await shown()).toMatchObject({
      file,
      mode: "user",
      config: { search: { default_top: 3 } },
      origin: { "search.default_top": "file" },
    });
    const env = { KEBAB_SEARCH_DEFAULT_TOP: "4", KEBAB_DATA_DIR: "/from/environment" };
    expect(await shown([], env)).toMatchObject({
      config: { search: { default_top: 4 }, storage: { data_dir: "/from/environment" } },
    });
    expect(await shown(["--data-dir", "/from/flag"], env)).toMatchObject({
      ...{
        config: { storage: { data_dir: "/from/flag" } },
        origin: { "storage.data_dir": "flag", "search.default_top": "environment" },
      },
    });
  });

  it("shows as a file that could be loaded again", async () => {
    const shown = await kebab.run(["config", "show"]);
    expect(shown.stdout).toContain("default_top = 10  # default\n");
    const config = kebab.write("again.toml", shown.stdout);
    const again = await kebab.askHere("config.v1", ["config", "show", "--config", config]);
    expect(again.config).toEqual((await kebab.askHere("config.v1", ["config", "show"])).config);
  });

  it("reaches searches: default_top, default_mode and snippet_chars", async () => {
    kebab.write(
      "notes/a.md",
      Array.from({ length: 6 }, (_, part) => `# Part ${part}\n\nargon ${"word ".repeat(300)}\n`).join("\n"),
    );
    await kebab.runHere(["ingest", "notes"]);
    kebab.write(
      ".config/kebab/config.toml",
      '[search]\ndefault_top = 2\ndefault_mode = "lexical"\nsnippet_chars = 50\n',
    );
    const { mode, returned, hits } = await kebab.ask("search_response.v1", ["search", "argon"]);
    expect({ mode, returned }).toEqual({ mode: "lexical", returned: 2 });
    for (const { snippet } of hits)
      expect(snippet.replaceAll(/<\/?mark>/g, "").length).toBeLessThanOrEqual(50);
  });
});

describe("init", () => {
  it("then ingest, then search: sixty seconds to a first hit", async () => {
    kebab.copyNotes();
    const written = await kebab.run(["init", "notes"]);
    expect(written).toMatchObject({
      code: 0,
      stdout: `wrote ${kebab.at(".config/kebab/config.toml")}\n`,
      stderr: "Next: kebab ingest\n",
    });
    expect((await kebab.run(["ingest"])).stdout).toMatch(/^44 added, /);
    expect((await kebab.run(["search", "배포를 롤백하는 방법"])).stdout).toContain(
      "ops/deploy-rollback.md#L12-L18",
    );
    expect(await kebab.run(["init", "notes"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("exists already"),
    });
  });

  it("without a folder says what to do next", async () => {
    expect((await kebab.run(["init"])).stderr).toBe(
      "Next: name a folder under [[sources]], then kebab ingest\n",
    );
    expect((await kebab.run(["config", "path"])).stdout).toBe(`${kebab.at(".config/kebab/config.toml")}\n`);
  });

  it("gives folders of one name two ids", async () => {
    await kebab.run(["init", kebab.folder("a/notes"), kebab.folder("b/notes"), kebab.folder("노트")]);
    const { config } = await kebab.askHere("config.v1", ["config", "show"]);
    expect((config["sources"] as { id: string }[]).map((source) => source.id)).toEqual([
      "notes",
      "notes-2",
      "source",
    ]);
  });
});

describe("a project", () => {
  it("is found upward, keeps its data beside it, and has nothing to do with the user's base", async () => {
    const decoys = writeDecoys();
    const untouched = decoys();
    kebab.write("work/project/docs/deep/a.md", "# Alpha\n\nargon\n");
    const cwd = kebab.at("work/project");
    const written = await kebab.run(["init", "--project"], { cwd });
    expect(written).toMatchObject({ code: 0, stdout: `wrote ${join(cwd, ".kebab", "config.toml")}\n` });
    expect(readFileSync(join(cwd, ".kebab", ".gitignore"), "utf8")).toBe("data/\n");
    const inside = { cwd: kebab.at("work/project/docs/deep") };
    expect((await kebab.run(["ingest"], inside)).code).toBe(0);
    const { stdout } = await kebab.run(["search", "argon", "--json"], inside);
    expect(JSON.parse(stdout)).toMatchObject({
      hits: [{ doc_path: "docs/deep/a.md", source_id: "project" }],
    });
    expect(existsSync(join(cwd, ".kebab", "data", "kebab.sqlite"))).toBe(true);
    expect((await kebab.run(["config", "path"], inside)).stdout).toBe(
      `${join(cwd, ".kebab", "config.toml")}\n`,
    );
    expect(decoys()).toEqual(untouched);
    // Its own settings and index are no documents.
    const { documents } = (await kebab.run(["list", "docs", "--json"], inside)).wire("document_list.v1");
    expect(documents).toHaveLength(1);
  });
});

describe("reset", () => {
  it("deletes the index of the resolved config and nothing else", async () => {
    const decoys = writeDecoys();
    const untouched = decoys();
    const config = kebab.write(
      "mine/kebab.toml",
      '[[sources]]\npath = "notes"\n\n[storage]\ndata_dir = "base"\n',
    );
    kebab.write("mine/notes/a.md", "# Alpha\n");
    kebab.write("mine/base/something-else.txt", "not kebab's");
    for (const args of [
      ["ingest"],
      ["note", "keep me"],
      ["eval", "beir", writeTinySet(kebab), "--mode", "lexical"],
    ]) {
      expect((await kebab.run([...args, "--config", config])).code).toBe(0);
    }
    const library = snapshot(kebab.at("mine/base/library"));
    expect(Object.keys(library)).toHaveLength(1);
    const refused = await kebab.run(["reset", "--config", config], { stdin: "y\n" });
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--yes") });
    expect(existsSync(kebab.at("mine/base/kebab.sqlite"))).toBe(true);
    const { code, stdout } = await kebab.run(["reset", "--yes", "--config", config]);
    expect(code).toBe(0);
    expect(stdout).toContain(`deleted ${kebab.at("mine/base/kebab.sqlite")}\n`);
    expect(stdout).toContain(`deleted ${kebab.at("mine/base/evaluation")}\n`);
    expect(existsSync(kebab.at("mine/base/kebab.sqlite"))).toBe(false);
    expect(snapshot(kebab.at("mine/base/library"))).toEqual(library);
    expect(snapshot(kebab.at("mine"))).toHaveProperty("kebab.toml");
    expect(existsSync(kebab.at("mine/base/something-else.txt"))).toBe(true);
    expect(existsSync(kebab.at("mine/notes/a.md"))).toBe(true);
    expect(decoys()).toEqual(untouched);
    const again = await kebab.run(["reset", "--yes", "--config", config]);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing to delete") });
    expect((await kebab.run(["ingest", "--config", config])).stdout).toMatch(/^2 added, /);
  });

  it("names the folders that only the index remembered", async () => {
    kebab.write("notes/a.md", "# Alpha\n");
    await kebab.run(["ingest", "notes"]);
    expect((await kebab.run(["reset", "--yes"])).stderr).toBe(
      `To index the same folders again: kebab ingest ${kebab.at("notes")}\n`,
    );
  });
});

describe("--readonly", () => {
  it("refuses every command that writes, and no other", async () => {
    kebab.copyNotes();
    await kebab.runHere(["ingest", "notes"]);
    const examples = Object.values(listExamples(kebab)).flat();
    await using ollama = await openOllamaServer();
    // SQLite's readers may leave their own two files beside the database; it stays as it is.
    const stored = () =>
      Object.entries(snapshot(kebab.dataDir)).filter(([file]) => !/-(wal|shm)$/.test(file));
    const before = stored();
    for (const example of examples) {
      const { args, writes } = example;
      const options = toRunOptions(example, ollama.url);
      const result = await kebab.runHere([...args, "--readonly", "--json"], options);
      expect({ args, code: result.code }).toEqual({ args, code: writes === true ? 2 : 0 });
      if (writes === true) expect(result.error().code).toBe("readonly");
    }
    expect(stored()).toEqual(before);
    expect(existsSync(kebab.at(".config"))).toBe(false);
  });
});

describe("doctor", () => {
  const check = async (...args: string[]) => {
    const result = await kebab.runHere(["doctor", "--json", ...args]);
    const { checks } = result.wire("doctor_report.v1");
    return { code: result.code, found: checks.filter((each) => each.state !== "ok") };
  };

  it("finds a sound base sound", async () => {
    kebab.write("notes/a.md", "# Alpha\n");
    await kebab.runHere(["ingest", "notes"]);
    expect(await check()).toEqual({ code: 0, found: [] });
    const { code, stdout } = await kebab.run(["doctor"]);
    expect(code).toBe(0);
    for (const line of stdout.trimEnd().split("\n")) expect(line).toMatch(/^ok [a-z ]+: \S/);
  });

  it("says when there is no index, and still looks for the configured folders", async () => {
    kebab.write(".config/kebab/config.toml", '[[sources]]\npath = "~/nowhere"\n');
    const { code, found } = await check();
    expect(code).toBe(3);
    expect(found).toMatchObject([
      { name: "index", state: "warning", hint: expect.stringContaining("kebab ingest") },
      { name: "source nowhere", state: "problem" },
    ]);
    expect(existsSync(kebab.dataDir)).toBe(false);
  });

  it("exits 3 when the database is damaged in any way, with what to do", async () => {
    kebab.write(".config/kebab/config.toml", '[[sources]]\npath = "~/notes"\n');
    kebab.copyNotes();
    await kebab.run(["ingest"]);
    const good = readFileSync(join(kebab.dataDir, "kebab.sqlite"));
    const middle = Buffer.from(good);
    middle.fill(0xa5, 20 * 4096, 40 * 4096);
    const damages: Record<string, Uint8Array> = {
      "no database": Buffer.from("this is no database ".repeat(500)),
      "cut short": good.subarray(0, 100_000),
      overwritten: middle,
      empty: Buffer.alloc(0),
    };
    for (const [name, content] of Object.entries(damages)) {
      kebab.write(`${name}/kebab.sqlite`, content);
      const elsewhere = ["--data-dir", kebab.at(name)];
      const { code, found } = await check(...elsewhere);
      expect({ name, code, found }).toMatchObject({
        name,
        code: 3,
        found: [{ name: "database", state: "problem" }],
      });
      expect(found[0]?.hint).toMatch(/kebab (reset|ingest)/);
      const search = await kebab.runHere(["search", "rollback", "--json", ...elsewhere]);
      expect({ name, code: search.code }).toEqual({ name, code: 2 });
      expect({ name, ...search.error() }).toMatchObject({
        name,
        code: expect.stringMatching(/^(database-broken|index-missing)$/),
      });
      // The advice works.
      await kebab.runHere(["reset", "--yes", ...elsewhere]);
      await kebab.runHere(["ingest", ...elsewhere]);
      expect({ name, ...(await check(...elsewhere)) }).toEqual({ name, code: 0, found: [] });
    }
  });

  it("exits 3 when a source's folder has vanished, and changes nothing", async () => {
    kebab.write("notes/a.md", "# Alpha\n");
    await kebab.runHere(["ingest", "notes"]);
    renameSync(kebab.at("notes"), kebab.at("moved"));
    const dump = kebab.dumpIndex();
    const { code, found } = await check();
    expect({ code, found }).toMatchObject({ code: 3, found: [{ name: "source notes", state: "problem" }] });
    const text = await kebab.run(["doctor"]);
    expect(text.stdout).toMatch(/^x source notes: .* is not there\n {3}Mount or restore/m);
    expect(kebab.dumpIndex()).toEqual(dump);
  });
});
