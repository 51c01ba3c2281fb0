import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, lstatSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { KebabError } from "../../core/errors.ts";
import { IDENTITY } from "./identity.ts";
import {
  listSocketFolders,
  listSockets,
  prepareSocketFolder,
  readSocketOwner,
  toSocketPath,
} from "./socket-folder.ts";
import { type SessionOptions, WarmSession } from "./warm-session.ts";

export interface WarmOptions extends Omit<SessionOptions, "identity"> {
  /** Says where sockets lie. */
  readonly env: NodeJS.ProcessEnv;
  readonly identity?: string;
  /** How long running commands may go on once the server is to close. */
  readonly graceMs?: number;
}

/** Closing it refuses new commands and lets running ones end. */
export interface WarmServer extends AsyncDisposable {
  readonly socket: string;
}

/** What fits into a socket's address on every system. */
const LONGEST_PATH_BYTES = 103;
/** Between being made and being listened at, a socket looks like one whose server was killed. */
const YOUNG_MS = 10_000;
const GRACE_MS = 10_000;

/**
 * Runs `kebab search` and `kebab ask` of this user's other processes with the warm engine. Nobody else can connect:
 * the socket lies in a folder that is this user's alone.
 */
export async function listenWarm(options: WarmOptions): Promise<WarmServer> {
  const socket = await prepareSocket(options.env);
  const connections = new Map<Socket, Promise<void>>();
  const server = createServer((connection) => {
    const session = new WarmSession(connection, { identity: IDENTITY, ...options });
    connections.set(
      connection,
      session.serve().finally(() => connections.delete(connection)),
    );
  });
  server.listen(socket);
  await once(server, "listening");
  chmodSync(socket, 0o600);
  let closing: Promise<void> | null = null;
  return {
    socket,
    [Symbol.asyncDispose]: () => {
      closing ??= close(server, connections, options.graceMs ?? GRACE_MS);
      return closing;
    },
  };
}

async function prepareSocket(env: NodeJS.ProcessEnv): Promise<string> {
  const tried = listSocketFolders(env);
  for (const folder of tried) {
    const socket = toSocketPath(folder, process.pid, randomBytes(4).toString("hex"));
    if (Buffer.byteLength(socket) > LONGEST_PATH_BYTES || !prepareSocketFolder(folder)) continue;
    await removeStale(folder);
    return socket;
  }
  const reason =
    tried.length === 0
      ? "this system has no private sockets"
      : `${tried.join(" and ")} cannot be used: too long a path, or not this user's alone`;
  throw new KebabError("not-found", `Cannot listen for other kebab commands: ${reason}`, {
    hint: "They run by themselves; set XDG_RUNTIME_DIR to a folder of your own",
  });
}

/** Those of servers that were killed. One that only looks so is being opened right now, and left alone. */
async function removeStale(folder: string): Promise<void> {
  for (const socket of listSockets(folder)) {
    const age = Date.now() - (lstatSync(socket, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if ((age > YOUNG_MS || !isAlive(readSocketOwner(socket))) && (await isRefused(socket))) {
      rmSync(socket, { force: true });
    }
  }
}

function isAlive(pid: number | null): boolean {
  if (pid === null) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function isRefused(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.on("connect", () => {
      connection.destroy();
      resolve(false);
    });
    connection.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED"));
  });
}

/** The system takes the socket's name away when the server closes. Whoever is cut off before output runs alone. */
async function close(
  server: Server,
  connections: Map<Socket, Promise<void>>,
  graceMs: number,
): Promise<void> {
  const closed = once(server, "close");
  server.close();
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    patience = setTimeout(resolve, graceMs);
  });
  await Promise.race([Promise.all(connections.values()), late]);
  clearTimeout(patience);
  for (const connection of connections.keys()) connection.destroy();
  await closed;
}
