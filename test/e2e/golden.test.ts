import { afterAll, beforeAll, expect, it } from "vitest";
import { listCommands } from "./every-command.ts";
import { type KebabCommand, openNotes } from "./kebab-command.ts";

let kebab: KebabCommand;
beforeAll(async () => {
  kebab = await openNotes();
});
afterAll(() => kebab[Symbol.dispose]());

it("--help of the program and of every command", async () => {
  const pages = await Promise.all(
    ["", "eval", ...listCommands()].map(async (command) => {
      const args = [...command.split(" ").filter((word) => word !== ""), "--help"];
      const { stdout } = await kebab.runHere(args);
      return `$ kebab ${args.join(" ")}\n\n${stdout}`;
    }),
  );
  await expect(pages.join("\n")).toMatchFileSnapshot("../golden/help.txt");
});

/** A Korean one, a mixed one and one over code. */
const QUERIES = { korean: "배포를 롤백하는 방법", mixed: "useMemo는 언제 쓰나", code: "http header" };

it.each(Object.entries(QUERIES))(
  "search_response.v1 of the %s query, lexical and hybrid",
  async (name, query) => {
    for (const mode of ["lexical", "hybrid"]) {
      const { stdout } = await kebab.run(["search", query, "--mode", mode, "--top", "3", "--json"]);
      const normal = stdout.replaceAll(/"indexed_at":"[^"]+"/g, '"indexed_at":"…"');
      await expect(`${JSON.stringify(JSON.parse(normal), null, 2)}\n`).toMatchFileSnapshot(
        `../golden/search-${name}-${mode}.json`,
      );
    }
  },
);
