import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Kebab } from "../../app/kebab.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { KebabError, toMessage } from "../../core/errors.ts";
import { isLoopback } from "../../http/address.ts";
import { createHttpApp } from "../../http/create-http-app.ts";
import { type HttpServer, openHttpServer } from "../../http/open-http-server.ts";
import { createRedact } from "../../http/redact.ts";
import { createMcpHandler } from "../../mcp/mcp-handler.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { parseNumber } from "../parse-flags.ts";
import { listenWarm } from "../warm/listen-warm.ts";

export interface ServeFlags {
  readonly port?: string;
  readonly host?: string;
  readonly token?: string;
  readonly open?: boolean;
}

/** What is running may take so long once the server is told to end. */
const GRACE_MS = 10_000;
const LAST_WORDS_MS = 500;
const TOKEN = /^[\x21-\x7e]{16,256}$/;

/** One process that keeps model and index warm, until it is interrupted. */
export async function runServe(context: Context, flags: ServeFlags): Promise<number> {
  const loaded = await context.loadConfig();
  const { serve } = loaded.config;
  const stopping = context.terminal.interruptSignal();
  const token = toToken(flags.token ?? serve.token);
  const bound = {
    host: flags.host ?? serve.host,
    port: parseNumber("--port", flags.port, { min: 0, max: 65_535, whole: true }) ?? serve.port,
  };
  const ended = new AbortController();
  const kept = new Set<Promise<unknown>>();
  await using kebab = await context.openKebab();
  const redact = createRedact(listFolders(context, loaded, kebab));
  const mcp = createMcpHandler({
    kebab,
    redact,
    readonly: context.flags.readonly ?? false,
    version: context.version,
    onError: (error) => context.say(`mcp: ${error.message}`),
  });
  const app = createHttpApp({
    kebab,
    version: context.version,
    readonly: context.flags.readonly ?? false,
    token,
    address: () => server.address,
    maxFileBytes: loaded.config.ingest.maxFileBytes,
    webRoot: fileURLToPath(new URL("web", new URL(".", context.workerScript))),
    mounts: [{ path: "/mcp", fetch: mcp }],
    redact,
    log: (line) => context.say(context.errorStyle.red(line)),
    stopping,
    ended: ended.signal,
    keep: (work) => {
      const settled = work.catch(() => undefined).finally(() => kept.delete(settled));
      kept.add(settled);
    },
  });
  const server: HttpServer = await openHttpServer((request) => app.fetch(request), bound);
  await using _warm = await listenForCommands(context, loaded, kebab);
  announce(context, server, { token, isGiven: token === (flags.token ?? serve.token) });
  if (flags.open === true) await openInBrowser(context, toPageAddress(server, token));
  const warming = warmUp(context, kebab);
  await untilAborted(stopping);
  await finish(context, server, ended);
  await mcp.close();
  await Promise.all([...kept, warming]);
  return EXIT.done;
}

/** What came is answered; what takes too long is told to end, and says so to its caller. */
async function finish(context: Context, server: HttpServer, ended: AbortController): Promise<void> {
  context.say(context.errorStyle.dim("stopping: what is running is finished first"));
  const late = setTimeout(() => ended.abort(), GRACE_MS);
  const isWhole = await server.close(GRACE_MS + LAST_WORDS_MS);
  clearTimeout(late);
  if (!isWhole) context.say(context.errorStyle.yellow("some answers were cut short"));
}

function toToken(given: string): string {
  if (given === "") return randomBytes(24).toString("base64url");
  if (TOKEN.test(given)) return given;
  throw new KebabError(
    "usage",
    "Cannot use this --token: it takes 16 to 256 letters, digits and signs without blanks",
    {
      hint: "Leave it out, and one is made at random",
    },
  );
}

/** Where kebab keeps things, by the words that stand for them in an error. Sources are the user's to know. */
function listFolders({ terminal, workerScript }: Context, { config, file }: LoadedConfig, { paths }: Kebab) {
  return [
    { path: paths.library, name: "library" },
    { path: paths.folder, name: "(data folder)" },
    { path: config.embeddings.modelsDir, name: "(models folder)" },
    { path: dirname(dirname(fileURLToPath(workerScript))), name: "(kebab)" },
    ...(file === null ? [] : [{ path: file, name: "(config file)" }]),
    { path: terminal.homeDir, name: "~" },
  ];
}

/** Other kebab commands of this user, by a private socket. They do without where it cannot be. */
async function listenForCommands(
  context: Context,
  loaded: LoadedConfig,
  kebab: Kebab,
): Promise<AsyncDisposable | undefined> {
  try {
    return await listenWarm({ kebab, loaded, run: context.run, env: context.env });
  } catch (error) {
    if (!(error instanceof KebabError)) throw error;
    context.say(context.errorStyle.yellow(`warning: ${error.message}`));
    return undefined;
  }
}

/** The address alone on stdout; with a bind that others can reach, the one that holds the token. */
function announce(
  context: Context,
  server: HttpServer,
  { token, isGiven }: { token: string; isGiven: boolean },
): void {
  if (context.flags.json === true) {
    context.printJson({ schema_version: "server.v1", url: server.url, token: isGiven ? null : token });
  } else {
    context.terminal.out(`${isGiven ? server.url : toPageAddress(server, token)}\n`);
  }
  if (!isLoopback(server.address.host)) {
    const words = "others can reach this address: every call needs the token";
    context.say(context.errorStyle.yellow(`warning: ${words}`));
  }
  if (!isGiven) context.say(context.errorStyle.dim(`token: ${token}`));
  context.say(context.errorStyle.dim("Ctrl-C ends it"));
}

/** The page on this machine needs no token to be opened; it is handed its own. */
function toPageAddress({ address, url }: HttpServer, token: string): string {
  return isLoopback(address.host) ? url : `${url}/?token=${encodeURIComponent(token)}`;
}

/** In the background: a search that comes before it is done waits for the same model, not for another one. */
async function warmUp(context: Context, kebab: Kebab): Promise<void> {
  try {
    await kebab.warm();
  } catch (error) {
    if (error instanceof KebabError && error.code === "interrupted") return;
    context.say(context.errorStyle.yellow(`warning: ${toMessage(error)}`));
  }
}

async function openInBrowser(context: Context, address: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  const { platform } = context.terminal;
  const [program, ...words] =
    platform === "darwin"
      ? ["open"]
      : platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler"]
        : ["xdg-open"];
  const child = spawn(program ?? "", [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => context.say(context.errorStyle.yellow(`warning: no browser could be opened`)));
  child.unref();
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
