// Searches in processes that stay, the peers taking turns query by query.
import { quantile } from "../support/statistics.mjs";
import { startServer } from "./server.mjs";

const TOP = 10;

/**
 * Gives { p50, p95, answered, peak }, each by peer; the first two one figure a round. `queries` are { text, vector }.
 * The first round warms caches and compilers, and is thrown away.
 */
export async function searchInTurns(contestants, { mode, queries, rounds }) {
  const servers = [];
  for (const { name, commands } of contestants)
    servers.push({ name, ...(await startServer(commands.serve())) });
  const each = (make) => Object.fromEntries(servers.map(({ name }) => [name, make()]));
  const figures = {
    p50: each(() => []),
    p95: each(() => []),
    answered: each(() => 0),
    peak: each(() => null),
  };
  for (let round = -1; round < rounds; round++) {
    const spent = each(() => []);
    for (const [position, { text, vector }] of queries.entries()) {
      for (let step = 0; step < servers.length; step++) {
        const { name, ask } = servers[(round + 1 + position + step) % servers.length];
        const { ms, found } = await ask({ mode, query: text, vector, k: TOP });
        spent[name].push(ms);
        if (round === 0 && found > 0) figures.answered[name]++;
      }
    }
    if (round < 0) continue;
    for (const { name } of servers) {
      figures.p50[name].push(quantile(spent[name], 0.5));
      figures.p95[name].push(quantile(spent[name], 0.95));
    }
  }
  for (const { name, stop } of servers) figures.peak[name] = await stop();
  return figures;
}
