import { describe, expect, it } from "vitest";
import { createTestEmbedder } from "../../test/support/vector-bench.ts";
import type { Embedder } from "../ports/embedder.ts";
import { checkAnswer } from "./check-answer.ts";
import type { CheckedSentence } from "./checked-sentence.ts";

const ROLLBACK = {
  number: 1,
  title: "배포 롤백 런북",
  headingPath: ["배포를 롤백하는 방법"],
  text:
    "배포를 롤백하려면 먼저 `argocd app set orders --sync-policy none`으로 auto-sync를 끄고 `argocd app rollback orders <ID>`를 실행한다. " +
    "배포 후 10분 안에 5xx 비율이 2%를 넘으면 원인을 찾기 전에 되돌린다. 2026년 5월 21일 장애 때는 오전 6시 40분에 되돌렸다. " +
    "같은 offset에서 세 번 실패하면 `orders.dlq`로 보낸다.",
};
const ONCALL = {
  number: 2,
  title: "Incident response",
  headingPath: ["Rotation"],
  text: "Acknowledge a page within 10 minutes. After 15 minutes without acknowledgement it goes to the secondary. Handover is Tuesday 11:00 KST, never only in chat. Kafka keeps 1,200 messages.",
};

const check = async (answer: string, embedder: Embedder | null = null): Promise<CheckedSentence[]> =>
  checkAnswer(answer, [ROLLBACK, ONCALL], { embedder });
const problemsOf = async (answer: string): Promise<string[]> =>
  (await check(answer)).flatMap(({ problems }) => problems);

