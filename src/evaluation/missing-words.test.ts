import { expect, test } from "vitest";
import type { Passage } from "./judge-passages.ts";
import { findMissingWords } from "./missing-words.ts";

const passage = (text: string, headings = ""): Passage => ({
  chunkId: "c",
  documentId: "d",
  path: "d.md",
  uri: "d.md#L1-L1",
  text,
  headings,
});

test("findMissingWords() leaves out stop words and what the passage holds by its stem", () => {
  const held = [passage("We installed the certificates by hand")];
  expect(findMissingWords("how do I install a certificate on the server?", held)).toEqual(["server"]);
});

test("findMissingWords() knows a Korean word by its start, whatever ending it has", () => {
  const held = [passage("롤백했다. 백업을 본다")];
  expect(findMissingWords("배포를 롤백하려면 백업은 어떻게 하지?", held)).toEqual(["배포를"]);
});

test("findMissingWords() looks into headings, and into every passage that would answer", () => {
  const held = [passage("nothing", "TLS 인증서"), passage("renewal")];
  expect(findMissingWords("TLS 인증서 renewal 교체", held)).toEqual(["교체"]);
});

test("findMissingWords() names a word once, without the signs behind it", () => {
  expect(findMissingWords("tenant, tenant, owner?!", [passage("집주인")])).toEqual(["tenant", "owner"]);
});

test("findMissingWords() is quick on a long row of signs", () => {
  expect(findMissingWords(`a${"?".repeat(50_000)}b 서버`, [passage("x")])).toHaveLength(2);
});
