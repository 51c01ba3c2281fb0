import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { KebabError } from "../../core/errors.ts";
import { FUSION_NAMES } from "../../core/fusion/policies.ts";
import { SEARCH_MODES } from "../../core/search.ts";
import { type Context, refuseIfReadonly } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { toTable } from "../output/style.ts";
import { parseChoice, parseList } from "../parse-flags.ts";

export interface EvalFlags {
  readonly mode?: string;
  readonly fusion?: string;
  readonly out?: string;
}

export async function runEvalBeir(context: Context, flags: EvalFlags, folder: string): Promise<number> {
  // It builds an index of the set, and may write a file.
  refuseIfReadonly(context);
  const { evaluateBeir } = await import("../../app/evaluate-beir.ts");
  const { terminal } = context;
  const { config } = await context.loadConfig();
  const hasModel = config.embeddings.provider !== "none";
  const asked = parseList(flags.mode ?? (hasModel ? "all" : "lexical"));
  const modes = asked.includes("all")
    ? SEARCH_MODES
    : asked.map((mode) => parseChoice("--mode", mode, SEARCH_MODES));
  const policies = parseList(flags.fusion ?? "");
  const fusions = policies.includes("all")
    ? FUSION_NAMES
    : policies.map((policy) => parseChoice("--fusion", policy, FUSION_NAMES));
  if (modes.includes("vector") && !hasModel) {
    throw new KebabError("usage", 'Cannot evaluate meaning search: embeddings.provider is "none"', {
      hint: "Set it to onnx, ollama or openai, for once as KEBAB_EMBEDDINGS_PROVIDER=onnx, or use --mode lexical",
    });
  }
  const result = await evaluateBeir(resolve(terminal.cwd, folder), {
    config,
    modes,
    ...(fusions.length === 0 ? {} : { fusions }),
    signal: terminal.interruptSignal(),
    onMessage: (text) => context.say(context.errorStyle.dim(text)),
  });
  if (flags.out !== undefined) writeFileSync(resolve(terminal.cwd, flags.out), result.rankedLines());
  if (context.flags.json === true) {
    context.printJson(result.json);
    return EXIT.done;
  }
  const { set, documents, queries, runs } = result.json;
  const header = ["mode", ...Object.keys(runs[0]?.metrics ?? {}), "p50 ms", "p95 ms"];
  const rows = runs.map((run) => [
    run.fusion === null ? run.mode : `${run.mode} ${run.fusion}`,
    ...Object.values(run.metrics).map((value) => value.toFixed(4)),
    run.latency_ms.p50.toFixed(2),
    run.latency_ms.p95.toFixed(2),
  ]);
  terminal.out(
    `${context.style.bold(set)}: ${documents} documents, ${queries} queries\n${toTable([header, ...rows])}`,
  );
  return EXIT.done;
}
