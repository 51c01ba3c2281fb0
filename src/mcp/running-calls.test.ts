import { expect, it } from "vitest";
import { RunningCalls } from "./running-calls.ts";

it("settled() waits for every call, those that fail and those that begin meanwhile", async () => {
  const calls = new RunningCalls();
  const ended: string[] = [];
  const later = async (name: string): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    ended.push(name);
  };
  void calls.track(
    later("first").then(() => {
      void calls.track(later("second"));
    }),
  );
  const failing = calls.track(Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  await calls.settled();
  expect(ended).toEqual(["first", "second"]);
});

it("settled() ends at once where nothing runs", async () => {
  await new RunningCalls().settled();
});
