import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { KebabError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { ConfigFile, ConfigReport, ResetReport } from "../../wire/system.ts";
import { type Context, refuseIfReadonly } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { toPrintable, toTable } from "../output/style.ts";
import { parseChoice } from "../parse-flags.ts";

export async function runStatus(context: Context): Promise<number> {
  await using kebab = await context.openKebab();
  const status = await kebab.status();
  if (context.flags.json === true) {
    context.printJson(status);
    return EXIT.done;
  }
  const counts = (record: Record<string, number>) =>
    Object.entries(record)
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  context.terminal.out(
    toTable([
      ["documents", status.documents === 0 ? "0" : `${status.documents} (${counts(status.by_type)})`],
      ["chunks", String(status.chunks)],
      ["tags", String(status.tags)],
      ["sources", counts(status.by_source) || "none"],
      ["set aside", `${status.failed} failed, ${status.skipped} skipped`],
      ["last ingest", status.last_ingest_at ?? "never"],
      [
        "index",
        `${status.index_version}, schema ${status.schema}, ${(status.database_bytes / 1e6).toFixed(1)} MB`,
      ],
      ...status.vectors.map(({ store, model, committed, pending, uncovered }) => [
        "vectors",
        [
          `${committed} of ${model} in ${store}`,
          ...(pending > 0 ? [`${pending} waiting (\`kebab index --embeddings\`)`] : []),
          ...(uncovered > 0 ? [`${uncovered} in scripts it does not know`] : []),
        ].join(", "),
      ]),
      ["data", status.data_dir],
      ["config", status.config_file ?? "none (defaults)"],
    ]),
  );
  if (context.flags.verbose === true) {
    const lines = (await kebab.listSetAside()).map((line) => [
      `  ${line.kind}`,
      toPrintable(line.path),
      toPrintable(line.reason),
    ]);
    context.terminal.out(toTable(lines));
  }
  return EXIT.done;
}

export async function runDoctor(context: Context): Promise<number> {
  await using kebab = await context.openKebab();
  const report = await kebab.doctor();
  if (context.flags.json === true) context.printJson(report);
  else {
    const signs = {
      ok: context.style.green("ok"),
      warning: context.style.yellow("!"),
      problem: context.style.red("x"),
    };
    for (const { name, state, message, hint } of report.checks) {
      context.terminal.out(
        `${signs[state]} ${name}: ${toPrintable(message)}\n${hint === null ? "" : `   ${hint}\n`}`,
      );
    }
  }
  return report.checks.some((check) => check.state !== "ok") ? EXIT.doctor : EXIT.done;
}

export async function runSchema(context: Context, name: string | undefined): Promise<number> {
  const { WIRE_SCHEMAS, toJsonSchema } = await import("../../wire/schemas.ts");
  const names = Object.keys(WIRE_SCHEMAS) as (keyof typeof WIRE_SCHEMAS)[];
  if (name === undefined) {
    if (context.flags.json === true)
      context.printJson(Object.fromEntries(names.map((each) => [each, toJsonSchema(each)])));
    else context.terminal.out(names.map((each) => `${each}\n`).join(""));
    return EXIT.done;
  }
  const found = names.find((each) => each === name);
  if (found === undefined) {
    const close = nearest(name, names);
    throw new KebabError("not-found", `Cannot find a schema "${name}"`, {
      hint: close === null ? "`kebab schema` lists them" : `Did you mean ${close}?`,
    });
  }
  context.terminal.out(`${JSON.stringify(toJsonSchema(found), null, 2)}\n`);
  return EXIT.done;
}

export async function runConfig(context: Context, what: string): Promise<number> {
  const kind = parseChoice("config", what, ["show", "path", "migrate"]);
  const loaded = await context.loadConfig();
  const { file, mode, config, origin } = loaded;
  if (kind !== "show") {
    const text =
      kind === "path"
        ? (file ?? "none: defaults alone (`kebab init` writes a file)")
        : "nothing to migrate: the config has had one form so far";
    if (context.flags.json === true) {
      context.printJson({
        schema_version: "config_file.v1",
        file,
        mode,
        changed: false,
      } satisfies ConfigFile);
    } else context.terminal.out(`${text}\n`);
    return EXIT.done;
  }
  if (context.flags.json === true) {
    const { hideSecrets } = await import("../../config/render-config.ts");
    const named = toNamed(hideSecrets(config)) as ConfigReport["config"];
    context.printJson({
      schema_version: "config.v1",
      file,
      mode,
      config: named,
      origin,
    } satisfies ConfigReport);
  } else {
    const { renderConfig } = await import("../../config/render-config.ts");
    context.terminal.out(renderConfig(loaded));
  }
  return EXIT.done;
}

/** Every key by the name users write: default_top. */
function toNamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNamed);
  if (typeof value !== "object" || value === null) return value;
  const toName = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [toName(key), toNamed(part)]));
}

