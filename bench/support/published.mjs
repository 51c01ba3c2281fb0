// What others report on the sets, with the source of each figure, and what the sets are. Nothing here was measured by us.

/**
 * What a set asks for, in our words; `differs` where it is not what the published figures were measured on, and
 * `fair` where that hardly matters.
 */
export const SETS = {
  adi: { holds: "abstracts on information science; a smoke test" },
  cacm: {
    holds: "titles and abstracts of the Communications of the ACM, 1958 to 1979",
    differs: "796 judgments instead of 741: ids that did not match were repaired",
  },
  cisi: { holds: "abstracts on library science, long questions" },
  cranfield: { holds: "abstracts on aerodynamics" },
  "dbpedia-5k": {
    holds: "entities of DBpedia, graded",
    differs: "5,000 entities instead of 4.6 million, and 40 of 400 questions: far easier",
  },
  "msmarco-en-a": {
    holds: "web questions and passages of MS MARCO",
    differs: "the first half of the questions and their passages: half as many to confuse",
  },
  scifact: { holds: "scientific claims, abstracts that support or refute them (BEIR, test)" },
  "scifact-train": { holds: "the same abstracts, the training claims" },
  "korquad1-dev": {
    holds: "Korean Wikipedia paragraphs, questions by people (KorQuAD 1.0, dev)",
    differs: "961 paragraphs instead of 960, the same questions",
    fair: true,
  },
  "msmarco-ko-a": {
    holds: "MS MARCO in Korean, translated by a language model",
    differs: "the first half of the questions and their passages: half as many to confuse",
  },
  "pyfaq-ko": { holds: "the Python FAQ: Korean questions, Korean answers" },
  "welfare-ko": {
    holds: "Korean welfare programmes, questions by a language model",
    differs: "1,910 questions instead of 106 others about the same programmes",
  },
  "k8s-en2ko": { holds: "Kubernetes documentation: English titles and first sentences, Korean pages" },
  "k8s-ko2en": { holds: "Kubernetes documentation: Korean titles and first sentences, English pages" },
  "msmarco-en2ko-a": { holds: "MS MARCO: English questions, Korean passages" },
  "msmarco-ko2en-a": { holds: "MS MARCO: Korean questions, English passages" },
  "obsidian-en2ko": { holds: "an Obsidian vault: English questions, Korean notes" },
  "obsidian-ko2en": { holds: "an Obsidian vault: Korean questions, English notes" },
  "pyfaq-ko2en": { holds: "the Python FAQ: Korean questions, English answers" },
  "tatoeba-en2ko": { holds: "sentences: an English one, its Korean translation" },
  "tatoeba-ko2en": { holds: "sentences: a Korean one, its English translation" },
  "tldr-ko2en": { holds: "tldr pages: what a command does, in Korean; the page, in English" },
  "codedoc-a": { holds: "functions in five languages, asked for by their own doc comment" },
  conala: { holds: "Stack Overflow titles, Python one-liners" },
  "cosqa-dev": { holds: "web queries, Python functions (CoSQA, dev)" },
  "anthropic-docs": { holds: "sections of a product's documentation, realistic questions" },
  "locomo-a": { holds: "turns of long conversations that hold the answer (LoCoMo, half)" },
  "vespa-notes": { holds: "one person's notes, plans and code, made up" },
};

const ANSERINI = "castorini/anserini, docs/experiments-beir-fusion.md";
const MTEB = "MTEB results (embeddings-benchmark/results)";
const MSMARCO = "baba9811/msmarco_Kor, README";
const WELFARE = "ssisOneTeam/Korean-Embedding-Model-Performance-Benchmark-for-Retriever, README";
const COOKBOOK = "anthropics/claude-cookbooks, retrieval_augmented_generation/guide.ipynb";

