import { beforeEach, describe, expect, it } from "vitest";
import { IngestBench } from "../../test/support/ingest-bench.ts";
import { crossesBridge } from "../core/crosses-bridge.ts";
import type { RankedChunk } from "../core/search.ts";
import { createLeaveToMeaning } from "./leave-to-meaning.ts";
import { createLexicalRetriever } from "./lexical-retriever.ts";

const NOTES = {
  "en.md": "Rolling back a deployment of the orders app takes one command.",
  "ko.md": "배포를 되돌리는 방법: 주문 app은 argocd에서 이전 버전을 고른다.",
  "error.md": "ERR_7731 means that the broker lost its quorum.",
  "tea.md": "보리차는 식혀서 마신다.",
};
/** So many notes name it that its name tells nothing. */
const NOTES_ON_THE_APP = 20;
const bridged = { bridgedLanguage: (text: string) => (/[가-힣]/.test(text) ? "ko" : null) };

let bench: IngestBench;
beforeEach(async () => {
  bench = new IngestBench();
  for (const [path, text] of Object.entries(NOTES)) bench.folder.write(path, `${text}\n`);
  for (let at = 0; at < NOTES_ON_THE_APP; at++) bench.folder.write(`app-${at}.md`, `The app, page ${at}.\n`);
  await bench.run();
  return () => bench[Symbol.dispose]();
});

/** What keyword search finds, and as if meaning search had found one note nearest. */
async function judge(
  query: string,
  nearest: string | null,
  reader: object = bridged,
): Promise<string | null> {
  const index = bench.lexicalIndex();
  const { ranked: words } = await createLexicalRetriever(index).retrieve({ query, limit: 50, filter: {} });
  const meaning: RankedChunk[] = [];
  for (const document of nearest === null ? [] : await bench.reader.documentsAt(nearest)) {
    const { chunks } = await bench.reader.chunksOf(document.id);
    meaning.push(...chunks.map(({ id }) => ({ chunkId: id, score: 0.7 })));
  }
  expect(meaning).toHaveLength(nearest === null ? 0 : 1);
  const crosses = async (one: string, other: string): Promise<boolean> => crossesBridge(one, other, reader);
  return createLeaveToMeaning({ reader: bench.reader, index, crosses })(query, { words, meaning });
}

describe("createLeaveToMeaning()", () => {
  it.each([
    ["how do I undo a bad release of the app", "ko.md"],
    ["app 배송이 늦어지면 누구에게 알려야 하나", "en.md"],
  ])("lets words stand back that meet another language by chance: %j", async (query, nearest) => {
    expect(await judge(query, nearest)).toMatch(/in another language.*holds most of the words/);
  });

  it.each([
    ["within one language", "how do I undo a bad release of the app", "en.md"],
    ["where a passage holds most of what was asked", "argocd app", "ko.md"],
    ["where a passage in the question's own language does", "배포를 되돌리는 방법", "en.md"],
    [
      "where a passage holds a name that few hold, in a Korean question",
      "quorum을 잃으면 주문은 어떻게 되나",
      "en.md",
    ],
    ["where a passage holds a name of code", "why do my orders fail with ERR_7731 on Fridays", "ko.md"],
    ["for a phrase, which must occur", '"app" 배송이 늦어지면 누구에게 알려야 하나', "en.md"],
    ["for a word that must not", "app 배송이 늦어지면 누구에게 알려야 하나 -argocd", "en.md"],
    ["where meaning found nothing", "how do I undo a bad release of the app", null],
    ["where words found nothing", "zebra", "ko.md"],
  ])("leaves them their say %s", async (_where, query, nearest) => {
    expect(await judge(query, nearest)).toBeNull();
  });

  it("leaves them their say beside a model without a bridge", async () => {
    expect(await judge("how do I undo a bad release of the app", "ko.md", {})).toBeNull();
  });
});
