import type { Answer, AnswerSentence, AnswerSource } from "../../wire/answer.ts";
import { type Style, toPrintable, toTable } from "./style.ts";

/** What follows the streamed text: the sources it cites, or why there is no answer and what is nearest. */
export function renderEnd(answer: Answer, { hasText, style }: { hasText: boolean; style: Style }): string {
  const blocks: string[] = [];
  const isRefused = answer.answer === null;
  if (isRefused && answer.message !== null) blocks.push(`${style.yellow(toPrintable(answer.message))}\n`);
  const cited = answer.sources.filter((source) => source.cited);
  if (!isRefused && cited.length > 0) blocks.push(toTable(cited.map((source) => toSourceRow(source, style))));
  if (isRefused && answer.candidates.length > 0) {
    const rows = answer.candidates.map((hit) => [
      style.cyan(toLine(hit.citation.uri)),
      toPlace(hit) + toStaleNote(hit.stale, style),
    ]);
    blocks.push(style.dim(`${answer.lang === "ko" ? "가까운 구절" : "nearest passages"}\n`) + toTable(rows));
  }
  // The streamed text has no line end of its own.
  return (hasText ? ["\n", ...blocks] : blocks).join("\n");
}

function toSourceRow(source: AnswerSource, style: Style): string[] {
  return [
    style.bold(`[${source.number}]`),
    style.cyan(toLine(source.uri)),
    toPlace(source) + toStaleNote(source.stale, style),
  ];
}

function toStaleNote(stale: boolean, style: Style): string {
  return stale ? style.yellow(" (changed since it was indexed)") : "";
}

/** Title › Heading; a document whose first heading is its title says it once. */
function toPlace({ title, heading_path }: { title: string; heading_path: readonly string[] }): string {
  const headings = heading_path[0] === title ? heading_path : [title, ...heading_path];
  return toLine(headings.join(" › "));
}

/** One line for each sentence that its sources do not back, with the reason. */
export function renderUnsupported({ sentences }: Answer): string[] {
  return sentences
    .filter(({ supported }) => !supported)
    .map((sentence) => `not supported: "${toShortLine(sentence.text)}" (${explainProblems(sentence)})`);
}

function explainProblems({ problems, missing, citations }: AnswerSentence): string {
  const lacking = `what it cites does not hold ${toLine(missing.slice(0, SHOWN_TERMS).join(", "))}`;
  const words = {
    uncited: "it cites nothing",
    unknown_citation: `there is no source for ${citations.map((number) => `[${number}]`).join("")}`,
    number: lacking,
    name: lacking,
    overlap: "what it cites does not say it",
  };
  return [...new Set(problems.map((problem) => words[problem]))].join("; ");
}

/** How the answer came about, step by step. */
export function renderExplain(answer: Answer, explain: NonNullable<Answer["explain"]>, style: Style): string {
  const { packing, parts, timing } = explain;
  const blocks = [
    section("retrieval", renderHits(explain.hits), style),
    ...(parts.length === 0
      ? []
      : [
          section(
            "parts",
            toTable(parts.map((part) => [toLine(part.question), `${part.chunk_ids.length} passages`])),
            style,
          ),
        ]),
    ...(answer.gate === null ? [] : [section("gate", renderGate(answer.gate), style)]),
    ...(packing === null
      ? []
      : [
          section(
            "packing",
            `${packing.packed} chunks in ${answer.sources.length} sources, ${packing.used_tokens} of ${packing.budget_tokens} tokens, ${packing.left_out} left out · ${answer.prompt_version}\n`,
            style,
          ),
        ]),
    ...(answer.sentences.length === 0 ? [] : [section("check", renderCheck(answer.sentences), style)]),
    section(
      "timing",
      `${timing.total_ms.toFixed(0)} ms: retrieve ${timing.retrieve_ms.toFixed(0)}, generate ${timing.generate_ms.toFixed(0)}, check ${timing.check_ms.toFixed(0)} · ${answer.model} · ${answer.index_version ?? "no index"}\n`,
      style,
    ),
  ];
  return `\n${blocks.join("\n")}`;
}

function section(name: string, body: string, style: Style): string {
  return `${style.bold(name)}\n${body.replace(/^(?=.)/gm, "  ")}`;
}

function renderHits(hits: NonNullable<Answer["explain"]>["hits"]): string {
  if (hits.length === 0) return "nothing was found\n";
  const rows = hits.map(({ rank, score, retrieval, citation }) => [
    `${rank}.`,
    score.toFixed(3),
    toLine(citation.uri),
    retrieval.lexical_rank === null ? "-" : `keyword ${retrieval.lexical_rank}`,
    retrieval.vector_rank === null ? "-" : `meaning ${retrieval.vector_rank}`,
  ]);
  return toTable(rows);
}

function renderGate(gate: NonNullable<Answer["gate"]>): string {
  const { background } = gate;
  const rows = [
    ["evidence", `${gate.evidence.toFixed(3)} ${gate.passed ? "≥" : "<"} ${gate.threshold.toFixed(3)}`],
    ["coverage", gate.coverage === null ? "no telling words" : gate.coverage.toFixed(3)],
    ...(gate.missing_terms.length === 0 ? [] : [["not in the index", toLine(gate.missing_terms.join(", "))]]),
    ["cosine", gate.cosine === null ? "meaning search abstained" : gate.cosine.toFixed(3)],
    ...(background === null
      ? []
      : [
          [
            "background",
            `${background.mean.toFixed(3)} ± ${background.deviation.toFixed(3)} over ${background.samples} ${background.samples === 1 ? "passage" : "passages"}`,
          ],
        ]),
  ];
  return toTable(rows);
}

function renderCheck(sentences: readonly AnswerSentence[]): string {
  const figure = (value: number | null): string => (value === null ? "-" : value.toFixed(2));
  const rows = sentences.map((sentence) => [
    !sentence.claim ? "no claim" : sentence.supported ? "supported" : "NOT supported",
    `words ${figure(sentence.word_overlap)}`,
    `cosine ${figure(sentence.cosine)}`,
    toShortLine(sentence.text) + (sentence.supported ? "" : ` (${explainProblems(sentence)})`),
  ]);
  return toTable(rows);
}

function toLine(text: string): string {
  return toPrintable(text).replace(/\s+/g, " ").trim();
}

/** Enough to find a sentence again. */
const SHOWN_CHARACTERS = 160;
const SHOWN_TERMS = 5;

function toShortLine(text: string): string {
  const characters = [...toLine(text)];
  if (characters.length <= SHOWN_CHARACTERS) return characters.join("");
  return `${characters.slice(0, SHOWN_CHARACTERS).join("")}…`;
}
