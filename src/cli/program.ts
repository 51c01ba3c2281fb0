import { Command } from "commander";
import type { Bind } from "./bind.ts";
import type { AskFlags } from "./commands/ask.ts";
import { runAdd, runIndex, runIngest, runNote } from "./commands/ingest.ts";
import { runFetch, runInspect, runList, runTag } from "./commands/library.ts";
import { addFilterOptions, addSearchOptions, runSearch, type SearchFlags } from "./commands/search.ts";
import type { ServeFlags } from "./commands/serve.ts";
import { runConfig, runDoctor, runInit, runReset, runSchema, runStatus } from "./commands/system.ts";
import type { Context, GlobalFlags } from "./context.ts";
import { addEvalCommands } from "./eval-program.ts";

export function createProgram(
  version: string,
  openContext: (flags: GlobalFlags) => Context,
  done: (exit: number) => void,
): Command {
  const program = new Command("kebab")
    .description(
      "Local-first knowledge base: index your documents, find them by keyword and by meaning, cite every hit",
    )
    .version(version, "-V, --version")
    .option("--config <path>", "use this config file")
    .option("--data-dir <path>", "keep the index in this folder")
    .option("--json", "machine-readable output")
    .option("-q, --quiet", "no messages for people")
    .option("-v, --verbose", "more detail")
    .option("--readonly", "refuse everything that writes")
    .configureHelp({ showGlobalOptions: true });
  const bind: Bind =
    (body) =>
    async (...handed) => {
      const command = handed.at(-1) as Command;
      const flags = command.optsWithGlobals<GlobalFlags>();
      const args = handed.slice(0, -2) as (string & string[])[];
      done(await body(openContext(flags), flags as never, args));
    };
  addContentCommands(program, bind);
  addLibraryCommands(program, bind);
  addSystemCommands(program, bind);
  return program;
}

function addContentCommands(program: Command, bind: Bind): void {
  addSearchOptions(
    program
      .command("search")
      .description("find passages")
      .argument("[query...]", 'words; a "quoted phrase" must occur, and -word (after --) must not'),
  ).action(
    bind(async (context, flags: SearchFlags, [words]) => {
      if (flags.bulk !== true) return runSearch(context, flags, words ?? []);
      const { runBulkSearch } = await import("./commands/bulk-search.ts");
      return runBulkSearch(context, flags, words ?? []);
    }),
  );
  addAskCommand(program, bind);
  program
    .command("ingest")
    .description("index folders, or bring every known source up to date")
    .argument("[path...]", "folders, or files inside a source; none for every known source")
    .option("--dry-run", "look and tell, change nothing")
    .option("--force", "index again what has not changed")
    .option("--watch", "stay, and index changes as they happen")
    .option("--no-embeddings", "leave the vectors for `kebab index --embeddings`")
    .action(bind((context, flags, [paths]) => runIngest(context, flags, paths ?? [])));
  program
    .command("index")
    .description("make the vectors that are missing")
    .option("--embeddings", "the vectors of the configured model, which is what it does anyhow")
    .option("--model <id>", "of another model: its vectors lie apart, and switching back costs nothing")
    .option("--batch-size <n>", "chunks embedded and stored together")
    .option("--resume", "only go on with a run that was stopped")
    .action(bind((context, flags) => runIndex(context, flags)));
  program
    .command("add")
    .alias("ingest-file")
    .description("index one file; one from outside the sources is copied into the library")
    .argument("<file>")
    .option("--tags <a,b>", "tag it")
    .action(bind((context, flags, [file]) => runAdd(context, flags, file ?? "")));
  const note = (name: string, text: string): Command =>
    program
      .command(name)
      .description(text)
      .option("--title <title>", "by default the first line")
      .option("--tags <a,b>", "tag it");
  note("note", "store a note in the library")
    .argument("<text...>", "the note, or - for stdin")
    .action(bind((context, flags, [words]) => runNote(context, flags, words ?? [])));
  note("ingest-stdin", "store a note from stdin, like note -").action(
    bind((context, flags) => runNote(context, flags, ["-"])),
  );
  addEvalCommands(program, bind);
}

function addAskCommand(program: Command, bind: Bind): void {
  addFilterOptions(
    program
      .command("ask")
      .description("answer a question from your documents with citations, or refuse")
      .argument("[question...]", "in words, as you would ask a colleague")
      .option("--mode <mode>", "lexical, vector or hybrid")
      .option("--fts-only", "same as --mode lexical")
      .option("--vec-only", "same as --mode vector")
      .option("-k, --top <n>", "read at most n passages, 1 to 1000; 8 unless told"),
  )
    .option("--threshold <x>", "drop passages whose raw RRF score is below x")
    .option("--min-score <x>", "drop passages whose score in [0, 1] is below x")
    .option("--multi-hop", "take the question apart and search for each part; needs ollama or openai")
    .option("--provider <name>", "extractive, ollama or openai, in place of the configured one")
    .option("--model <name>", "the server's name for its model, in place of the configured one")
    .option("--explain", "show retrieval, gate, packing and the check of each sentence")
    .option("--events", "one answer_event.v1 a line as the answer comes, the last one final")
    .action(
      bind(async (context, flags: AskFlags, [words]) => {
        const { runAsk } = await import("./commands/ask.ts");
        return runAsk(context, flags, words ?? []);
      }),
    );
}

