import { rmSync, symlinkSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../config/keys.ts";
import { TemporaryHome } from "../config/temporary-home.ts";
import type { StoredSource } from "../ports/document-store.ts";
import { listSources, scopeOf } from "./sources.ts";

let home: TemporaryHome;
beforeEach(() => {
  home = new TemporaryHome();
  return () => home.remove();
});

async function configOf(toml: string): Promise<Config> {
  return (await home.loadText(toml)).config;
}

const command = (id: string): StoredSource => ({ id, root: home.at(id), origin: "command" });

describe("listSources()", () => {
  it("lists the configured ones, those ingested by command, and the library last", async () => {
    home.folder("notes");
    const config = await configOf(
      `[ingest]\nmax_file_bytes = 77\n[[sources]]\nid = "notes"\npath = "${home.at("notes")}"\ntags = ["x"]\ntrust_level = "secondary"\ninclude = ["**/*.md"]\nexclude = ["drafts/**"]\n`,
    );
    const plans = listSources(config, [command("work")], home.at("library"));
    const limits = { maxFileBytes: 77, followGitignore: true };
    expect(plans).toEqual([
      {
        settings: { id: "notes", tags: ["x"], trustLevel: "secondary" },
        options: { root: home.at("notes"), include: ["**/*.md"], exclude: ["drafts/**"], ...limits },
        origin: "config",
      },
      {
        settings: { id: "work", tags: [], trustLevel: "primary" },
        options: { root: home.at("work"), include: [], exclude: [], ...limits },
        origin: "command",
      },
      {
        settings: { id: "library", tags: [], trustLevel: "primary" },
        options: { root: home.at("library"), include: [], exclude: [], ...limits },
        origin: "library",
      },
    ]);
  });

  it("takes what the config says of a source that was ingested by command before", async () => {
    home.folder("notes");
    const config = await configOf(`[[sources]]\nid = "notes"\npath = "${home.at("notes")}"\ntags = ["x"]\n`);
    const plans = listSources(config, [command("notes")], home.at("library"));
    expect(plans.map(({ settings, origin }) => [settings.id, origin])).toEqual([
      ["notes", "config"],
      ["library", "library"],
    ]);
  });

  it("does not list what stood in the config once", async () => {
    const stored: StoredSource[] = [
      { id: "old", root: "/old", origin: "config" },
      { id: "library", root: "/l", origin: "library" },
    ];
    const plans = listSources(await configOf(""), stored, home.at("library"));
    expect(plans.map(({ settings }) => settings.id)).toEqual(["library"]);
  });
});

describe("scopeOf()", () => {
  /** Which source a path belongs to, and which part of it. */
  async function scope(path: string, ids: readonly string[]): Promise<string> {
    const config = await configOf("");
    const plans = listSources(config, ids.map(command), home.folder("library"));
    const { plan, below } = scopeOf(path, plans, config);
    return `${plans.includes(plan) ? "" : "new "}${plan.settings.id}:${below}`;
  }

  it("knows the source and the part that a path names", async () => {
    home.write("notes/deep/a.md", "x");
    expect(await scope(home.at("notes"), ["notes"])).toBe("notes:");
    expect(await scope(home.at("notes/deep/a.md"), ["notes"])).toBe("notes:deep/a.md");
    expect(await scope(home.at("library/notes"), [])).toBe("library:notes");
  });

  it("gives a path to the deepest source that holds it", async () => {
    home.write("notes/deep/a.md", "x");
    expect(await scope(home.at("notes/deep/a.md"), ["notes", "notes/deep"])).toBe("notes/deep:a.md");
  });

  it("does not take a name that begins alike for the same folder", async () => {
    home.folder("notes");
    home.folder("notes-2");
    expect(await scope(home.at("notes-2"), ["notes"])).toBe("new notes-2:");
  });

  it("makes a new source with an id that is free", async () => {
    home.folder("a/notes");
    home.folder("a/library");
    home.folder("a/노트");
    expect(await scope(home.at("a/notes"), ["notes"])).toBe("new notes-2:");
    expect(await scope(home.at("a/library"), [])).toBe("new library-2:");
    expect(await scope(home.at("a/노트"), [])).toBe("new source:");
  });

  it("sees through links to where a path leads", async () => {
    home.write("notes/a.md", "x");
    symlinkSync(home.at("notes"), home.at("link"));
    expect(await scope(home.at("link/a.md"), ["notes"])).toBe("notes:a.md");
    expect(await scope(home.at("notes/a.md"), ["link"])).toBe("link:a.md");
  });

  it("still knows a file that is gone, also by way of a link", async () => {
    home.write("notes/deep/a.md", "x");
    symlinkSync(home.at("notes"), home.at("link"));
    rmSync(home.at("notes/deep"), { recursive: true });
    expect(await scope(home.at("notes/deep/a.md"), ["notes"])).toBe("notes:deep/a.md");
    expect(await scope(home.at("link/deep/a.md"), ["notes"])).toBe("notes:deep/a.md");
  });

  it("takes the whole disk for a source like any other", async () => {
    const config = await configOf("");
    const plans = listSources(config, [{ id: "disk", root: "/", origin: "command" }], home.at("library"));
    expect(scopeOf("/absent/a.md", plans, config)).toMatchObject({
      plan: { settings: { id: "disk" } },
      below: "absent/a.md",
    });
  });
});
