import { KebabError } from "../core/errors.ts";
import type { ChatMessage, GenerateOptions, LanguageModel } from "../ports/language-model.ts";
import type { RetrievedPassage } from "./retrieved.ts";

/** One of the questions a question was taken apart into, and what was found for it. */
export interface QuestionPart {
  readonly question: string;
  readonly passages: readonly RetrievedPassage[];
}

const MIN_PARTS = 2;
const MAX_PARTS = 4;
const MAX_PART_CHARACTERS = 300;

export const NOT_TAKEN_APART = "the model did not take the question apart: it was searched for as it stands";

export function refuseMultiHop(model: LanguageModel): void {
  if (model.followsInstructions) return;
  throw new KebabError(
    "usage",
    `Cannot use --multi-hop with provider ${model.modelId}: it cannot take a question apart`,
    { hint: "Use --provider ollama or --provider openai with --model, or ask without --multi-hop" },
  );
}

/** Two to four questions that together answer this one; none where the model gave no list of them. */
export async function decompose(
  question: string,
  model: LanguageModel,
  options: GenerateOptions,
): Promise<string[]> {
  let text = "";
  const request = { messages: toListMessages(question), question, sources: [] };
  for await (const event of model.generate(request, options)) if (event.kind === "text") text += event.text;
  return parseParts(text, question);
}

function toListMessages(question: string): ChatMessage[] {
  const system = `You take a question apart for a search engine. Write ${MIN_PARTS} to ${MAX_PARTS} short questions that together answer it, each of which can be searched on its own: replace pronouns by what they stand for. Write them in the language of the question, one a line, each with its number and a full stop before it, and nothing else. Do not answer them.`;
  return [
    { role: "system", content: system },
    { role: "user", content: question.trim() },
  ];
}

/** Only lines that begin as a list does, `1.` or `-`: preambles and afterthoughts of a model are no questions. */
export function parseParts(text: string, question: string): string[] {
  const seen = new Set([toComparable(question)]);
  const parts: string[] = [];
  for (const line of text.split("\n")) {
    const part =
      /^(?:\d{1,2}[.):]|[-*•])\s+(.*)$/
        .exec(line.trim())?.[1]
        ?.replace(/[*_`"“”]/g, "")
        .trim() ?? "";
    const key = toComparable(part);
    if (key === "" || part.length > MAX_PART_CHARACTERS || seen.has(key)) continue;
    seen.add(key);
    parts.push(part);
  }
  return parts.length < MIN_PARTS ? [] : parts.slice(0, MAX_PARTS);
}

/** Letters and digits alone: two questions that differ in signs are one. */
function toComparable(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/**
 * The best of each list in turn, then the second of each. Not by Reciprocal Rank Fusion: a part's own passage
 * stands in one list alone, and passages that touch on everything would outrank it.
 */
export function mergePassages(lists: readonly (readonly RetrievedPassage[])[]): RetrievedPassage[] {
  const merged = new Map<string, RetrievedPassage>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let position = 0; position < longest; position++) {
    for (const list of lists) {
      const passage = list[position];
      if (passage === undefined || merged.has(passage.chunk.id)) continue;
      merged.set(passage.chunk.id, { ...passage, rank: merged.size + 1 });
    }
  }
  return [...merged.values()];
}