function addLibraryCommands(program: Command, bind: Bind): void {
  addFilterOptions(
    program
      .command("list")
      .description("list docs, tags or sources")
      .argument("<what>", "docs, tags or sources")
      .option("-k, --top <n>", "at most n documents")
      .option("--offset <n>", "skip the first n documents"),
  ).action(bind((context, flags, [what]) => runList(context, flags, what ?? "")));
  program
    .command("inspect")
    .description("show everything known of a document or chunk")
    .argument("<what>", "doc or chunk")
    .argument("<id>", "an id, or a document's path")
    .option("--source <id>", "which source a path is in")
    .action(bind((context, flags, [what, id]) => runInspect(context, flags, what ?? "", id ?? "")));
  program
    .command("fetch")
    .description("print the text of a chunk, document or cited span")
    .argument("<what>", "chunk, doc or span")
    .argument("<reference>", "a chunk id; a document's id or path; a citation such as notes/a.md#L12-L34")
    .option("--source <id>", "which source a path is in")
    .option("--context <n>", "with chunk: n chunks before and after it, too")
    .action(
      bind((context, flags, [what, reference]) => runFetch(context, flags, what ?? "", reference ?? "")),
    );
  program
    .command("tag")
    .description("tag a document: kebab tag DOC ops +urgent, kebab tag DOC --remove old")
    .argument("<doc>", "id or path")
    .argument("[tag...]", "tags to add; a leading + is optional")
    .option("--add <a,b>", "tags to add")
    .option("--remove <a,b>", "tags to take away")
    .option("--source <id>", "which source a path is in")
    .action(bind((context, flags, [reference, tags]) => runTag(context, flags, reference ?? "", tags ?? [])));
}

function addSystemCommands(program: Command, bind: Bind): void {
  program
    .command("init")
    .description("write a config file with these folders as sources")
    .argument("[folder...]")
    .option("--project", "in .kebab/ here: a base of its own for this folder")
    .action(bind((context, flags, [folders]) => runInit(context, flags, folders ?? [])));
  addServeCommand(program, bind);
  addMcpCommand(program, bind);
  addModelCommands(program, bind);
  program
    .command("status")
    .description("what the index holds")
    .action(bind((context) => runStatus(context)));
  program
    .command("doctor")
    .description("check that everything is sound")
    .action(bind((context) => runDoctor(context)));
  program
    .command("schema")
    .description("JSON Schema of what --json prints")
    .argument("[name]")
    .action(bind((context, _flags, [name]) => runSchema(context, name)));
  program
    .command("config")
    .description("show the settings in force, or where they come from")
    .argument("<what>", "show, path or migrate")
    .action(bind((context, _flags, [what]) => runConfig(context, what ?? "")));
  program
    .command("reset")
    .description("delete the index; documents stay")
    .option("--yes", "do not ask")
    .action(bind((context, flags) => runReset(context, flags)));
  program
    .command("completion")
    .description("print a completion script")
    .argument("<shell>", "bash, zsh or fish")
    .action(
      bind(async (context, _flags, [shell]) => {
        const { runCompletion } = await import("./commands/completion.ts");
        return runCompletion(context, shell ?? "", program);
      }),
    );
}

function addServeCommand(program: Command, bind: Bind): void {
  program
    .command("serve")
    .description("keep kebab awake: the web page, the HTTP API and MCP, and faster commands on this machine")
    .option("--port <n>", "7711 unless told; 0 takes any that is free")
    .option("--host <address>", "127.0.0.1 unless told; any other asks every call for the token")
    .option("--token <text>", "what callers prove themselves with; made at random unless told")
    .option("--open", "open the page in the browser")
    .action(
      bind(async (context, flags: ServeFlags) => {
        const { runServe } = await import("./commands/serve.ts");
        return runServe(context, flags);
      }),
    );
}

function addMcpCommand(program: Command, bind: Bind): void {
  program
    .command("mcp")
    .description("serve agents: the Model Context Protocol on stdin and stdout, until they close")
    .action(
      bind(async (context) => {
        const { runMcp } = await import("./commands/mcp.ts");
        return runMcp(context);
      }),
    );
}

function addModelCommands(program: Command, bind: Bind): void {
  const models = program
    .command("models")
    .description("the embedding models: which there are, fetch one, check it");
  models
    .command("list")
    .description("every model kebab knows, and whether it is here")
    .action(
      bind(async (context) => {
        const { runModelsList } = await import("./commands/models.ts");
        return runModelsList(context, await modelSettings(context));
      }),
    );
  models
    .command("pull")
    .description("fetch a model from the hub into the models folder")
    .argument("<id>", "a name of `kebab models list`")
    .action(
      bind(async (context, _flags, [id]) => {
        const { runModelsPull } = await import("./commands/models.ts");
        return runModelsPull(context, await modelSettings(context), id ?? "");
      }),
    );
  models
    .command("verify")
    .description("hold a model's files against their checksums")
    .argument("[id...]", "by default all that are here")
    .action(
      bind(async (context, _flags, [ids]) => {
        const { runModelsVerify } = await import("./commands/models.ts");
        return runModelsVerify(context, await modelSettings(context), ids ?? []);
      }),
    );
}

async function modelSettings(context: Context) {
  const { modelsDir, hubEndpoint } = (await context.loadConfig()).config.embeddings;
  return { modelsDir, hubEndpoint };
}
