import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KebabError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { type Downloaded, download, HUB_ENDPOINT } from "../embedders/hub.ts";
import {
  BROKEN_BRIDGE_HINT,
  bridgePath,
  checksumsPath,
  findModelFolder,
  hashFile,
  isBridgeHere,
  pulledFolder,
  readChecksums,
  sizeOf,
  toBrokenBridge,
  toExpected,
} from "../embedders/model-files.ts";
import {
  type BridgedModel,
  filesOf,
  findModel,
  type ModelFile,
  REGISTRY,
  type RegistryModel,
} from "../embedders/registry.ts";
import type { ModelList, ModelPull, ModelVerify } from "../wire/models.ts";

export interface PullProgress {
  readonly model: string;
  readonly file: string;
  readonly done: number;
  readonly total: number | null;
}

export interface PullOptions {
  readonly modelsDir: string;
  readonly endpoint?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: PullProgress) => void;
  readonly idleMs?: number;
}

/** Every model kebab knows, and whether it is here. Looks at names and sizes alone. */
export function listModels(modelsDir: string): ModelList {
  return {
    schema_version: "model_list.v1",
    models_dir: modelsDir,
    models: REGISTRY.map((model) => {
      const found = model.bridge === null || isBridgeHere(model) ? findModelFolder(model, modelsDir) : null;
      return {
        id: model.id,
        state: found?.origin ?? "absent",
        folder: found?.folder ?? null,
        bytes: toBytes(model, found?.folder ?? null),
        dimension: model.dimension,
        max_tokens: model.maxTokens,
        scripts: model.scripts,
        licence: model.licence,
        repository: model.repository,
      };
    }),
  };
}

function toBytes({ weights, bridge }: RegistryModel, folder: string | null): number | null {
  const own = folder === null ? weights.bytes : sizeOf(join(folder, weights.name));
  if (bridge === null || own === null) return own;
  const table = folder === null ? bridge.file.bytes : sizeOf(bridgePath(bridge));
  return table === null ? null : own + table;
}

/** Hashes every file of the named models, or of all that are here. */
export async function verifyModels(
  ids: readonly string[],
  { modelsDir, signal }: { readonly modelsDir: string; readonly signal?: AbortSignal },
): Promise<ModelVerify> {
  const models = ids.length > 0 ? ids.map(requireModel) : REGISTRY;
  const results: ModelVerify["models"] = [];
  for (const model of models) {
    const found = findModelFolder(model, modelsDir);
    if (found === null && ids.length === 0) continue;
    const folder = found?.folder ?? pulledFolder(model, modelsDir);
    const files: ModelVerify["models"][number]["files"] = [];
    for (const file of filesOf(model)) {
      signal?.throwIfAborted();
      files.push({ name: file.name, ...(await examine(file, folder, signal)) });
    }
    if (model.bridge !== null) files.push(await examineBridge(model, signal));
    const sound = files.every(({ state }) => state === "ok" || state === "unchecked");
    results.push({ id: model.id, folder, sound, files });
  }
  return { schema_version: "model_verify.v1", models: results };
}

type FileState = { state: "ok" | "missing" | "wrong" | "unchecked"; sha256: string | null };

async function examine(file: ModelFile, folder: string, signal: AbortSignal | undefined): Promise<FileState> {
  const expected = toExpected(file, readChecksums(folder)).sha256;
  return compare(join(folder, file.name), expected, signal);
}

async function examineBridge(
  { bridge }: BridgedModel,
  signal: AbortSignal | undefined,
): Promise<FileState & { name: string }> {
  return { name: bridge.file.name, ...(await compare(bridgePath(bridge), bridge.file.sha256, signal)) };
}

async function compare(
  path: string,
  expected: string | null,
  signal: AbortSignal | undefined,
): Promise<FileState> {
  if (!existsSync(path)) return { state: "missing", sha256: null };
  const sha256 = await hashFile(path, signal);
  if (expected === null) return { state: "unchecked", sha256 };
  return { state: expected === sha256 ? "ok" : "wrong", sha256 };
}

