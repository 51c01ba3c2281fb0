import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import { KebabError, toMessage } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import type { Expectation, Forbidden, GoldenQuery, GoldenSet } from "./golden.ts";
import { toFilter } from "./golden-filter.ts";
import { type GoldenFile, goldenFile, KNOWN_KEYS, writeOut } from "./golden-schema.ts";
import { REQUIREMENT_NAMES } from "./requirements.ts";

/** One thing wrong with the file, in the form it has in the details of the error. */
export interface GoldenProblem {
  readonly message: string;
  readonly hint: string | null;
  readonly line: number | null;
  readonly query_id: string | null;
}

type Path = readonly PropertyKey[];
/** What is wrong and where; line and query are found by the path. */
interface Finding {
  readonly path: Path;
  readonly reason: string;
  readonly hint?: string;
}

export interface ParseGoldenOptions {
  /** What the file is called in messages. */
  readonly file: string;
  /** The set's name unless the file has one. */
  readonly name: string;
  /** "ts" → "typescript"; null for a language nobody knows. */
  readonly parseCodeLanguage: (text: string) => string | null;
}

/** All problems come in one error, each with its line and query. */
export function parseGolden(text: string, options: ParseGoldenOptions): GoldenSet {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const fail = (findings: readonly Finding[]): never => {
    throw toGoldenError(
      findings.map((finding) => toProblem(finding, document, lines)),
      options.file,
    );
  };
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line } = lines.linePos(broken.pos[0]);
    throw toGoldenError(
      [{ message: `line ${line}: ${broken.message}`, hint: null, line, query_id: null }],
      options.file,
    );
  }
  const checked = goldenFile.safeParse(writeOut(toPlain(document, fail)));
  if (!checked.success) return fail(checked.error.issues.flatMap(toFindings));
  const findings: Finding[] = [
    ...findDoubles(checked.data),
    ...findLonelyGroups(checked.data),
    ...findUnknownRequirements(checked.data),
  ];
  const queries = checked.data.queries.map((raw, position) =>
    toQuery(raw, {
      parseCodeLanguage: options.parseCodeLanguage,
      onProblem: (name, reason) => findings.push({ path: ["queries", position, "filters", name], reason }),
    }),
  );
  if (findings.length > 0) fail(findings);
  const { name = options.name, corpus = null, defaults, require } = checked.data;
  return {
    name,
    corpus,
    defaults: { mode: defaults.mode ?? null, top: defaults.top ?? null },
    require: new Map(Object.entries(require)),
    queries,
  };
}

function toPlain(document: Document, fail: (findings: readonly Finding[]) => never): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // An alias that unfolds without end.
    return fail([{ path: [], reason: toMessage(error) }]);
  }
}

function toQuery(raw: GoldenFile["queries"][number], options: Parameters<typeof toFilter>[1]): GoldenQuery {
  return {
    id: raw.id,
    query: raw.query,
    kind: raw.kind ?? null,
    group: raw.group ?? null,
    expect: (raw.expect ?? []).map(toExpectation),
    mustContain: raw.must_contain ?? [],
    forbidden: (raw.forbidden ?? []).map<Forbidden>((entry) =>
      "text" in entry ? { kind: "text", text: entry.text } : { kind: "path", path: entry.path },
    ),
    refuse: raw.refuse,
    filter: toFilter(raw.filters ?? {}, options),
  };
}

type RawExpectation = NonNullable<GoldenFile["queries"][number]["expect"]>[number];

function toExpectation({ path = "", contains, chunk, grade }: RawExpectation): Expectation {
  if (chunk !== undefined) return { kind: "chunk", chunkId: chunk, grade };
  return contains === undefined
    ? { kind: "document", path, grade }
    : { kind: "passage", path, contains, grade };
}

interface SchemaIssue {
  readonly code?: string;
  readonly path: Path;
  readonly message: string;
  readonly keys?: readonly string[];
}

function toFindings(issue: SchemaIssue): Finding[] {
  if (issue.code !== "unrecognized_keys") return [{ path: issue.path, reason: issue.message }];
  const place = issue.path.map((part) => (typeof part === "number" ? "*" : String(part))).join(".");
  const known = KNOWN_KEYS[place] ?? [];
  return (issue.keys ?? []).map((key) => {
    const close = nearest(key, known);
    return {
      path: [...issue.path, key],
      reason: `there is no key "${key}"`,
      hint: close === null ? `The keys are ${known.join(", ")}` : `Did you mean "${close}"?`,
    };
  });
}

function findDoubles({ queries }: GoldenFile): Finding[] {
  const seen = new Set<string>();
  return queries.flatMap(({ id }, position) => {
    const isDouble = seen.has(id);
    seen.add(id);
    return isDouble ? [{ path: ["queries", position, "id"], reason: "another query has this id" }] : [];
  });
}

/** A group of one has no spread: most likely its name is misspelt. */
function findLonelyGroups({ queries }: GoldenFile): Finding[] {
  const sizes = new Map<string, number>();
  for (const { group } of queries) if (group !== undefined) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const larger = [...sizes].filter(([, size]) => size > 1).map(([group]) => group);
  return queries.flatMap(({ group }, position) => {
    if (group === undefined || sizes.get(group) !== 1) return [];
    const close = nearest(group, larger);
    const hint = close === null ? "A group holds paraphrases: two at least" : `Did you mean "${close}"?`;
    return [{ path: ["queries", position, "group"], reason: `it is alone in group "${group}"`, hint }];
  });
}

function findUnknownRequirements({ require }: GoldenFile): Finding[] {
  return Object.keys(require).flatMap((name) => {
    if (REQUIREMENT_NAMES.includes(name)) return [];
    const close = nearest(name, REQUIREMENT_NAMES);
    const hint =
      close === null ? "Such as hybrid.ndcg@10 or ask.refusal_correctness" : `Did you mean "${close}"?`;
    return [{ path: ["require", name], reason: `no figure is called "${name}"`, hint }];
  });
}

function toProblem({ path, reason, hint }: Finding, document: Document, lines: LineCounter): GoldenProblem {
  const line = findLine(path, document, lines);
  const position = path[0] === "queries" && typeof path[1] === "number" ? path[1] : null;
  const id = position === null ? undefined : document.getIn(["queries", position, "id"]);
  const queryId = typeof id === "string" ? id : null;
  const within = position === null ? path : path.slice(2);
  const place = [
    ...(line === null ? [] : [`line ${line}`]),
    ...(position === null ? [] : [queryId === null ? `query ${position + 1}` : `query "${queryId}"`]),
    ...(within.length === 0 ? [] : [within.filter((part) => typeof part !== "number").join(".")]),
  ].join(", ");
  return {
    message: `${place === "" ? "the file" : place}: ${reason}`,
    hint: hint ?? null,
    line,
    query_id: queryId,
  };
}

/** Of the deepest part of the path that stands in the file: what was written short has fewer. */
function findLine(path: Path, document: Document, lines: LineCounter): number | null {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => (isScalar(key) ? key.value : key) === last)
      : undefined;
    const node = pair?.key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}

function toGoldenError(problems: readonly GoldenProblem[], file: string): KebabError {
  const [first] = problems;
  const count = problems.length > 1 ? ` (first of ${problems.length} problems)` : "";
  return new KebabError("config-invalid", `Cannot use ${file}: ${first?.message ?? "it is broken"}${count}`, {
    hint: first?.hint ?? "docs/evaluation.md describes the format",
    details: { problems },
  });
}
