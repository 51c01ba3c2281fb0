import { Kebab } from "../../src/app/kebab.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createHttpApp, type HttpAppOptions } from "../../src/http/create-http-app.ts";
import { createRedact } from "../../src/http/redact.ts";
import { TemporaryFolder } from "./temporary-folder.ts";

export const TOKEN = "a-token-of-enough-letters";
export const HOST = "127.0.0.1:7711";

export interface HttpBenchOptions extends Partial<HttpAppOptions> {
  readonly env?: Readonly<Record<string, string>>;
  /** Path within the source → content. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** The API over an engine of its own, asked without a port. */
export class HttpBench implements AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly kebab: Kebab;
  readonly log: string[] = [];
  readonly stopping = new AbortController();
  readonly #app: ReturnType<typeof createHttpApp>;

  private constructor(folder: TemporaryFolder, kebab: Kebab, options: Partial<HttpAppOptions>) {
    this.folder = folder;
    this.kebab = kebab;
    this.#app = createHttpApp({
      kebab,
      version: "1.2.3",
      readonly: false,
      token: TOKEN,
      address: () => ({ host: "127.0.0.1", port: 7711 }),
      maxFileBytes: 10_000,
      webRoot: null,
      redact: createRedact([
        { path: kebab.paths.library, name: "library" },
        { path: kebab.paths.folder, name: "(data folder)" },
        { path: folder.at("home"), name: "~" },
      ]),
      log: (line) => this.log.push(line),
      stopping: this.stopping.signal,
      ...options,
    });
  }

  static async open({ env = {}, files = NOTES, ...options }: HttpBenchOptions = {}): Promise<HttpBench> {
    const folder = new TemporaryFolder();
    for (const [path, content] of Object.entries(files)) folder.write(`notes/${path}`, content);
    const loaded = await loadConfig({
      cwd: folder.path,
      env: { KEBAB_EMBEDDINGS_PROVIDER: "none", ...env },
      homeDir: folder.folder("home"),
      platform: process.platform,
    });
    const workerScript = new URL("../../dist/prepare-worker.js", import.meta.url);
    const kebab = new Kebab({ loaded, readonly: options.readonly ?? false, workerScript });
    const writing = new Kebab({ loaded, readonly: false, workerScript });
    if (Object.keys(files).length > 0) await writing.ingest({ paths: [folder.at("notes")] });
    await writing[Symbol.asyncDispose]();
    return new HttpBench(folder, kebab, options);
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#app.request(path, { ...init, headers: { host: HOST, ...(init.headers as object) } });
  }

  async json(path: string, init?: RequestInit): Promise<unknown> {
    return (await this.request(path, init)).json();
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.request(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kebab[Symbol.asyncDispose]();
    this.folder[Symbol.dispose]();
  }
}

const NOTES = {
  "ops/rollback.md":
    "---\ntags: [ops, 배포]\n---\n# 롤백\n\n배포를 롤백하려면 argocd app rollback을 실행한다.\n\n## Checks\n\nWatch the error rate for ten minutes.\n",
  "ops/tls.md":
    "---\ntags: [ops]\n---\n# TLS renewal\n\nCertificates are renewed by certbot every 60 days.\n",
  "code/parse.ts":
    "export function parseHttpHeader(text: string): string[] {\n  return text.split(':');\n}\n",
  "memo.txt": "회의 메모: settlement sync is at ten on Mondays\n",
};

/** What a text/event-stream says. */
export function parseEvents(text: string): { event: string; data: unknown }[] {
  return text
    .split("\n\n")
    .filter((part) => part.startsWith("event: "))
    .map((part) => {
      const [first = "", second = ""] = part.split("\n");
      return {
        event: first.slice("event: ".length),
        data: JSON.parse(second.slice("data: ".length)) as unknown,
      };
    });
}
