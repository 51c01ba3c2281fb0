import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { METRIC_NAMES } from "../../core/metric-names.ts";
import { type Context, refuseIfReadonly } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { toTuneText } from "../output/comparison-text.ts";
import { parseChoice, parseNumber } from "../parse-flags.ts";

export interface EvalTuneFlags {
  readonly metric?: string;
  readonly seed?: string;
  readonly out?: string;
}

const MESSAGE_EVERY_MS = 5000;

export async function runEvalTune(context: Context, flags: EvalTuneFlags, path: string): Promise<number> {
  // It builds an index of the set, and may write a file.
  refuseIfReadonly(context);
  const metric = parseChoice("--metric", flags.metric ?? "ndcg@10", METRIC_NAMES);
  const seed = parseNumber("--seed", flags.seed, { min: 0, max: 2 ** 31 - 1, whole: true }) ?? 1;
  const { tuneFusion } = await import("../../app/tune-fusion.ts");
  const { terminal, errorStyle } = context;
  let told = performance.now();
  const tune = await tuneFusion(resolve(terminal.cwd, path), {
    loaded: await context.loadConfig(),
    workerScript: context.workerScript,
    metric,
    seed,
    signal: terminal.interruptSignal(),
    onMessage: (text) => context.say(errorStyle.dim(text)),
    onProgress: ({ tried, current, best }) => {
      if (performance.now() - told < MESSAGE_EVERY_MS) return;
      told = performance.now();
      const figures = `${metric} ${current.toFixed(4)} now, ${best.toFixed(4)} at best`;
      context.say(errorStyle.dim(`${tried} settings tried on one half: ${figures}`));
    },
  });
  if (flags.out !== undefined) writeFileSync(resolve(terminal.cwd, flags.out), tune.toml);
  if (context.flags.json === true) context.printJson(tune);
  else terminal.out(`${toTuneText(tune, context.style)}${flags.out === undefined ? `\n${tune.toml}` : ""}`);
  if (tune.sides === "lexical") {
    context.say(errorStyle.dim("the set has no vectors: only the weights of keyword search were tuned"));
  }
  return EXIT.done;
}
