import type { RefusalReason } from "../core/refusal.ts";

/** Why there is no answer and what to do next, in Korean for a Korean question and in English for any other. */
export function toRefusalMessage(
  reason: RefusalReason,
  { lang, missingTerms = [] }: { lang: string; missingTerms?: readonly string[] },
): string {
  const isKorean = lang === "ko";
  const message = (isKorean ? KOREAN : ENGLISH)[reason];
  if (reason !== "score_gate" || missingTerms.length === 0) return message;
  const terms = missingTerms.slice(0, MAX_TERMS).join(", ");
  return isKorean
    ? `${message} 색인 어디에도 없는 말: ${terms}`
    : `${message} Nowhere in the index: ${terms}`;
}

const MAX_TERMS = 5;

const ENGLISH: Readonly<Record<RefusalReason, string>> = {
  no_index: "Nothing has been indexed yet. Run `kebab ingest PATH` on a folder of yours, then ask again.",
  no_chunks:
    "No passage matches this question. Ask with other words, loosen the filters, or ingest what should answer it.",
  score_gate:
    "What was found does not bear on this question. Ask with the words your documents use, or ingest what should answer it.",
  model_refused:
    "The model says that the passages found do not answer this. Raise --top, ask more precisely, or look at the nearest passages yourself.",
  unsupported:
    "Nothing of what was said is supported by what it cites, so it is no answer. Look at the nearest passages yourself, or try another model.",
  stream_aborted:
    "The answer broke off. What was said so far has been checked and may lack the rest; ask again for all of it.",
};

const KOREAN: Readonly<Record<RefusalReason, string>> = {
  no_index: "아직 색인한 문서가 없습니다. `kebab ingest PATH`로 폴더를 색인한 뒤 다시 물어보세요.",
  no_chunks:
    "이 질문에 맞는 구절이 없습니다. 다른 말로 묻거나, 필터를 느슨하게 하거나, 답이 있을 문서를 색인하세요.",
  score_gate:
    "찾은 구절이 이 질문과 관련이 없습니다. 문서에 나오는 말로 다시 묻거나, 답이 있을 문서를 색인하세요.",
  model_refused:
    "모델이 찾은 구절로는 답할 수 없다고 합니다. --top을 늘리거나, 더 구체적으로 묻거나, 가까운 구절을 직접 확인하세요.",
  unsupported:
    "작성된 답 가운데 인용한 구절로 뒷받침되는 것이 없어 답으로 삼지 않았습니다. 가까운 구절을 직접 확인하거나 다른 모델을 써 보세요.",
  stream_aborted:
    "답변이 도중에 끊겼습니다. 지금까지의 내용은 검사했지만 나머지가 빠졌을 수 있습니다. 전체 답이 필요하면 다시 물어보세요.",
};
