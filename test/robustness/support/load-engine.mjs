import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromJSONSchema } from "zod";
import { runKebab } from "./run-kebab.mjs";

/** The built library in this process, over a data folder of its own, with nothing but defaults set. */
export async function loadEngine(setup) {
  const dist = (name) => pathToFileURL(join(setup.kebab, "dist", name));
  const { Kebab, KebabError } = await import(dist("index.js").href);
  const shown = await runKebab(setup, ["config", "show", "--json"]);
  return {
    KebabError,
    open: () => new Kebab({ loaded: JSON.parse(shown.stdout), readonly: false, workerScript: dist("prepare-worker.js") }),
    /** What the program says its JSON looks like, as a schema to hold it against. */
    schema: async (name) => fromJSONSchema(JSON.parse((await runKebab(setup, ["schema", name])).stdout)),
  };
}
