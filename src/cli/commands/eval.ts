import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { KebabError } from "../../core/errors.ts";
import { FUSION_NAMES, type FusionName } from "../../core/fusion/policies.ts";
import { parseList } from "../../core/parse-list.ts";
import { SEARCH_MODES, type SearchMode } from "../../core/search.ts";
import { type Context, refuseIfReadonly } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { createEvalProgress } from "../output/eval-progress.ts";
import {
  renderAsk,
  renderGroups,
  renderKinds,
  renderMisses,
  renderRequirements,
  renderRuns,
} from "../output/eval-text.ts";
import { parseChoice } from "../parse-flags.ts";

export interface EvalFlags {
  readonly mode?: string;
  readonly fusion?: string;
  readonly out?: string;
}

export interface EvalRunFlags extends EvalFlags {
  readonly ask?: boolean;
  readonly jsonl?: string;
}

export async function runEvalBeir(context: Context, flags: EvalFlags, folder: string): Promise<number> {
  // It builds an index of the set, and keeps the run.
  refuseIfReadonly(context);
  const { evaluateBeir } = await import("../../app/evaluate-beir.ts");
  const { terminal } = context;
  const { config } = await context.loadConfig();
  const hasModel = config.embeddings.provider !== "none";
  const modes = parseModes(flags.mode, hasModel) ?? (hasModel ? SEARCH_MODES : (["lexical"] as const));
  const progress = createEvalProgress(context);
  const result = await evaluateBeir(resolve(terminal.cwd, folder), {
    config,
    kebabVersion: context.version,
    workingFolder: terminal.cwd,
    modes,
    ...toFusions(flags.fusion),
    signal: terminal.interruptSignal(),
    onMessage: progress.say,
    onProgress: progress.show,
  }).finally(progress.end);
  if (flags.out !== undefined) writeFileSync(resolve(terminal.cwd, flags.out), result.rankedLines());
  if (context.flags.json === true) context.printJson(result.json);
  else terminal.out(renderRuns(result.record, context.style));
  return EXIT.done;
}

/** Exit 1 when a figure is below what the set requires. */
export async function runEvalRun(context: Context, flags: EvalRunFlags, file: string): Promise<number> {
  refuseIfReadonly(context);
  const { evaluateGolden } = await import("../../app/evaluate-golden.ts");
  const { terminal, style } = context;
  const loaded = await context.loadConfig();
  const modes = parseModes(flags.mode, loaded.config.embeddings.provider !== "none");
  const progress = createEvalProgress(context);
  const result = await evaluateGolden(resolve(terminal.cwd, file), {
    loaded,
    kebabVersion: context.version,
    workingFolder: terminal.cwd,
    workerScript: context.workerScript,
    ...(modes === null ? {} : { modes }),
    ...toFusions(flags.fusion),
    ask: flags.ask ?? true,
    signal: terminal.interruptSignal(),
    onMessage: progress.say,
    onProgress: progress.show,
  }).finally(progress.end);
  const { record, queries, asks, requirements, leftOut } = result;
  if (flags.out !== undefined) writeFileSync(resolve(terminal.cwd, flags.out), result.rankedLines());
  if (flags.jsonl !== undefined) {
    const lines = [...queries, ...asks].map((line) => `${JSON.stringify(line)}\n`);
    writeFileSync(resolve(terminal.cwd, flags.jsonl), lines.join(""));
  }
  if (context.flags.json === true) context.printJson(result.json);
  else {
    const parts = [
      renderRuns(record, style),
      renderKinds(record),
      renderGroups(record),
      renderMisses(record, queries),
      renderAsk(record, asks),
      renderRequirements(requirements, style),
    ];
    terminal.out(parts.filter((part) => part !== "").join("\n"));
  }
  if (leftOut.length > 0) context.say(`not checked, since left out by flag: ${leftOut.join(", ")}`);
  const missed = requirements.filter(({ met }) => !met);
  for (const { name, required, value } of missed) {
    const reached = value === null ? "it was not measured" : `it is ${value.toFixed(4)}`;
    context.say(context.errorStyle.red(`below what is required: ${name} must be ${required}, ${reached}`));
  }
  return missed.length > 0 ? EXIT.nothing : EXIT.done;
}

/** Null when nothing was asked for. */
function parseModes(text: string | undefined, hasModel: boolean): readonly SearchMode[] | null {
  if (text === undefined) return null;
  const asked = parseList(text);
  const modes = asked.includes("all")
    ? SEARCH_MODES
    : asked.map((mode) => parseChoice("--mode", mode, SEARCH_MODES));
  if (modes.length === 0) {
    throw new KebabError("usage", "Cannot evaluate: --mode names no mode", {
      hint: `Give some of ${SEARCH_MODES.join(", ")}, or all`,
    });
  }
  if (modes.includes("vector") && !hasModel) {
    throw new KebabError("usage", 'Cannot evaluate meaning search: embeddings.provider is "none"', {
      hint: "Set it to onnx, ollama or openai, for once as KEBAB_EMBEDDINGS_PROVIDER=onnx, or use --mode lexical",
    });
  }
  return modes;
}

function toFusions(text: string | undefined): { fusions?: readonly FusionName[] } {
  const policies = parseList(text ?? "");
  if (policies.includes("all")) return { fusions: FUSION_NAMES };
  const fusions = policies.map((policy) => parseChoice("--fusion", policy, FUSION_NAMES));
  return fusions.length === 0 ? {} : { fusions };
}
