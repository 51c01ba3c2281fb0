// Every peer answers three notes before the clock runs: one that cannot is left out with its reason, and the rest go on.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../support/command.mjs";
import { createContestant, homeOf, PEERS } from "./contestants.mjs";
import { writeRows } from "./rows.mjs";
import { startServer } from "./server.mjs";

const NOTES = ["backup of the database", "certificate of the server", "recipe of a pancake"].map(
  (title, at) => ({
    id: String(at),
    title,
    text: `# ${title}\n\nWhat is known about the ${title}.\n`,
    vector: Float32Array.from({ length: 8 }, (_, place) => (place === at ? 1 : 0.01)),
  }),
);
const ASKED = NOTES[1];

/** Puts the reason into `installed` where there is one. */
export async function tryPeers(workshop, { installed, say }) {
  const folder = homeOf("trial", "notes");
  const rows = join(homeOf("trial"), "rows");
  mkdirSync(folder, { recursive: true });
  for (const { id, text } of NOTES) writeFileSync(join(folder, `${id}.md`), text);
  writeRows(rows, NOTES);
  for (const peer of PEERS) {
    if (peer.name === "kebab" || installed[peer.name].reason !== undefined) continue;
    try {
      await tryPeer(peer, workshop, { folder, rows });
    } catch (error) {
      installed[peer.name].reason = `does not run here: ${String(error.message).slice(0, 300)}`;
    }
  }
  for (const { name, title } of PEERS)
    if (installed[name].reason !== undefined) say(`${title} is left out: ${installed[name].reason}`);
}

async function tryPeer(peer, workshop, { folder, rows }) {
  const { lacks } = peer;
  if (lacks.keyword === undefined) {
    const contestant = createContestant(peer, workshop, { home: homeOf("trial", peer.name), folder });
    contestant.clear();
    if (lacks.ingest === undefined) runCommand(contestant.commands.ingest());
    runCommand(contestant.commands.cold("certificate"));
    await askFor(contestant, ["keyword"]);
  }
  const modes = ["vector", "hybrid"].filter((mode) => lacks[mode] === undefined);
  if (modes.length === 0) return;
  const contestant = createContestant(peer, workshop, { home: homeOf("trial", `${peer.name}-rows`), rows });
  contestant.clear();
  runCommand(contestant.commands.giveRows());
  await askFor(contestant, modes);
}

async function askFor({ commands }, modes) {
  const server = await startServer(commands.serve());
  for (const mode of modes) {
    const request = { mode, query: "certificate", vector: [...ASKED.vector], k: 1, wantsIds: true };
    const { ids } = await server.ask(request);
    if (!/(?:^|\/)1(?:\.md)?$/.test(ids[0] ?? ""))
      throw new Error(`its ${mode} search does not find the note: ${JSON.stringify(ids)}`);
  }
  await server.stop();
}
