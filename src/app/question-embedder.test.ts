import { expect, it } from "vitest";
import { createHashingEmbedder } from "../embedders/hashing/hashing-embedder.ts";
import { createQuestionEmbedder } from "./question-embedder.ts";

it("makes the vector of a question once, and forgets a failure", async () => {
  const inner = createHashingEmbedder();
  const asked: string[] = [];
  let fails = true;
  const embedder = createQuestionEmbedder({
    ...inner,
    embedQuery: async (text) => {
      asked.push(text);
      if (fails) throw new Error("not yet");
      return inner.embedQuery(text);
    },
  });
  await expect(embedder.embedQuery("롤백은?")).rejects.toThrow("not yet");
  fails = false;
  const first = await embedder.embedQuery("롤백은?");
  expect(await embedder.embedQuery("롤백은?")).toBe(first);
  await embedder.embedQuery("another");
  expect(asked).toEqual(["롤백은?", "롤백은?", "another"]);
});

it("keeps what is asked again and again, and forgets the oldest of many", async () => {
  const inner = createHashingEmbedder();
  const asked: string[] = [];
  const embedder = createQuestionEmbedder({
    ...inner,
    embedQuery: (text) => {
      asked.push(text);
      return inner.embedQuery(text);
    },
  });
  await embedder.embedQuery("once");
  for (let number = 0; number < 200; number++) {
    await embedder.embedQuery("again");
    await embedder.embedQuery(`question ${number}`);
  }
  expect(asked.filter((text) => text === "again")).toHaveLength(1);
  await embedder.embedQuery("once");
  expect(asked.filter((text) => text === "once")).toHaveLength(2);
});
