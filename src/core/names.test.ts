import { describe, expect, it } from "vitest";
import { findKnownNames, findNames } from "./names.ts";

const names = (sentence: string, known?: ReadonlySet<string>): string[] =>
  findNames(sentence, known).map(({ text }) => text);

describe("findNames()", () => {
  it.each([
    ["먼저 `argocd app set`으로 Argo CD auto-sync를 끈다.", ["argocd app set", "Argo", "CD", "auto-sync"]],
    ["The team moved from Kafka to NATS.", ["Kafka", "NATS"]],
    ["Kafka is fast.", []],
    ["NATS is fast.", ["NATS"]],
    [
      "It reads `max.poll.interval.ms` and max_connections from config.toml.",
      ["max.poll.interval.ms", "max_connections", "config.toml"],
    ],
    [
      "Pass --dry-run to src/core/query.ts at https://example.com/a.",
      ["--dry-run", "src/core/query.ts", "https://example.com/a"],
    ],
    ["The revisionHistoryLimit keeps p95 and 5xx apart.", ["revisionHistoryLimit", "p95", "5xx"]],
    ["Restart night-batch after that.", ["night-batch"]],
    ["It took 30s, 5m, 200g and 10:30pm.", []],
    ["p95가 5분 안에 내려간다.", ["p95"]],
    ["지우가 민에게 말했다.", []],
    ["He said: Never do that, i.e. not once.", []],
    ["I think it is “Good” at 3 a.m.", []],
    ["mail ops@example.com or host db-1:5432", ["ops@example.com", "db-1:5432"]],
    ["", []],
  ])("finds those of %j", (sentence, expected) => {
    expect(names(sentence)).toEqual(expected);
  });

  it("knows a name at the start of a sentence from another one", () => {
    const known = findKnownNames(["We run Kafka here.", "The queue is slow."]);
    expect(names("Kafka is fast.", known)).toEqual(["Kafka"]);
    expect(names("Queues are fast.", known)).toEqual([]);
  });

  it("says where each stands", () => {
    const sentence = "그다음 ``git revert``로 main을 `a b`";
    for (const { text, start } of findNames(sentence))
      expect(sentence.slice(start).startsWith(text)).toBe(true);
  });

  it("reads hostile input in a moment", () => {
    for (const unit of ["A", "a-", "a.", "a/", "--", "`", "A a", "_", "가A", ":", "a:1"]) {
      expect(findNames(unit.repeat(10_000))).toBeInstanceOf(Array);
    }
  });
});
