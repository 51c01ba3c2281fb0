import type { SearchMode } from "../core/search.ts";
import type { AskedSide, Fusion, HitScores } from "../retrieval/rank.ts";
import type { SearchHit } from "../retrieval/search.ts";
import type { Explanation, RetrieverReport } from "../wire/search.ts";

/** How the score came about, so that anyone can do the sum again. */
export function toExplanation(
  { matchedTerms, scores, score }: SearchHit,
  mode: SearchMode,
  fusion: Fusion,
): Explanation {
  const sides = [
    ...(mode === "vector" ? [] : [explainLexical(scores)]),
    ...(mode === "lexical" ? [] : [explainVector(scores)]),
  ];
  const sum = mode === "hybrid" ? explainFusion(scores, fusion) : `score = ${show(score)}`;
  return {
    matched_terms: [...matchedTerms],
    lexical_raw: scores.lexicalRaw,
    vector_raw: scores.vectorRaw,
    arithmetic: [...sides, sum].join("; "),
  };
}

/** A side may give fewer than it was asked for: a filter leaves less to choose from, and nothing is made up. */
export function toSideWire({ side, asked, list }: AskedSide): RetrieverReport {
  return {
    retriever: side,
    asked,
    found: list.ranked.length,
    abstained: list.abstained,
    index_version: list.indexVersion,
  };
}

function explainLexical({ lexicalRank, lexicalRaw, lexicalScore }: HitScores): string {
  if (lexicalRaw === null || lexicalScore === null) return "keyword: not among its candidates";
  return `keyword: rank ${lexicalRank}, s = -bm25 = ${show(lexicalRaw)}, s/(1+s) = ${show(lexicalScore)}`;
}

function explainVector({ vectorRank, vectorRaw, vectorScore }: HitScores): string {
  if (vectorRaw === null || vectorScore === null) return "meaning: not among its candidates";
  return `meaning: rank ${vectorRank}, c = cosine = ${show(vectorRaw)}, (1+c)/2 = ${show(vectorScore)}`;
}

function explainFusion(scores: HitScores, { policy, rrfK }: Fusion): string {
  const terms = [scores.lexicalRank, scores.vectorRank]
    .filter((rank) => rank !== null)
    .map((rank) => `1/(${rrfK}+${rank})`);
  const rrf = `rrf = ${terms.join(" + ")} = ${show(scores.rrfScore)}`;
  if (policy === "rrf") return `${rrf}; score = rrf/(2/${rrfK + 1}) = ${show(scores.fusionScore)}`;
  const parts = (scores.parts ?? [])
    .filter((part) => part !== null)
    .map(({ weight, value }) => `${show(weight)} × ${show(value)}`);
  return `${rrf}; ${policy} score = ${parts.join(" + ")} = ${show(scores.fusionScore)}`;
}

function show(value: number): string {
  return value.toPrecision(6);
}
