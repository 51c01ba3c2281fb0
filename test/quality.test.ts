import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { Kebab } from "../src/app/kebab.ts";
import { loadConfig } from "../src/config/load-config.ts";

interface GoldenQuery {
  readonly id: string;
  readonly kind: string;
  readonly query: string;
  readonly path?: string;
  readonly answer?: string;
}

const root = new URL("..", import.meta.url);
const golden = parse(readFileSync(new URL("examples/golden.yaml", root), "utf8")) as {
  queries: GoldenQuery[];
};
const home = mkdtempSync(join(tmpdir(), "kebab-quality-"));

let kebab: Kebab;

beforeAll(async () => {
  const loaded = await loadConfig({
    cwd: home,
    env: {},
    homeDir: home,
    platform: "linux",
    dataDir: join(home, "data"),
  });
  kebab = new Kebab({ loaded, readonly: false, workerScript: new URL("dist/prepare-worker.js", root) });
  await kebab.ingest({ paths: [new URL("examples/notes", root).pathname] });
});

afterAll(async () => {
  await kebab[Symbol.asyncDispose]();
  rmSync(home, { recursive: true, force: true });
});

/** The rank of the first passage of the right document that holds the answer; null when none of ten does. */
async function rankOf({ query, path, answer }: GoldenQuery): Promise<number | null> {
  const { hits } = await kebab.search(query, { mode: "lexical", top: 10 });
  for (const hit of hits.filter(({ doc_path }) => doc_path === path)) {
    const { text } = await kebab.fetchChunk(hit.chunk_id);
    if (text.includes(answer ?? "")) return hit.rank;
  }
  return null;
}

describe("keyword search over the sample notes", () => {
  it("answers as many golden questions as recorded, by kind", async () => {
    const counts: Record<string, { questions: number; first: number; inThree: number }> = {};
    for (const question of golden.queries.filter(({ path }) => path !== undefined)) {
      const rank = await rankOf(question);
      const count = counts[question.kind] ?? { questions: 0, first: 0, inThree: 0 };
      counts[question.kind] = count;
      count.questions++;
      if (rank === 1) count.first++;
      if (rank !== null && rank <= 3) count.inThree++;
    }
    // Exact, since results are: a change that moves a figure says so here, up or down.
    expect(counts).toEqual({
      ko: { questions: 42, first: 37, inThree: 39 },
      en: { questions: 17, first: 12, inThree: 16 },
      "x-en>ko": { questions: 5, first: 3, inThree: 3 },
      "x-ko>en": { questions: 4, first: 0, inThree: 0 },
      mix: { questions: 3, first: 1, inThree: 3 },
      id: { questions: 9, first: 7, inThree: 9 },
      pdf: { questions: 3, first: 2, inThree: 3 },
    });
  });
});
