import { setMaxListeners } from "node:events";
import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turns } from "./turns.ts";

const never = new AbortController().signal;
setMaxListeners(0, never);

describe("Turns", () => {
  it("runs as many at once as it may, first come, first served", async () => {
    const turns = new Turns({ running: 2, waiting: 10 });
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = async (name: number): Promise<void> => {
      running++;
      most = Math.max(most, running);
      await setTimeout(2);
      order.push(name);
      running--;
    };
    await Promise.all(Array.from({ length: 9 }, (_, name) => turns.run(never, () => work(name))));
    expect({ order, most, running }).toEqual({ order: [0, 1, 2, 3, 4, 5, 6, 7, 8], most: 2, running: 0 });
  });

  it("sends away whoever comes when too many wait, and takes the next one again", async () => {
    const turns = new Turns({ running: 1, waiting: 2 });
    const release = await turns.take(never);
    const waiting = [turns.take(never), turns.take(never)];
    await expect(turns.take(never)).rejects.toMatchObject({ code: "busy", headers: { "retry-after": "1" } });
    release();
    for (const turn of waiting) (await turn)();
    await expect(turns.run(never, async () => "done")).resolves.toBe("done");
  });

  it("forgets whoever goes away while waiting", async () => {
    const turns = new Turns({ running: 1, waiting: 5 });
    const release = await turns.take(never);
    const gone = new AbortController();
    const left = turns.take(gone.signal);
    const next = turns.take(never);
    gone.abort();
    await expect(left).rejects.toMatchObject({ name: "AbortError" });
    release();
    (await next)();
    await expect(turns.take(gone.signal)).rejects.toMatchObject({ name: "AbortError" });
    await expect(turns.run(never, async () => "free")).resolves.toBe("free");
  });

  it("gives a turn back when the work fails, and only once", async () => {
    const turns = new Turns({ running: 1, waiting: 5 });
    await expect(turns.run(never, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    const release = await turns.take(never);
    release();
    release();
    const held = await turns.take(never);
    let isFree = false;
    const second = turns.take(never).then((free) => {
      isFree = true;
      free();
    });
    await setImmediate();
    await setImmediate();
    expect(isFree).toBe(false);
    held();
    await second;
  });

  it("lets what is quick in between", async () => {
    const turns = new Turns({ running: 1, waiting: 50 });
    let done = 0;
    const searches = Array.from({ length: 20 }, () =>
      turns.run(never, async () => {
        done++;
      }),
    );
    await setImmediate();
    await setImmediate();
    expect(done).toBeLessThan(20);
    await Promise.all(searches);
    expect(done).toBe(20);
  });
});
