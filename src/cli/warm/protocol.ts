/** What a command tells a server of itself: everything that shapes its output. */
export interface WarmRequest {
  readonly identity: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Device and number of `cwd`: in a container the same path is another folder. */
  readonly cwdId: string;
  readonly homeDir: string;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
}

export type DeclineReason = "request" | "version" | "folder" | "data" | "settings";

/** The first one is `accept` or `decline`, the last one `exit`. */
export type ServerFrame =
  | { readonly kind: "accept" }
  | { readonly kind: "decline"; readonly reason: DeclineReason }
  /** The server is alive, and at work on the request. */
  | { readonly kind: "beat" }
  /** From now on Ctrl-C is told to the server; before, it ends the command. */
  | { readonly kind: "signals" }
  | { readonly kind: "out" | "err"; readonly text: string }
  | { readonly kind: "exit"; readonly code: number };

/** The one thing a command says after its request. */
export const INTERRUPT = { kind: "interrupt" } as const;

export const BEAT_MS = 500;

/** One JSON value a line. */
export function toLine(frame: WarmRequest | ServerFrame | typeof INTERRUPT): string {
  return `${JSON.stringify(frame)}\n`;
}

/** Cuts what arrives into lines; what comes in pieces is put together. */
export function createLineReader(onLine: (line: string) => void): (text: string) => void {
  let pieces: string[] = [];
  return (text) => {
    const [first = "", ...rest] = text.split("\n");
    pieces.push(first);
    for (const next of rest) {
      const line = pieces.join("");
      pieces = [next];
      onLine(line);
    }
  };
}

/** Null where it is no request, or one for a command that is not run for others. */
export function parseRequest(line: string): WarmRequest | null {
  const value = parseObject(line);
  if (value === null) return null;
  const { identity, argv, env, cwd, cwdId, homeDir, stdoutIsTerminal, stderrIsTerminal } = value;
  const areTexts = [identity, cwd, cwdId, homeDir].every((each) => typeof each === "string");
  const areFlags = [stdoutIsTerminal, stderrIsTerminal].every((each) => typeof each === "boolean");
  const isComplete = areTexts && areFlags && Array.isArray(argv) && argv.every(isText) && isRecord(env);
  return isComplete && Object.values(env).every(isText) ? (value as unknown as WarmRequest) : null;
}

/** Null where it is none: whoever speaks so is no server of ours. */
export function parseServerFrame(line: string): ServerFrame | null {
  const value = parseObject(line);
  switch (value?.["kind"]) {
    case "accept":
    case "beat":
    case "signals":
      return { kind: value["kind"] };
    case "decline":
      return { kind: "decline", reason: value["reason"] as DeclineReason };
    case "out":
    case "err":
      return isText(value["text"]) ? { kind: value["kind"], text: value["text"] } : null;
    case "exit":
      return Number.isInteger(value["code"]) ? { kind: "exit", code: Number(value["code"]) } : null;
    default:
      return null;
  }
}

export function isInterrupt(line: string): boolean {
  return parseObject(line)?.["kind"] === INTERRUPT.kind;
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
