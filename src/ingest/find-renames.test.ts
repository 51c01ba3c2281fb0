import { describe, expect, it } from "vitest";
import { toContentHash } from "../core/ids.ts";
import type { KnownFile } from "../ports/document-store.ts";
import type { Source } from "../ports/source.ts";
import { findRenames } from "./find-renames.ts";
import type { Plan } from "./plan.ts";

interface Case {
  /** Vanished path → its content. */
  readonly gone: Readonly<Record<string, string>>;
  /** New path → its content. */
  readonly arrived: Readonly<Record<string, string>>;
}

const known = (path: string, content: string, state?: KnownFile["state"]): KnownFile => ({
  path,
  size: content.length,
  modifiedMs: 1,
  checkedAt: 1,
  pipeline: "p",
  state: state ?? { kind: "stored", documentId: `id of ${path}`, contentHash: toContentHash(content) },
});

function sourceOf(contents: Readonly<Record<string, string>>): Source & { readonly reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    settings: { id: "notes", tags: [], trustLevel: "primary" },
    scan: () => Promise.reject(new Error("not asked for")),
    read: async (path) => {
      reads.push(path);
      const content = contents[path];
      return content === undefined ? { unreadable: "EACCES" } : { bytes: Buffer.from(content) };
    },
  };
}

const toPlan = ({ gone, arrived }: Case): Plan => ({
  changed: Object.entries(arrived).map(([path, content]) => ({
    file: { path, size: content.length, modifiedMs: 2, repo: null },
    pipeline: "p",
    known: null,
  })),
  unchanged: 0,
  stillAside: [],
  gone: Object.entries(gone).map(([path, content]) => known(path, content)),
});

async function renames(of: Case): Promise<Record<string, string>> {
  const found = await findRenames(toPlan(of), sourceOf(of.arrived));
  return Object.fromEntries([...found].map(([to, from]) => [from.path, to]));
}

describe("findRenames()", () => {
  it("finds a file that stands elsewhere with the same content", async () => {
    const of = { gone: { "a.md": "same" }, arrived: { "deep/b.md": "same", "c.md": "other" } };
    expect(await renames(of)).toEqual({ "a.md": "deep/b.md" });
  });

  it("finds several at once", async () => {
    const of = { gone: { "a.md": "one", "b.md": "two" }, arrived: { "x/a.md": "one", "x/b.md": "two" } };
    expect(await renames(of)).toEqual({ "a.md": "x/a.md", "b.md": "x/b.md" });
  });

  it("does not guess when two vanished with the same content", async () => {
    expect(await renames({ gone: { "a.md": "same", "b.md": "same" }, arrived: { "c.md": "same" } })).toEqual(
      {},
    );
  });

  it("does not guess when two arrived with the same content", async () => {
    expect(await renames({ gone: { "a.md": "same" }, arrived: { "b.md": "same", "c.md": "same" } })).toEqual(
      {},
    );
  });

  it("does not take another content of the same length for a rename", async () => {
    expect(await renames({ gone: { "a.md": "same" }, arrived: { "b.md": "SAME" } })).toEqual({});
  });

  it("reads only new files of a size that vanished", async () => {
    const of = { gone: { "a.md": "same" }, arrived: { "b.md": "longer content", "c.md": "size" } };
    const source = sourceOf(of.arrived);
    await findRenames(toPlan(of), source);
    expect(source.reads).toEqual(["c.md"]);
  });

  it("leaves out a new file that cannot be read", async () => {
    const plan = toPlan({ gone: { "a.md": "same" }, arrived: { "b.md": "same" } });
    expect(await findRenames(plan, sourceOf({}))).toEqual(new Map());
  });

  it("leaves out files that gave no document and files that were known before", async () => {
    const plan = toPlan({ gone: {}, arrived: { "b.md": "same", "c.md": "also" } });
    const failed = known("a.md", "same", { kind: "failed", reason: "r", documentId: null });
    const [first, second] = plan.changed;
    const changed = [first!, { ...second!, known: known("c.md", "before") }];
    const found = await findRenames(
      { ...plan, gone: [failed, known("d.md", "also")], changed },
      sourceOf({ "b.md": "same", "c.md": "also" }),
    );
    expect(found).toEqual(new Map());
  });
});