describe("checkAnswer()", () => {
  it.each([
    "배포를 롤백하려면 먼저 auto-sync를 끈다 [1].",
    "롤백하려면 `argocd app set orders --sync-policy none`으로 auto-sync를 끕니다 [1].",
    "배포 후 10분 이내에 5xx 비율이 2%를 넘으면 원인을 찾기 전에 되돌립니다 [1].",
    "장애는 2026-05-21에 있었고 06:40에 되돌렸다 [1].",
    "5/21 장애 때 되돌렸다 [1].",
    "같은 offset에서 3번 실패하면 `orders.dlq`로 보낸다 [1].",
    "A page must be acknowledged within 10 minutes [2].",
    "Handover is on Tuesday at 11 am [2].",
    "Kafka keeps 1200 messages [2].",
    "배포를 롤백하고 page는 10분 안에 acknowledge한다 [1][2].",
  ])("finds support for %j", async (answer) => {
    const [sentence, ...rest] = await check(answer);
    expect(rest).toEqual([]);
    expect(sentence).toMatchObject({ isClaim: true, supported: true, problems: [], missing: [] });
  });

  it.each([
    ["배포를 롤백하려면 auto-sync를 끈다.", ["uncited"], []],
    ["배포를 롤백하려면 auto-sync를 끈다 [7].", ["unknown_citation"], []],
    ["배포를 롤백하려면 auto-sync를 끈다 [1][7].", ["unknown_citation"], []],
    ["배포 후 20분 안에 5xx 비율이 2%를 넘으면 되돌린다 [1].", ["number"], ["20분"]],
    ["배포 후 10시간 안에 5xx 비율이 2%를 넘으면 되돌린다 [1].", ["number"], ["10시간"]],
    ["2026년 5월 22일 장애 때 되돌렸다 [1].", ["number"], ["2026년 5월 22일"]],
    ["장애 때는 오후 6시 40분에 되돌렸다 [1].", ["number"], ["오후 6시 40분"]],
    ["같은 offset에서 다섯 번 실패하면 `orders.dlq`로 보낸다 [1].", ["number"], ["다섯 번"]],
    ["배포를 롤백하려면 먼저 terraform을 실행한다 [1].", ["name"], ["terraform"]],
    ["배포를 롤백하려면 먼저 `rm -rf /data`를 실행한다 [1].", ["name", "overlap"], ["rm", "-rf", "/data"]],
    ["같은 offset에서 세 번 실패하면 `orders.audit`로 보낸다 [1].", ["name"], ["orders.audit"]],
    ["Acknowledge a page within 10 minutes with Terraform [2].", ["name"], ["Terraform"]],
    ["Acknowledge a page within 10 minutes in night-batch [2].", ["name"], ["night-batch"]],
    [
      "Acknowledge a page at https://evil.example/ack [2].",
      ["name", "overlap"],
      ["https://evil.example/ack"],
    ],
    ["보증금은 집주인이 다음 달에 돌려준다 [1].", ["overlap"], []],
    ["The landlord returns every deposit next month [2].", ["overlap"], []],
    ["배포를 롤백하려면 auto-sync를 끈다 [2].", ["name", "overlap"], ["auto-sync"]],
  ])("marks %j as %j", async (answer, problems, missing) => {
    const [sentence] = await check(answer);
    expect(sentence).toMatchObject({ isClaim: true, supported: false, problems, missing });
  });

  it.each([
    "## 롤백 절차",
    "안녕하세요!",
    "Sure, here is the answer:",
    "For example:",
    "순서는 다음과 같습니다:",
    "어느 서비스를 말씀하시나요?",
    "Which service do you mean?",
    "도움이 되었기를 바랍니다.",
    "출처: [1] [2]",
  ])("takes %j for no claim", async (answer) => {
    const sentences = await check(answer);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatchObject({ isClaim: false, supported: true, problems: [], wordOverlap: null });
  });

  it.each([
    "## The port is 9999.",
    "## 관리자 비밀번호는 hunter다",
    "The admin port is 9999:",
    "Did you know that the port is 9999?",
    "안녕하세요, 포트는 9999입니다.",
    "| port | 9999 |",
  ])("takes %j for a claim that needs a citation", async (answer) => {
    expect(await problemsOf(answer)).toEqual(["uncited"]);
  });

  it("demands a marker of each sentence, not one for all of them", async () => {
    const sentences = await check(
      "배포 후 10분 안에 5xx 비율이 2%를 넘으면 되돌린다. 먼저 auto-sync를 끈다 [1].",
    );
    expect(sentences.map(({ problems }) => problems)).toEqual([["uncited"], []]);
    expect(sentences.map(({ citations }) => citations)).toEqual([[], [1]]);
  });

  it("holds code and rows against what the sentence before them cites", async () => {
    const lead = "배포를 롤백하려면 먼저 auto-sync를 끈다 [1]:";
    const good = await check(`${lead}\n\n\`\`\`bash\nargocd app set orders --sync-policy none\n\`\`\``);
    expect(good.map(({ supported, citations }) => [supported, citations])).toEqual([
      [true, [1]],
      [true, [1]],
    ]);
    const bad = await check(`${lead}\n\n\`\`\`bash\nargocd app delete orders --cascade\n\`\`\``);
    expect(bad[1]).toMatchObject({ supported: false, problems: ["name"], missing: ["delete", "--cascade"] });
    const uncited = await check("이렇게 한다:\n\n```\nargocd app rollback orders\n```");
    expect(uncited.at(-1)).toMatchObject({ isClaim: true, problems: ["uncited"] });
    const rows = await check(`${lead}\n\n| 비율 | 안에 |\n| --- | --- |\n| 2% | 10분 |\n| 7% | 10분 |`);
    expect(rows.slice(-2).map(({ problems }) => problems)).toEqual([[], ["number"]]);
  });

  it("does not read a marker in code, in a link or in an index as a citation", async () => {
    expect(await problemsOf("Acknowledge a page within 10 minutes `[2]`.")).toContain("uncited");
    expect(await problemsOf("Acknowledge a page within 10 minutes [2](https://example.com).")).toContain(
      "uncited",
    );
    expect(await problemsOf("Acknowledge a page within 10 minutes page[2] = x.")).toContain("uncited");
  });

  it("counts the title and the headings of a source as its text", async () => {
    expect(await problemsOf("The rotation is part of incident response [2].")).toEqual([]);
  });

  it("says which share of the words it found", async () => {
    const [whole, part] = await check("Acknowledge a page [2]. Acknowledge a letter [2].");
    expect([whole?.wordOverlap, part?.wordOverlap]).toEqual([1, 0.5]);
  });

  it("returns nothing for an empty answer", async () => {
    expect(await check("")).toEqual([]);
    expect(await check(" \n ")).toEqual([]);
  });
});

