import { KebabError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import {
  renderAsk,
  renderAskRecord,
  renderGroups,
  renderKinds,
  renderMisses,
  renderQueries,
  renderQuery,
  renderRunList,
  renderRunOrigin,
  renderRuns,
} from "../output/eval-text.ts";

export interface EvalShowFlags {
  readonly queries?: boolean;
  readonly query?: string;
}

async function openStore(context: Context) {
  const { openRunStore } = await import("../../app/run-store.ts");
  const { toDataPaths } = await import("../../app/data-paths.ts");
  const { config } = await context.loadConfig();
  return openRunStore(toDataPaths(config.storage.dataDir).runs, { workingFolder: context.terminal.cwd });
}

/** Newest last, like a log. Exit 1 when there is none. */
export async function runEvalList(context: Context): Promise<number> {
  const store = await openStore(context);
  const records = store.list();
  const broken = store.listBroken();
  if (context.flags.json === true) {
    const { listRuns } = await import("../../app/stored-runs.ts");
    context.printJson(listRuns(store));
  } else context.terminal.out(renderRunList(records, context.style));
  for (const { reason } of broken) context.say(context.errorStyle.yellow(`warning: ${reason}`));
  return records.length === 0 ? EXIT.nothing : EXIT.done;
}

export async function runEvalShow(
  context: Context,
  flags: EvalShowFlags,
  reference: string,
): Promise<number> {
  const { record, queries, asks } = (await openStore(context)).read(reference);
  const wanted = flags.query;
  const isAll = flags.queries === true;
  const ofQuery = <Line extends { readonly query_id: string }>(lines: readonly Line[]): readonly Line[] =>
    wanted === undefined ? lines : lines.filter(({ query_id }) => query_id === wanted);
  const shown = { queries: ofQuery(queries), asks: ofQuery(asks) };
  if (wanted !== undefined && shown.queries.length + shown.asks.length === 0) {
    throw toUnknownQuery(
      wanted,
      record.run_id,
      [...queries, ...asks].map(({ query_id }) => query_id),
    );
  }
  if (context.flags.json === true) {
    const lines = { query_records: shown.queries, ask_records: shown.asks };
    context.printJson({ ...record, ...(isAll || wanted !== undefined ? lines : {}) });
    return EXIT.done;
  }
  const { style } = context;
  const parts =
    wanted !== undefined
      ? [...shown.queries.map((line) => renderQuery(line, style)), ...shown.asks.map(renderAskRecord)]
      : isAll
        ? [renderRuns(record, style), renderQueries(queries)]
        : [
            renderRuns(record, style),
            renderKinds(record),
            renderGroups(record),
            renderMisses(record, queries),
            renderAsk(record, asks),
            renderRunOrigin(record),
          ];
  context.terminal.out(parts.filter((part) => part !== "").join("\n"));
  return EXIT.done;
}

function toUnknownQuery(id: string, run: string, known: readonly string[]): KebabError {
  const close = nearest(id, known);
  return new KebabError("not-found", `Cannot show query "${id}": run ${run} has none of that id`, {
    hint: close === null ? "`kebab eval show RUN --queries` lists them" : `Did you mean ${close}?`,
  });
}
