import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromJSONSchema } from "zod";
import { runKebab } from "./run-kebab.mjs";

/** The built library in this process, over a data folder of its own, with defaults but for the vectors, which would take most of the time. */
export async function loadEngine(setup) {
  const { openKebab, KebabError } = await import(pathToFileURL(join(setup.kebab, "dist/index.js")).href);
  mkdirSync(setup.home, { recursive: true });
  const configPath = join(setup.home, "engine.toml");
  writeFileSync(configPath, '[embeddings]\nprovider = "none"\n');
  return {
    KebabError,
    open: () => openKebab({ cwd: setup.home, configPath, dataDir: setup.dataDir }),
    /** What the program says its JSON looks like, as a schema to hold it against. */
    schema: async (name) => fromJSONSchema(JSON.parse((await runKebab(setup, ["schema", name])).stdout)),
  };
}