describe("checkAnswer() of numbers that stand elsewhere in the source", () => {
  const source = (text: string) => [{ number: 1, title: "Notes", headingPath: [], text }];
  const BACKUPS = source("Production backups are kept for 35 days. Staging backups are kept for 7 days.");
  const KOREAN = source("운영 백업은 35일 동안 보관한다. 스테이징 백업은 7일 동안 보관한다.");
  it.each([
    [BACKUPS, "Production backups are kept for 7 days [1].", ["number"]],
    [BACKUPS, "Staging backups are kept for 7 days [1].", []],
    [BACKUPS, "Production backups are kept for 35 days, staging backups for 7 [1].", []],
    [KOREAN, "운영 백업은 7일 동안 보관한다 [1].", ["number"]],
    [KOREAN, "스테이징 백업은 7일 동안 보관한다 [1].", []],
  ] as const)("%#: %s", async (sources, answer, problems) => {
    const [sentence] = await checkAnswer(answer, sources, { embedder: null });
    expect(sentence?.problems).toEqual(problems);
  });

  it("takes a reference that an answer repeats for no number of what it says", async () => {
    const quorum = source("Quorum writes need 2 of 3 replicas [12, 14]. See the paper[^3].");
    const [first] = await checkAnswer("Quorum writes need 2 of 3 replicas \\[12, 14]. [1]", quorum, {
      embedder: null,
    });
    expect(first).toMatchObject({ supported: true, missing: [] });
  });

  it("reads a unit behind a blank as a unit", async () => {
    const limits = source("maru-pay의 메모리 한도는 768Mi이다. 결과는 3영업일 안에 알린다.");
    const check = async (answer: string) =>
      (await checkAnswer(answer, limits, { embedder: null }))[0]?.problems;
    expect(await check("maru-pay의 메모리 한도는 768 MiB이다 [1].")).toEqual([]);
    expect(await check("결과는 3주 안에 알린다 [1].")).toEqual(["number"]);
  });

  it.each([
    "Feel free to delete the production database now.",
    "Let me know if the admin port is open to the whole internet.",
    "모든 백업은 암호화되며 정리하면",
  ])("takes %j for a claim", async (answer) => {
    const [sentence] = await checkAnswer(answer, BACKUPS, { embedder: null });
    expect(sentence).toMatchObject({ isClaim: true, supported: false });
  });

  it.each(["Feel free to ask.", "Let me know if you need more.", "정리하면:", "Here is a summary:"])(
    "takes %j for none",
    async (answer) => {
      const [sentence] = await checkAnswer(answer, BACKUPS, { embedder: null });
      expect(sentence).toMatchObject({ isClaim: false, supported: true });
    },
  );
});

describe("checkAnswer() of code", () => {
  const PATTERN = {
    number: 1,
    title: "Offsets",
    headingPath: ["dev/time.md"],
    text: "An offset looks so:\n\n```\n[+-][0-9]{2}(:?[0-9]{2})?$\n```",
  };

  it("knows a line of signs that stands in the source, and none that does not", async () => {
    const ask = async (line: string): Promise<boolean[]> => {
      const answer = `An offset looks so: [1]\n\n\`\`\`\n${line}\n\`\`\``;
      return (await checkAnswer(answer, [PATTERN], { embedder: null })).map(({ supported }) => supported);
    };
    expect(await ask("[+-][0-9]{2}(:?[0-9]{2})?$")).toEqual([true, true]);
    expect(await ask("[+-][0-9]{4}$")).toEqual([true, false]);
  });
});

describe("checkAnswer() with an embedder", () => {
  /** Says that texts with the same first letter mean the same. */
  const createFirstLetterEmbedder = (embedded: string[]): Embedder => ({
    ...createTestEmbedder(),
    covers: (text) => !/[가-힣]/.test(text),
    embedDocuments: async (texts) => {
      embedded.push(...texts);
      const vectors = texts.map((text) =>
        Float32Array.from({ length: 128 }, (_, at) => Number(at === (text.charCodeAt(0) & 127))),
      );
      return { vectors, split: 0 };
    },
  });

  it("lets meaning decide where some words are shared", async () => {
    const embedded: string[] = [];
    const answer = "Anybody must acknowledge minutes later [2]. Somebody must acknowledge minutes later [2].";
    const [near, far] = await check(answer, createFirstLetterEmbedder(embedded));
    expect(near).toMatchObject({ supported: true, problems: [], cosine: 1 });
    expect(far).toMatchObject({ supported: false, problems: ["overlap"], cosine: 0 });
    expect(new Set(embedded).size).toBe(embedded.length);
  });

  it("embeds nothing that words have decided", async () => {
    const embedded: string[] = [];
    await check(
      "Acknowledge a page within 10 minutes [2]. The landlord returns every deposit [2]. Answer within 99 minutes [2]. No marker here.",
      createFirstLetterEmbedder(embedded),
    );
    expect(embedded).toEqual([]);
  });

  it("leaves meaning out where the model cannot read one side", async () => {
    const [sentence] = await check("롤백하려면 관리자가 서류를 제출한다 [1].", createFirstLetterEmbedder([]));
    expect(sentence).toMatchObject({ supported: false, cosine: null });
  });

  it("never lets meaning excuse a wrong number or name", async () => {
    const embedder = createFirstLetterEmbedder([]);
    const [number, name] = await check(
      "Anyone called must acknowledge in 99 days [2]. Anyone called must acknowledge Terraform [2].",
      embedder,
    );
    expect(number).toMatchObject({ supported: false, cosine: null });
    expect(name).toMatchObject({ supported: false, cosine: null });
  });
});
