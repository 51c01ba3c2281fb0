import { setTimeout as sleep } from "node:timers/promises";
import { createMarker, createSection, QUESTIONS } from "./texts.mjs";

const MODES = ["lexical", "vector", "hybrid"];

/** Those who ask, and those who write by command: each a loop until the time is over. */
export function createWorkers(world) {
  const loop =
    (name, [shortest, longest], work) =>
    async () => {
      const random = world.random.fork(name);
      while (!world.isOver()) {
        await work(random);
        await sleep(random.between(shortest, longest));
      }
    };
  const toRequest = (random) => ({ query: toText(random), mode: random.pick(MODES) });
  return [
    ...[1, 2].map((number) => loop(`http ${number}`, [5, 60], (random) => searchAndFollow(world, random))),
    loop("mcp", [20, 200], async (random) => {
      if (random.chance(0.15)) await world.ask("mcp", random.pick(QUESTIONS));
      else if (random.chance(0.03)) await world.note("mcp", toNote(random));
      else await world.searchByMcp(toRequest(random));
    }),
    loop("commands", [100, 800], async (random) => {
      await world.searchByCommand({ ...toRequest(random), isAlone: random.chance(0.5) });
    }),
    loop("questions", [200, 900], async (random) => {
      await world.ask(random.pick(["http", "http", "command"]), random.pick(QUESTIONS));
    }),
    loop("writers", [1500, 4000], async (random) => {
      const roll = random.next();
      if (roll < 0.35) await world.note(random.pick(["http", "command"]), toNote(random));
      else if (roll < 0.7) await world.tag(random.pick(STEADY), `soak-${random.below(20)}`);
      else await world.ingest();
    }),
  ];
}

/** Notes that no lane touches. */
const STEADY = ["life/연말정산.md", "reading/queueing-article.txt", "code/retry_backoff.go", "inbox.txt"];

async function searchAndFollow(world, random) {
  const request = { query: toText(random), mode: random.pick(MODES), top: String(random.between(1, 12)) };
  if (random.chance(0.2)) request.lang = random.pick(["ko", "en"]);
  const found = await world.searchByHttp(request);
  const hits = found?.response?.hits ?? [];
  if (hits.length > 0 && random.chance(0.3)) await world.followHit(random.pick(hits), found.mark);
}

function toText(random) {
  const question = random.pick(QUESTIONS);
  return random.chance(0.3) ? `${question} ${random.pick(["entry", "marked", "표식은", "기록"])}` : question;
}

function toNote(random) {
  return `# Thought ${random.below(1e9)}\n\n${createSection(random, createMarker(random))}`;
}
