import { expect, it } from "vitest";
import { ByteBudget } from "./byte-budget.ts";

it("ByteBudget lets in what fits, in order, and one thing of any size alone", async () => {
  const budget = new ByteBudget(10);
  const entered: string[] = [];
  const take = (name: string, size: number): Promise<void> =>
    budget.take(size).then(() => void entered.push(name));
  const all = [take("six", 6), take("four", 4), take("twenty", 20), take("one", 1)];
  await Promise.all(all.slice(0, 2));
  expect(entered).toEqual(["six", "four"]);
  budget.give(6);
  await Promise.resolve();
  expect(entered).toEqual(["six", "four"]);
  budget.give(4);
  await all[2];
  expect(entered).toEqual(["six", "four", "twenty"]);
  budget.give(20);
  await all[3];
  expect(entered).toEqual(["six", "four", "twenty", "one"]);
});
