import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Language, Parser, Tree } from "web-tree-sitter";

const VSCODE = "@vscode/tree-sitter-wasm/wasm";
const REPOMIX = "@repomix/tree-sitter-wasms/out";

/** Language id → the module path of its grammar. */
const GRAMMARS: Readonly<Record<string, string>> = {
  typescript: `${VSCODE}/tree-sitter-typescript.wasm`,
  tsx: `${VSCODE}/tree-sitter-tsx.wasm`,
  javascript: `${VSCODE}/tree-sitter-javascript.wasm`,
  python: `${VSCODE}/tree-sitter-python.wasm`,
  go: `${VSCODE}/tree-sitter-go.wasm`,
  rust: `${VSCODE}/tree-sitter-rust.wasm`,
  java: `${VSCODE}/tree-sitter-java.wasm`,
  kotlin: "@lumis-sh/wasm-kotlin/tree-sitter-kotlin.wasm",
  c: `${REPOMIX}/tree-sitter-c.wasm`,
  cpp: `${REPOMIX}/tree-sitter-cpp.wasm`,
  csharp: `${VSCODE}/tree-sitter-c-sharp.wasm`,
  ruby: `${VSCODE}/tree-sitter-ruby.wasm`,
  php: `${VSCODE}/tree-sitter-php.wasm`,
  shell: `${VSCODE}/tree-sitter-bash.wasm`,
  swift: `${REPOMIX}/tree-sitter-swift.wasm`,
  dart: `${REPOMIX}/tree-sitter-dart.wasm`,
  solidity: `${REPOMIX}/tree-sitter-solidity.wasm`,
};

const { resolve } = createRequire(import.meta.url);

/** Trees of 8 MB of source took under 400 MB; past this a grammar has run wild (20 kB of `/*` in Python: 1.6 GB). */
const MAX_MEMORY_PAGES = 8192;
const INITIAL_MEMORY_PAGES = 512;

/** Loads grammars on first use and keeps one parser for all of them. */
export class Grammars {
  #engine: Promise<Engine> | null = null;

  /**
   * The result of `use` on the syntax tree, which is gone afterwards. Null when the
   * parser gave up after `timeoutMs`. Rejects when there is no tree to be had.
   */
  async withTree<Result>(
    language: string,
    text: string,
    options: { readonly timeoutMs: number; readonly use: (tree: Tree) => Result },
  ): Promise<Result | null> {
    const engine = await this.#openEngine();
    // No await from here on: the one parser serves one text at a time.
    try {
      return engine.withTree(language, text, options);
    } catch (error) {
      // WASM that has trapped once stays broken; a new instance serves the next text.
      engine.abandon();
      this.#engine = null;
      throw error;
    }
  }

  async #openEngine(): Promise<Engine> {
    for (;;) {
      this.#engine ??= openEngine();
      const engine = await this.#engine;
      if (!engine.isBroken) return engine;
    }
  }
}

class Engine {
  isBroken = false;
  readonly #runtime: Runtime;
  readonly #parser: Parser;
  readonly #languages = new Map<string, Language>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#parser = new runtime.Parser();
  }

  withTree<Result>(
    language: string,
    text: string,
    options: { readonly timeoutMs: number; readonly use: (tree: Tree) => Result },
  ): Result | null {
    this.#parser.setLanguage(this.#openLanguage(language));
    const deadline = performance.now() + options.timeoutMs;
    const tree = this.#parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
    if (tree === null) {
      // Without this the next text would be read as the rest of this one.
      this.#parser.reset();
      return null;
    }
    try {
      return options.use(tree);
    } finally {
      tree.delete();
    }
  }

  abandon(): void {
    this.isBroken = true;
    try {
      this.#parser.delete();
    } catch {
      // Expected: what counts is that the runtime now forgets the parser. Otherwise it frees it
      // when it is collected, traps in the broken instance, and takes the process with it.
    }
  }

  #openLanguage(language: string): Language {
    const opened = this.#languages.get(language);
    if (opened !== undefined) return opened;
    // Not Language.load(): its asynchronous compilation queues behind V8's optimising of
    // earlier grammars and was seen to wait 6 s; compiled at once it takes 5 to 20 ms.
    const bytes = readFileSync(resolve(GRAMMARS[language] ?? ""));
    const opening = this.#runtime.Language.loadSync(new wasm.Module(bytes));
    this.#languages.set(language, opening);
    return opening;
  }
}

type Runtime = typeof import("web-tree-sitter");

/** Node's types know WebAssembly as a namespace only, and the DOM's are not ours to load. */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => Parameters<typeof Language.loadSync>[0];
    readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object;
  };
};

async function openEngine(): Promise<Engine> {
  // The runtime keeps its one WASM instance in module scope, so a new instance takes a new
  // copy of the module. Required, not imported: a module cache never forgets, and the memory
  // of a broken instance would stay; so would it if one `require` had loaded both copies.
  const require = createRequire(import.meta.url);
  delete require.cache[resolve("web-tree-sitter")];
  const runtime = require("web-tree-sitter") as Runtime;
  await runtime.Parser.init({
    wasmBinary: readFileSync(resolve("web-tree-sitter/web-tree-sitter.wasm")),
    wasmMemory: new wasm.Memory({ initial: INITIAL_MEMORY_PAGES, maximum: MAX_MEMORY_PAGES }),
    // It says "Aborted()" on stderr; the error itself goes into the report.
    printErr: () => undefined,
  });
  return new Engine(runtime);
}
