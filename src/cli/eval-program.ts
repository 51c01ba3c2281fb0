import type { Command } from "commander";
import type { Bind } from "./bind.ts";
import type { EvalFlags, EvalRunFlags } from "./commands/eval.ts";
import type { EvalCompareFlags } from "./commands/eval-compare.ts";
import type { EvalShowFlags } from "./commands/eval-list.ts";
import type { EvalTuneFlags } from "./commands/eval-tune.ts";

export function addEvalCommands(program: Command, bind: Bind): void {
  const evaluation = program.command("eval").description("measure how well search and answers do");
  const measuring = (command: Command): Command =>
    command
      .option(
        "--mode <modes>",
        "lexical, vector, hybrid or all; comma-separated; by default what there is a model for",
      )
      .option(
        "--fusion <names>",
        "policies of the hybrid mode, comma-separated, or all; by default the configured one",
      )
      .option("--out <file>", "write the ranked ids of every query");
  measuring(
    evaluation
      .command("run")
      .description("run a golden set: questions whose answers are known; exit 1 below what it requires")
      .argument("<golden.yaml>"),
  )
    .option("--no-ask", "measure the search alone")
    .option("--jsonl <file>", "write the figures of every query, one JSON value a line")
    .action(
      bind(async (context, flags: EvalRunFlags, [file]) => {
        const { runEvalRun } = await import("./commands/eval.ts");
        return runEvalRun(context, flags, file ?? "");
      }),
    );
  measuring(
    evaluation
      .command("beir")
      .description("run a BEIR set: corpus.jsonl, queries.jsonl, qrels.tsv or qrels/test.tsv")
      .argument("<dir>"),
  ).action(
    bind(async (context, flags: EvalFlags, [folder]) => {
      const { runEvalBeir } = await import("./commands/eval.ts");
      return runEvalBeir(context, flags, folder ?? "");
    }),
  );
  addStoredRunCommands(evaluation, bind);
}

const RUN_REFERENCE = "a run's id or the start of one, last, last~1, or a run's folder";

function addStoredRunCommands(evaluation: Command, bind: Bind): void {
  evaluation
    .command("list")
    .description("the runs that are kept, newest last")
    .action(
      bind(async (context) => {
        const { runEvalList } = await import("./commands/eval-list.ts");
        return runEvalList(context);
      }),
    );
  evaluation
    .command("show")
    .description("what a run measured, and what shaped it")
    .argument("<run>", RUN_REFERENCE)
    .option("--queries", "the figures of every query")
    .option("--query <id>", "one query: its figures, what was found, what was answered")
    .action(
      bind(async (context, flags: EvalShowFlags, [run]) => {
        const { runEvalShow } = await import("./commands/eval-list.ts");
        return runEvalShow(context, flags, run ?? "");
      }),
    );
  evaluation
    .command("compare")
    .description("hold run B against run A, query by query")
    .argument("<a>", `${RUN_REFERENCE}; with a variant as in last:hybrid/rrf`)
    .argument("<b>", "the same")
    .option("--html <file>", "write a report with plots")
    .option("--fail-on-loss", "exit 1 when B is worse beyond chance")
    .action(
      bind(async (context, flags: EvalCompareFlags, [a, b]) => {
        const { runEvalCompare } = await import("./commands/eval-compare.ts");
        return runEvalCompare(context, flags, a ?? "", b ?? "");
      }),
    );
  evaluation
    .command("tune")
    .description("look for better fusion settings on half of a set's queries, and try them on the other half")
    .argument("<set>", "folder of a BEIR set, or a golden set")
    .option("--metric <name>", "what to raise, such as ndcg@10, recall@100 or map")
    .option("--seed <n>", "another half, another search; the same seed gives the same result")
    .option("--out <file>", "write the suggested [search] block there")
    .action(
      bind(async (context, flags: EvalTuneFlags, [set]) => {
        const { runEvalTune } = await import("./commands/eval-tune.ts");
        return runEvalTune(context, flags, set ?? "");
      }),
    );
}