/** `side` is what of ours does the same work: lexical, vector, or hybrid. */
export const PUBLISHED = [
  ...figures("scifact", "lexical", "BEIR paper (Thakur et al. 2021), table 2", [
    ["BM25, title and text", { "ndcg@10": 0.665 }],
  ]),
  ...figures("scifact", "lexical", "castorini/anserini, docs/reproduce/from-document-collection", [
    ["BM25, title and text, Anserini", { "ndcg@10": 0.6647, "recall@100": 0.9076 }],
  ]),
  ...figures("scifact", "lexical", ANSERINI, [
    ["BM25, Anserini", { "ndcg@10": 0.6789, "recall@100": 0.9253 }],
  ]),
  ...figures("scifact", "vector", ANSERINI, [
    ["bge-base-en-v1.5", { "ndcg@10": 0.7408, "recall@100": 0.9667 }],
  ]),
  ...figures("scifact", "hybrid", ANSERINI, [
    ["BM25 + bge-base, RRF", { "ndcg@10": 0.742, "recall@100": 0.9767 }],
    ["BM25 + bge-base, mean of stretched scores", { "ndcg@10": 0.7472, "recall@100": 0.97 }],
  ]),
  ...figures(
    "scifact",
    "lexical",
    "castorini/anserini, regressions-beir-v1.0.0-scifact.splade-pp-ed.cached.md",
    [["SPLADE++ EnsembleDistil (learned words)", { "ndcg@10": 0.7041, "recall@100": 0.9353 }]],
  ),
  ...figures("scifact", "lexical", MTEB, [["bm25s", { "ndcg@10": 0.6874, "recall@100": 0.9127 }]]),
  ...figures("scifact", "vector", MTEB, [
    ["bge-small-en-v1.5 (ours is its int8 form)", { "ndcg@10": 0.7127, "recall@100": 0.945 }],
    ["all-MiniLM-L6-v2", { "ndcg@10": 0.6451, "recall@100": 0.925 }],
    ["multilingual-e5-small", { "ndcg@10": 0.6758, "recall@100": 0.9283 }],
    ["multilingual-e5-large", { "ndcg@10": 0.702, "recall@100": 0.9387 }],
    ["bge-m3", { "ndcg@10": 0.6437, "recall@100": 0.9037 }],
    ["nomic-embed-text-v1.5", { "ndcg@10": 0.7028, "recall@100": 0.9283 }],
    ["Qwen3-Embedding-0.6B", { "ndcg@10": 0.6972, "recall@100": 0.96 }],
    ["granite-107m-multilingual", { "ndcg@10": 0.6325, "recall@100": 0.897 }],
    ["potion-multilingual-128M", { "ndcg@10": 0.4514, "recall@100": 0.808 }],
  ]),
  ...figures("scifact-train", "lexical", MTEB, [["bm25s", { "ndcg@10": 0.696, "recall@100": 0.9283 }]]),
  ...figures("scifact-train", "vector", MTEB, [
    ["bge-small-en-v1.5 (ours is its int8 form)", { "ndcg@10": 0.7475, "recall@100": 0.9652 }],
    ["all-MiniLM-L6-v2", { "ndcg@10": 0.6602, "recall@100": 0.9324 }],
    ["multilingual-e5-large", { "ndcg@10": 0.709, "recall@100": 0.9526 }],
  ]),
  ...figures("cacm", "lexical", "castorini/anserini, reproduce/from-document-collection/configs/cacm.yaml", [
    ["BM25, Anserini", { map: 0.3123 }],
  ]),
  ...figures("dbpedia-5k", "lexical", ANSERINI, [["BM25, Anserini", { "ndcg@10": 0.318 }]]),
  ...figures("dbpedia-5k", "vector", ANSERINI, [["bge-base-en-v1.5", { "ndcg@10": 0.4073 }]]),
  ...figures("dbpedia-5k", "hybrid", ANSERINI, [["BM25 + bge-base, RRF", { "ndcg@10": 0.419 }]]),
  ...figures("msmarco-en-a", "lexical", MSMARCO, [["Okapi BM25 by white space", { "hit@1": 0.363 }]]),
  ...figures("msmarco-en-a", "vector", MSMARCO, [
    ["bge-m3", { "hit@1": 0.944 }],
    ["text-embedding-3-small", { "hit@1": 0.952 }],
    ["paraphrase-multilingual-mpnet-base-v2", { "hit@1": 0.846 }],
  ]),
  ...figures("korquad1-dev", "lexical", MTEB, [["bm25s", { "ndcg@10": 0.8387, "recall@100": 0.995 }]]),
  ...figures("korquad1-dev", "vector", MTEB, [
    ["multilingual-e5-small", { "ndcg@10": 0.8965, "recall@100": 0.9981 }],
    ["bge-m3", { "ndcg@10": 0.9038, "recall@100": 0.9974 }],
    ["BGE-m3-ko", { "ndcg@10": 0.9414, "recall@100": 1 }],
    ["KURE-v1", { "ndcg@10": 0.9357, "recall@100": 0.9995 }],
    ["Qwen3-Embedding-0.6B", { "ndcg@10": 0.8503, "recall@100": 0.991 }],
    ["potion-multilingual-128M", { "ndcg@10": 0.6894, "recall@100": 0.9692 }],
  ]),
  ...figures("msmarco-ko-a", "lexical", MSMARCO, [["Okapi BM25 by white space", { "hit@1": 0.509 }]]),
  ...figures("msmarco-ko-a", "vector", MSMARCO, [
    ["KURE-v1", { "hit@1": 0.936 }],
    ["bge-m3", { "hit@1": 0.93 }],
    ["multilingual-e5-large-instruct", { "hit@1": 0.848 }],
    ["text-embedding-3-small", { "hit@1": 0.787 }],
    ["paraphrase-multilingual-mpnet-base-v2", { "hit@1": 0.544 }],
  ]),
  ...figures("welfare-ko", "vector", WELFARE, [
    ["ko-sroberta-multitask", { "hit@1": 0.533 }],
    ["text-embedding-ada-002", { "hit@1": 0.419 }],
    ["paraphrase-multilingual-MiniLM-L12-v2", { "hit@1": 0.257 }],
  ]),
  ...figures("tatoeba-ko2en", "vector", MTEB, [
    ["paraphrase-multilingual-MiniLM-L12-v2", { "hit@1": 0.942 }],
    ["multilingual-e5-large", { "hit@1": 0.927 }],
    ["embeddinggemma-300m", { "hit@1": 0.923 }],
    ["bge-m3", { "hit@1": 0.921 }],
    ["Qwen3-Embedding-0.6B", { "hit@1": 0.869 }],
    ["multilingual-e5-small", { "hit@1": 0.799 }],
    ["granite-107m-multilingual", { "hit@1": 0.787 }],
    ["potion-multilingual-128M", { "hit@1": 0.469 }],
    ["bge-small-en-v1.5", { "hit@1": 0.012 }],
  ]),
  ...figures("anthropic-docs", "vector", COOKBOOK, [
    ["voyage-2", { "mrr@3": 0.7367 }],
    ["voyage-2 over summaries by a language model", { "mrr@3": 0.7733 }],
  ]),
];

function figures(set, side, source, systems) {
  return systems.flatMap(([system, values]) =>
    Object.entries(values).map(([metric, value]) => ({ set, side, system, metric, value, source })),
  );
}
