import { listModels, type PullProgress, pullModel, toRemedy, verifyModels } from "../../app/models.ts";
import { type Context, refuseIfReadonly } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { toTable } from "../output/style.ts";

export interface ModelsSettings {
  readonly modelsDir: string;
  readonly hubEndpoint: string;
}

export async function runModelsList(context: Context, { modelsDir }: ModelsSettings): Promise<number> {
  const list = listModels(modelsDir);
  if (context.flags.json === true) {
    context.printJson(list);
    return EXIT.done;
  }
  const languages = {
    latin: "English",
    "latin+hangul": "English, Korean",
    all: "all languages",
  } as const;
  const states = { embedded: "comes with kebab", pulled: "pulled", absent: "not here" } as const;
  context.terminal.out(
    toTable(
      list.models.map((model) => [
        model.id,
        states[model.state],
        model.bytes === null ? "" : toMegabytes(model.bytes),
        `${model.dimension} dimensions`,
        languages[model.scripts],
        model.licence,
      ]),
    ),
  );
  context.say(context.errorStyle.dim(`models folder: ${list.models_dir}`));
  return EXIT.done;
}

export async function runModelsPull(
  context: Context,
  { modelsDir, hubEndpoint }: ModelsSettings,
  id: string,
): Promise<number> {
  refuseIfReadonly(context);
  const view = createPullView(context);
  try {
    const report = await pullModel(id, {
      modelsDir,
      endpoint: hubEndpoint,
      signal: context.terminal.interruptSignal(),
      onProgress: (progress) => view.show(progress),
    });
    view.end();
    if (context.flags.json === true) context.printJson(report);
    else {
      const fetched = report.files.filter(({ state }) => state === "downloaded");
      const bytes = fetched.reduce((sum, file) => sum + file.bytes, 0);
      context.terminal.out(
        fetched.length === 0
          ? `${id} is here and sound: ${report.folder}\n`
          : `${id}: ${fetched.length} files, ${toMegabytes(bytes)}, checked: ${report.folder}\n`,
      );
    }
    return EXIT.done;
  } finally {
    view.end();
  }
}

export async function runModelsVerify(
  context: Context,
  { modelsDir }: ModelsSettings,
  ids: readonly string[],
): Promise<number> {
  const report = await verifyModels(ids, { modelsDir, signal: context.terminal.interruptSignal() });
  if (context.flags.json === true) context.printJson(report);
  else {
    const words = {
      ok: "ok",
      missing: "missing",
      wrong: "wrong checksum",
      unchecked: "no checksum known",
    } as const;
    const { green, red } = context.style;
    for (const model of report.models) {
      context.terminal.out(`${model.sound ? green("ok") : red("x")} ${model.id}  ${model.folder}\n`);
      context.terminal.out(toTable(model.files.map((file) => ["  ", file.name, words[file.state]])));
      if (!model.sound) context.say(toRemedy(model));
    }
    if (report.models.length === 0) context.terminal.out("no model is here\n");
  }
  return report.models.every(({ sound }) => sound) ? EXIT.done : EXIT.error;
}

const REDRAW_MS = 100;

/** One line that is drawn over on a terminal; nothing elsewhere, where the result says enough. */
function createPullView(context: Context): { show(progress: PullProgress): void; end(): void } {
  const { terminal, flags } = context;
  const isShown = terminal.stderrIsTerminal && flags.quiet !== true && flags.json !== true;
  let drawn = 0;
  return {
    show: ({ file, done, total }) => {
      const now = performance.now();
      if (!isShown || now - drawn < REDRAW_MS) return;
      drawn = now;
      const share = total === null || total === 0 ? "" : ` (${Math.floor((done / total) * 100)} %)`;
      const all = total === null ? "" : ` of ${toMegabytes(total)}`;
      terminal.err(`\r\u001b[2K${file}: ${toMegabytes(done)}${all}${share}`);
    },
    end: () => {
      if (drawn > 0) terminal.err("\r\u001b[2K");
      drawn = 0;
    },
  };
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
