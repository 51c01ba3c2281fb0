import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toFreeSourceId, toSourceId } from "./source-id.ts";
import { TemporaryHome } from "./temporary-home.ts";

let home: TemporaryHome;
beforeEach(() => {
  home = new TemporaryHome();
});
afterEach(() => home.remove());

describe("loadConfig() sources", () => {
  it("fills in what a source leaves out", async () => {
    const { config, origin } = await home.loadText(`[[sources]]\npath = "~/My Notes"`);
    expect(config.sources).toEqual([
      {
        id: "my-notes",
        path: home.at("My Notes"),
        tags: [],
        trustLevel: "primary",
        include: [],
        exclude: [],
      },
    ]);
    expect(origin.sources).toBe("file");
  });

  it("keeps what a source says, in the order of the file", async () => {
    const { config } = await home.loadText(`
      [[sources]]
      id = "papers"
      path = "/srv/papers"
      tags = ["paper", " 논문 "]
      trust_level = "secondary"
      include = ["**/*.pdf"]
      exclude = ["drafts/**"]
      [[sources]]
      path = "~"
      id = "home_2"
    `);
    expect(config.sources.map(({ id }) => id)).toEqual(["papers", "home_2"]);
    expect(config.sources[0]).toMatchObject({
      path: "/srv/papers",
      tags: ["paper", "논문"],
      trustLevel: "secondary",
      include: ["**/*.pdf"],
      exclude: ["drafts/**"],
    });
    expect(config.sources[1]?.path).toBe(home.dir);
  });

  it("counts relative paths from the file's folder, in a project from the folder that holds .kebab", async () => {
    const toml = `[[sources]]\npath = "notes"\n[[sources]]\nid = "up"\npath = "../up"`;
    const paths = async (options: object) =>
      (await home.load(options)).config.sources.map(({ path }) => path);
    home.write(".config/kebab/config.toml", toml);
    expect(await paths({})).toEqual([home.at(".config/kebab/notes"), home.at(".config/up")]);
    home.write("work/.kebab/config.toml", toml);
    const cwd = home.folder("work/deep/down");
    expect(await paths({ cwd })).toEqual([home.at("work/notes"), home.at("up")]);
  });

  it("names a source after the real folder when its path is a dot", async () => {
    home.write("Work/.kebab/config.toml", `[[sources]]\npath = "."`);
    expect((await home.load({ cwd: home.at("Work") })).config.sources[0]?.id).toBe("work");
  });

  it.each([
    [`[[sources]]\nid = "a"`, "sources.path", "(source 1): it has no path"],
    [`[[sources]]\npath = ""`, "sources.path", "it must be a path that is not empty"],
    [`[[sources]]\npath = "a"\nid = "My Notes"`, "sources.id", "it must be small letters a-z, digits"],
    [`[[sources]]\npath = "a"\nid = "-a"`, "sources.id", "it must be small letters a-z, digits"],
    [`[[sources]]\npath = "a"\nid = "library"`, "sources.id", "this id is kept for kebab's own notes"],
    [`[[sources]]\npath = "x/library"`, "sources.id", "this id is kept for kebab's own notes (it was made"],
    [`[[sources]]\npath = "노트"`, "sources.path", "no id can be made from the folder's name"],
    [`[[sources]]\npath = "a"\n[[sources]]\nid = "a"\npath = "b"`, "sources.id", "source 1 has the same id"],
    [
      `[[sources]]\npath = "x/a"\n[[sources]]\npath = "y/a"`,
      "sources.id",
      "source 1 has the same id (it was made",
    ],
    [`[[sources]]\npath = "a"\ntags = "x"`, "sources.tags", "it must be a list of texts"],
    [`[[sources]]\npath = "a"\ntags = ["x", 1]`, "sources.tags", `["x", 1] in`],
    [`[[sources]]\npath = "a"\ninclude = [""]`, "sources.include", "it must be a list of texts"],
    [
      `[[sources]]\npath = "a"\ntrust_level = "high"`,
      "sources.trust_level",
      "generated, secondary or primary",
    ],
    [`[[sources]]\npath = "a"\npaht = "b"`, "sources.paht", "there is no such key"],
    [`[sources]\npath = "a"`, "sources", "it must be a list of tables"],
    [`sources = ["a"]`, "sources", "it must be a list of tables"],
  ])("refuses %j", async (toml, key, reason) => {
    const { error, problems } = await home.failure(home.loadText(toml));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ key, file: home.at(".config/kebab/config.toml") });
    expect(error.message).toContain(reason);
  });

  it("says which source is wrong and what was probably meant", async () => {
    const toml = `[[sources]]\npath = "a"\n[[sources]]\npath = "b"\nowner = "me"\ntrust = "primary"\nexlude = ["x"]`;
    const { error, problems } = await home.failure(home.loadText(toml));
    expect(error.message).toContain("(source 2)");
    expect(problems.map(({ hint }) => hint)).toEqual([
      "The keys of a source are id, path, tags, trust_level, include, exclude",
      "Did you mean trust_level?",
      "Did you mean exclude?",
    ]);
  });
});

describe("toSourceId()", () => {
  it.each([
    ["/a/My Notes", "my-notes"],
    ["/a/Café_2024/", "cafe_2024"],
    ["/a/--x--", "x"],
    ["/a/노트 2024", "2024"],
    ["/a/노트", null],
    ["/", null],
  ])("makes an id from %s", (folder, id) => {
    expect(toSourceId(folder)).toBe(id);
  });
});

describe("toFreeSourceId()", () => {
  it("always finds an id that is neither taken nor reserved", () => {
    expect(toFreeSourceId("/a/notes", new Set())).toBe("notes");
    expect(toFreeSourceId("/a/notes", new Set(["notes", "notes-2"]))).toBe("notes-3");
    expect(toFreeSourceId("/a/library", new Set())).toBe("library-2");
    expect(toFreeSourceId("/a/노트", new Set())).toBe("source");
  });
});
