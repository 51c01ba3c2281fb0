"""Fuse ranked lists and score them against the labelled queries of bori-search.

Usage:
    python rrf_fusion.py judgments.jsonl bm25.jsonl vector.jsonl

judgments.jsonl 한 줄: {"query": "겨울 신발", "relevant": {"P-1029": 2, "P-311": 1}}
run 파일 한 줄:        {"query": "겨울 신발", "ranking": ["P-311", "P-1029"]}
"""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

RRF_K = 60


@dataclass(frozen=True)
class Scores:
    recall: float
    ndcg: float
    mrr: float


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[str]],
    weights: Sequence[float] | None = None,
    k: int = RRF_K,
) -> list[str]:
    """Merge rankings by summing weight / (k + rank), ranks counted from 1.

    점수가 같으면 첫 번째 목록에서 더 앞선 문서가 먼저 온다.
    """
    weights = weights or [1.0] * len(rankings)
    if len(weights) != len(rankings):
        raise ValueError(f"{len(rankings)} rankings but {len(weights)} weights")
    fused: dict[str, float] = defaultdict(float)
    for ranking, weight in zip(rankings, weights):
        for rank, document in enumerate(ranking, start=1):
            fused[document] += weight / (k + rank)
    # sorted()는 stable이라 동점이면 처음 나온 순서가 유지된다
    return sorted(fused, key=lambda document: -fused[document])


def recall_at(ranking: Sequence[str], relevant: Mapping[str, int], cut: int) -> float:
    if not relevant:
        return 0.0
    return len(set(ranking[:cut]) & relevant.keys()) / len(relevant)


def ndcg_at(ranking: Sequence[str], relevant: Mapping[str, int], cut: int) -> float:
    """Normalised discounted cumulative gain with gain 2^grade - 1."""

    def dcg(grades: Iterable[int]) -> float:
        return sum((2**grade - 1) / math.log2(place + 1) for place, grade in enumerate(grades, start=1))

    ideal = dcg(sorted(relevant.values(), reverse=True)[:cut])
    if ideal == 0:
        return 0.0
    return dcg(relevant.get(document, 0) for document in ranking[:cut]) / ideal


def reciprocal_rank(ranking: Sequence[str], relevant: Mapping[str, int]) -> float:
    for rank, document in enumerate(ranking, start=1):
        if document in relevant:
            return 1 / rank
    return 0.0


def evaluate(runs: Mapping[str, Sequence[str]], judgments: Mapping[str, Mapping[str, int]], cut: int = 10) -> Scores:
    """Average over all judged queries; a query missing from the run counts as zero."""
    total = len(judgments)
    pairs = [(runs.get(query, []), relevant) for query, relevant in judgments.items()]
    return Scores(
        recall=sum(recall_at(ranking, relevant, cut) for ranking, relevant in pairs) / total,
        ndcg=sum(ndcg_at(ranking, relevant, cut) for ranking, relevant in pairs) / total,
        mrr=sum(reciprocal_rank(ranking, relevant) for ranking, relevant in pairs) / total,
    )


def read_jsonl(path: str, field: str) -> dict:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return {row["query"]: row[field] for row in map(json.loads, filter(None, lines))}


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    judgments = read_jsonl(arguments[0], "relevant")
    runs = {Path(path).stem: read_jsonl(path, "ranking") for path in arguments[1:]}
    runs["rrf"] = {
        query: reciprocal_rank_fusion([run.get(query, []) for run in list(runs.values())])
        for query in judgments
    }
    for name, run in runs.items():
        scores = evaluate(run, judgments)
        print(f"{name:12} recall@10 {scores.recall:.3f}  ndcg@10 {scores.ndcg:.3f}  mrr {scores.mrr:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