/** What mends a model that was found not sound. */
export function toRemedy({ id, files }: ModelVerify["models"][number]): string {
  const table = findModel(id)?.bridge?.file.name;
  const isTableBroken = files.some(
    ({ name, state }) => name === table && (state === "missing" || state === "wrong"),
  );
  return isTableBroken ? BROKEN_BRIDGE_HINT : `Run \`kebab models pull ${id}\``;
}

/** Fetches what is not here or not sound. Killed at any instant, the next pull goes on. */
export async function pullModel(id: string, options: PullOptions): Promise<ModelPull> {
  const model = requireModel(id);
  const packaged = findModelFolder(model, options.modelsDir);
  const folder = packaged?.origin === "embedded" ? packaged.folder : pulledFolder(model, options.modelsDir);
  // First: without it the rest is of no use, and no hub has it.
  const files: ModelPull["files"] = model.bridge === null ? [] : [await keepBridge(model, options.signal)];
  // The weights come last: a folder that holds them is whole.
  for (const file of [...model.otherFiles, model.weights]) {
    const { state, sha256 } = await examine(file, folder, options.signal);
    // A package is as its maker left it: what is there and has no checksum of ours is kept.
    const isSound = state === "ok" || (state === "unchecked" && packaged?.origin === "embedded");
    if (isSound && sha256 !== null) {
      files.push({ name: file.name, state: "kept", sha256, bytes: sizeOf(join(folder, file.name)) ?? 0 });
    } else {
      files.push({ name: file.name, state: "downloaded", ...(await fetchFile(model, file, options)) });
    }
  }
  return { schema_version: "model_pull.v1", model: id, folder, files };
}

async function keepBridge(
  model: BridgedModel,
  signal: AbortSignal | undefined,
): Promise<ModelPull["files"][number]> {
  const path = bridgePath(model.bridge);
  const { name, state, sha256 } = await examineBridge(model, signal);
  if (sha256 === null || state === "wrong") {
    throw toBrokenBridge(model, state === "wrong" ? `${path} has a wrong checksum` : `${path} is missing`);
  }
  return { name, state: "kept", sha256, bytes: sizeOf(path) ?? 0 };
}

async function fetchFile(
  model: RegistryModel,
  file: ModelFile,
  options: PullOptions,
): Promise<{ sha256: string; bytes: number }> {
  const endpoint = (options.endpoint ?? HUB_ENDPOINT).replace(/\/+$/, "");
  const folder = pulledFolder(model, options.modelsDir);
  const target = join(folder, file.name);
  const { part, sha256, bytes } = await orTellWhatToCopy(model, folder, () =>
    download({
      url: `${endpoint}/${model.repository}/resolve/main/${file.name}`,
      target,
      sha256: file.sha256,
      signal: options.signal,
      ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
      onProgress: (done, total) => options.onProgress?.({ model: model.id, file: file.name, done, total }),
    }),
  );
  // The checksum first: a file is never in place without it.
  mkdirSync(folder, { recursive: true });
  const draft = `${checksumsPath(folder)}.part`;
  writeFileSync(draft, JSON.stringify({ ...readChecksums(folder), [file.name]: { sha256, bytes } }, null, 2));
  renameSync(draft, checksumsPath(folder));
  renameSync(part, target);
  return { sha256, bytes };
}

/** Where there is no network there may be another way to bring the files. */
async function orTellWhatToCopy(
  model: RegistryModel,
  folder: string,
  work: () => Promise<Downloaded>,
): Promise<Downloaded> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KebabError) || error.code !== "model-unreachable") throw error;
    throw withCopyHint(error, model, folder);
  }
}

function withCopyHint(error: KebabError, model: RegistryModel, folder: string): KebabError {
  const files = filesOf(model).map(({ name }) => name);
  return new KebabError(error.code, error.message, {
    hint: `${error.hint ?? ""}; or copy ${files.join(", ")} of ${model.repository} by hand to ${folder}`,
    details: { ...error.details, folder, files },
    cause: error,
  });
}

function requireModel(id: string): RegistryModel {
  const model = findModel(id);
  if (model !== null) return model;
  const close = nearest(
    id,
    REGISTRY.map((each) => each.id),
  );
  throw new KebabError("not-found", `Cannot find a model "${id}"`, {
    hint: close === null ? "`kebab models list` names them" : `Did you mean ${close}?`,
  });
}
