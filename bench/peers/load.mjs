// Packages of the peers, from where the runner installed them. A peer's own process reads this: nothing heavy here.
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PEERS_FOLDER = fileURLToPath(new URL("../.work/peers", import.meta.url));
export const loadPackage = createRequire(join(PEERS_FOLDER, "package.json"));