export interface InitFlags {
  readonly project?: boolean;
}

export async function runInit(
  context: Context,
  flags: InitFlags,
  folders: readonly string[],
): Promise<number> {
  const { renderNewConfig } = await import("../../config/render-config.ts");
  const { toFreeSourceId } = await import("../../config/source-id.ts");
  const { userConfigFile } = await import("../../config/locate.ts");
  refuseIfReadonly(context);
  const { terminal, env } = context;
  const surroundings = { cwd: terminal.cwd, env, homeDir: terminal.homeDir, platform: terminal.platform };
  const isProject = flags.project === true;
  const fallback = isProject ? join(terminal.cwd, ".kebab", "config.toml") : userConfigFile(surroundings);
  const file = context.flags.config === undefined ? fallback : resolve(terminal.cwd, context.flags.config);
  if (existsSync(file)) {
    throw new KebabError("usage", `Cannot write ${file}: it exists already`, {
      hint: "Edit it, or delete it first",
    });
  }
  const absolute = (folders.length > 0 ? folders : isProject ? ["."] : []).map((folder) =>
    resolve(terminal.cwd, folder),
  );
  const missing = absolute.find(
    (folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true,
  );
  if (missing !== undefined) {
    throw new KebabError("not-found", `Cannot use ${missing} as a source: there is no such folder`, {
      hint: "Check the path",
    });
  }
  const taken = new Set<string>();
  const sources = absolute.map((folder) => {
    const id = toFreeSourceId(folder, taken);
    taken.add(id);
    return { id, path: isProject ? relative(terminal.cwd, folder) || "." : folder };
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, renderNewConfig({ sources }), { flag: "wx" });
  // A project's index is made from its files; it has no place in their history.
  if (isProject) writeFileSync(join(dirname(file), ".gitignore"), "data/\n");
  if (context.flags.json === true) {
    const mode = isProject ? "project" : "user";
    context.printJson({ schema_version: "config_file.v1", file, mode, changed: true } satisfies ConfigFile);
    return EXIT.done;
  }
  terminal.out(`wrote ${file}\n`);
  context.say(
    sources.length > 0 ? "Next: kebab ingest" : "Next: name a folder under [[sources]], then kebab ingest",
  );
  return EXIT.done;
}

export async function runReset(context: Context, flags: { yes?: boolean }): Promise<number> {
  const { terminal } = context;
  await using kebab = await context.openKebab();
  const files = await kebab.listResetFiles();
  if (files.length > 0 && flags.yes !== true && !(await confirmReset(context, files))) {
    context.say("kept");
    return EXIT.nothing;
  }
  const again = await kebab.listCommandRoots();
  const deleted = files.length > 0 ? await kebab.reset() : [];
  if (context.flags.json === true) {
    context.printJson({ schema_version: "reset_report.v1", deleted } satisfies ResetReport);
    return EXIT.done;
  }
  if (deleted.length === 0) terminal.out(`nothing to delete: there is no index in ${kebab.paths.folder}\n`);
  for (const file of deleted) terminal.out(`deleted ${file}\n`);
  // No config names these folders: with the index gone, nothing remembers them.
  if (again.length > 0) context.say(`To index the same folders again: kebab ingest ${again.join(" ")}`);
  return EXIT.done;
}

async function confirmReset(context: Context, files: readonly string[]): Promise<boolean> {
  if (!context.terminal.stdinIsTerminal) {
    throw new KebabError("usage", "Cannot ask before deleting: this is no terminal", {
      hint: "Add --yes if you mean it",
      details: { files },
    });
  }
  const names = files.map((file) => `  ${file}\n`).join("");
  context.say(
    `This deletes the index, and with it the tags given by \`kebab tag\`:\n${names}Your documents and the library stay.`,
  );
  return /^y(es)?$/i.test((await context.terminal.ask("Delete? [y/N] ")).trim());
}
