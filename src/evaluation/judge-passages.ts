import { KebabError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { type Expectation, type GoldenQuery, toComparable } from "./golden.ts";
import type { Judgments, Ranking } from "./metrics.ts";

export interface Passage {
  readonly chunkId: string;
  readonly documentId: string;
  readonly path: string;
  /** "ops/rollback.md#L3-L9" */
  readonly uri: string;
  readonly text: string;
  /** Title and headings: they are searched, too. */
  readonly headings: string;
}

/** What judging needs of the index. */
export interface PassageIndex {
  /** Of every document at that path, in order; empty when there is none. */
  passagesAt(path: string): Promise<readonly Passage[]>;
  passage(chunkId: string): Promise<Passage | null>;
  /** Every path there is, for the nearest right one. */
  paths(): Promise<readonly string[]>;
}

/** What is relevant to one query, in this index. */
export interface JudgedPassages {
  /** By chunk id; a document that was expected whole is one entry, under its own id. */
  readonly judgments: Judgments;
  /** Documents that were expected whole. */
  readonly documents: ReadonlySet<string>;
  /** All passages that would answer. */
  readonly passages: readonly Passage[];
}

/** Finds what every query expects. An expectation that names nothing in the index is an error: it could only count as a miss. */
export async function judgePassages(
  queries: readonly GoldenQuery[],
  index: PassageIndex,
): Promise<Map<string, JudgedPassages>> {
  const judged = new Map<string, JudgedPassages>();
  const problems: { message: string; hint: string | null; query_id: string }[] = [];
  for (const query of queries) {
    const judgments = new Map<string, number>();
    const documents = new Set<string>();
    const passages: Passage[] = [];
    for (const expectation of query.expect) {
      const found = await findPassages(expectation, index);
      if (!Array.isArray(found)) {
        problems.push({
          message: `query "${query.id}": ${found.reason}`,
          hint: found.hint,
          query_id: query.id,
        });
        continue;
      }
      passages.push(...found);
      const isWhole = expectation.kind === "document";
      for (const { chunkId, documentId } of found) {
        if (isWhole) documents.add(documentId);
        const unit = isWhole ? documentId : chunkId;
        judgments.set(unit, Math.max(expectation.grade, judgments.get(unit) ?? 0));
      }
    }
    if (passages.some(({ chunkId, documentId }) => documents.has(documentId) && judgments.has(chunkId))) {
      const message = `query "${query.id}": it expects a document and a passage of the same`;
      problems.push({ message, hint: "Keep one of the two", query_id: query.id });
    }
    judged.set(query.id, { judgments, documents, passages });
  }
  if (problems.length > 0) throw toJudgingError(problems);
  return judged;
}

/** The ids under which a ranking of chunks is judged: of a document that was expected whole, its first chunk stands for it. */
export function toUnits(
  hits: readonly { readonly chunkId: string; readonly documentId: string }[],
  { documents }: JudgedPassages,
): Ranking {
  const seen = new Set<string>();
  return hits.map(({ chunkId, documentId }) => {
    if (!documents.has(documentId) || seen.has(documentId)) return chunkId;
    seen.add(documentId);
    return documentId;
  });
}

interface NotFound {
  readonly reason: string;
  readonly hint: string | null;
}

async function findPassages(expectation: Expectation, index: PassageIndex): Promise<Passage[] | NotFound> {
  if (expectation.kind === "chunk") {
    const passage = await index.passage(expectation.chunkId);
    if (passage !== null) return [passage];
    return {
      reason: `there is no chunk ${expectation.chunkId}`,
      hint: "`kebab inspect doc PATH` lists a document's chunks",
    };
  }
  const { path } = expectation;
  const all = await index.passagesAt(path);
  if (all.length === 0) {
    const close = nearest(path, await index.paths());
    const hint = close === null ? "Paths are relative to their source" : `Did you mean ${close}?`;
    return { reason: `there is no document ${path} in the index`, hint };
  }
  if (expectation.kind === "document") return [...all];
  const wanted = toComparable(expectation.contains);
  const holding = all.filter(({ text }) => toComparable(text).includes(wanted));
  if (holding.length > 0) return holding;
  const isWithin = toComparable(all.map(({ text }) => text).join("\n")).includes(wanted);
  return {
    reason: `no passage of ${path} holds "${expectation.contains}"`,
    hint: isWithin
      ? "It stands across two passages: quote less of it"
      : "Quote what the document says, letter by letter",
  };
}

function toJudgingError(problems: readonly { message: string; hint: string | null }[]): KebabError {
  const [first] = problems;
  const count = problems.length > 1 ? ` (first of ${problems.length} problems)` : "";
  return new KebabError("config-invalid", `Cannot judge the golden set: ${first?.message}${count}`, {
    ...(first?.hint ? { hint: first.hint } : {}),
    details: { problems },
  });
}
