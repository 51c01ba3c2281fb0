import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KebabCommand, openNotes } from "./kebab-command.ts";

const ON_TERMINAL = { stdoutIsTerminal: true, stderrIsTerminal: true, stdinIsTerminal: true };
const ESCAPE = "\u001b";
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u202e]/;

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openNotes();
});
afterAll(() => kebab[Symbol.dispose]());

describe("colour", () => {
  const search = (terminal: Partial<typeof ON_TERMINAL>, env: Record<string, string> = {}) =>
    kebab.runHere(["search", "rollback", "--top", "2"], { terminal, env });

  it("is there on a terminal, and only there", async () => {
    const both = await search(ON_TERMINAL);
    expect(both.stdout).toContain(ESCAPE);
    expect(both.stderr).toContain(ESCAPE);
    const piped = await search({ stderrIsTerminal: true });
    expect(piped.stdout).not.toContain(ESCAPE);
    expect(piped.stderr).toContain(ESCAPE);
    const logged = await search({ stdoutIsTerminal: true });
    expect(logged.stdout).toContain(ESCAPE);
    expect(logged.stderr).not.toContain(ESCAPE);
  });

  it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("is gone with %o", async (env) => {
    const plain = await search({});
    expect(await search(ON_TERMINAL, env)).toMatchObject({ stdout: plain.stdout, stderr: plain.stderr });
    const wrong = await kebab.runHere(["serch"], { terminal: ON_TERMINAL, env });
    expect(wrong.stderr).not.toContain(ESCAPE);
  });

  it("stays with an empty NO_COLOR, as its specification says", async () => {
    expect((await search(ON_TERMINAL, { NO_COLOR: "" })).stdout).toContain(ESCAPE);
  });

  it("has the same text as none, with the matches where <mark> is in JSON", async () => {
    const coloured = await search(ON_TERMINAL);
    const plain = await search({});
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
    expect(coloured.stdout.replaceAll(/\u001b\[\d+m/g, "")).toBe(plain.stdout);
    expect(coloured.stdout).toContain(`${ESCAPE}[33mrollback${ESCAPE}[39m`);
  });
});

describe("control characters in documents", () => {
  it("do not drive the terminal, and are kept where text is piped", async () => {
    const evil = `${ESCAPE}]0;owned\u0007 neptunium ${ESCAPE}[2J \u202egnirts`;
    kebab.write(
      "evil/a.md",
      `---\ntitle: "Evil \\e[31m"\ntags: ["x\\e[2J"]\n---\n# Head ${ESCAPE}[1m\n\n${evil}\n`,
    );
    const elsewhere = ["--data-dir", kebab.at("evil-data")];
    await kebab.runHere(["ingest", kebab.at("evil"), ...elsewhere]);
    const terminal = { ...ON_TERMINAL };
    const env = { NO_COLOR: "1" };
    for (const args of [
      ["search", "neptunium"],
      ["list", "docs"],
      ["list", "tags"],
      ["inspect", "doc", "a.md"],
      ["fetch", "doc", "a.md"],
      ["tag", "a.md", "+y"],
    ]) {
      const { code, stdout } = await kebab.runHere([...args, ...elsewhere], { terminal, env });
      expect(code).toBe(0);
      expect({ args, stdout }).toEqual({
        args,
        stdout: expect.not.stringMatching(CONTROLS),
      });
    }
    expect((await kebab.run(["fetch", "doc", "a.md", ...elsewhere])).stdout).toContain(evil);
  });
});

describe("reset", () => {
  const reset = async (answer: string) => {
    const questions: string[] = [];
    const ask = async (question: string): Promise<string> => {
      questions.push(question);
      return answer;
    };
    const elsewhere = kebab.at("asked");
    await kebab.runHere(["note", "hello", "--data-dir", elsewhere]);
    const result = await kebab.runHere(["reset", "--data-dir", elsewhere], {
      terminal: { ...ON_TERMINAL, ask },
    });
    return { result, questions, isGone: !existsSync(join(elsewhere, "kebab.sqlite")) };
  };

  it.each(["", "n", "no", "yess", "yes please"])("keeps everything on %j", async (answer) => {
    const { result, questions, isGone } = await reset(answer);
    expect({ questions, isGone, code: result.code }).toEqual({
      questions: ["Delete? [y/N] "],
      isGone: false,
      code: 1,
    });
    expect(result.stderr).toMatch(/This deletes the index.*kebab\.sqlite.*library stay\.\nkept\n$/s);
  });

  it.each(["y", "Yes", " yes "])("deletes the index on %j", async (answer) => {
    const { result, isGone } = await reset(answer);
    expect({ isGone, code: result.code }).toEqual({ isGone: true, code: 0 });
    expect(existsSync(kebab.at("asked/library/notes"))).toBe(true);
  });
});

describe("progress", () => {
  it("is a bar on a terminal that leaves a clean line, and at most plain lines elsewhere", async () => {
    const args = ["ingest", kebab.at("notes"), "--force", "--data-dir", kebab.at("bar")];
    const shown = await kebab.runHere(args, { terminal: ON_TERMINAL });
    expect(shown.stderr).toMatch(/[█░]{24} \d+\/44 files, [\d.]+\/s, \d+ s left/);
    expect(shown.stderr.endsWith(`\r${ESCAPE}[2K`)).toBe(true);
    expect((await kebab.runHere(args)).stderr).toMatch(/^(\d+\/44 files.*\n)*$/);
    expect((await kebab.runHere([...args, "--quiet"], { terminal: ON_TERMINAL })).stderr).toBe("");
  });
});

describe("note -", () => {
  it("says how to end when someone types", async () => {
    const args = ["note", "-", "--data-dir", kebab.at("typed")];
    const typed = await kebab.runHere(args, { stdin: "typed", terminal: ON_TERMINAL });
    expect(typed).toMatchObject({ code: 0, stderr: "Type the note; Ctrl-D ends it\n" });
    expect((await kebab.runHere(args, { stdin: "piped" })).stderr).toBe("");
  });
});
