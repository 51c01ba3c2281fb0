import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Context, refuseIfReadonly } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { toComparisonText } from "../output/comparison-text.ts";

export interface EvalCompareFlags {
  readonly html?: string;
  readonly failOnLoss?: boolean;
}

export async function runEvalCompare(
  context: Context,
  flags: EvalCompareFlags,
  a: string,
  b: string,
): Promise<number> {
  if (flags.html !== undefined) refuseIfReadonly(context);
  const { compareStoredRuns } = await import("../../app/compare-runs.ts");
  const { terminal } = context;
  const { config } = await context.loadConfig();
  const stored = compareStoredRuns([a, b], {
    dataDir: config.storage.dataDir,
    workingFolder: terminal.cwd,
  });
  const { comparison } = stored;
  if (flags.html !== undefined) {
    writeFileSync(resolve(terminal.cwd, flags.html), stored.toHtml());
    context.say(context.errorStyle.dim(`report written to ${flags.html}`));
  }
  if (context.flags.json === true) context.printJson(comparison);
  else {
    for (const warning of comparison.warnings) {
      context.say(`${context.errorStyle.yellow("warning:")} ${warning}`);
    }
    terminal.out(toComparisonText(comparison, context.style, { verbose: context.flags.verbose === true }));
  }
  const hasLoss = comparison.variants.some(({ verdict }) => verdict === "worse");
  return flags.failOnLoss === true && hasLoss ? EXIT.nothing : EXIT.done;
}
