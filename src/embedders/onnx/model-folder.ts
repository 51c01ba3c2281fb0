import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { KebabError } from "../../core/errors.ts";
import { findModelFolder, pulledFolder, readChecksums, sizeOf, toExpected } from "../model-files.ts";
import { filesOf, findModel, type ModelFacts, type PlainModel, type Pooling } from "../registry.ts";

/** A registry model, or the folder of a model we know nothing of. */
export type OnnxModel = PlainModel | { readonly folder: string };

/** A model on the disk, with all that shapes its vectors. */
export interface LocalModel extends ModelFacts {
  readonly id: string;
  readonly folder: string;
  readonly weightsPath: string;
  readonly weightsBytes: number;
  /** Null when nobody told us what the weights must be. */
  readonly weightsSha256: string | null;
  /** Null: whatever the model gives. */
  readonly dimension: number | null;
  readonly pooling: Pooling;
}

const WEIGHT_NAMES = ["onnx/model_quantized.onnx", "onnx/model.onnx", "model.onnx"];

export function locateModel(model: OnnxModel, modelsDir: string): LocalModel {
  if ("id" in model) return locateRegistryModel(model, modelsDir);
  return readUnknownFolder(model.folder);
}

function locateRegistryModel(model: PlainModel, modelsDir: string): LocalModel {
  const found = findModelFolder(model, modelsDir);
  if (found === null) throw toMissing(model, modelsDir);
  return readRegistryFolder(model, found.folder);
}

function readRegistryFolder(model: PlainModel, folder: string): LocalModel {
  const { sha256, bytes: expected } = toExpected(model.weights, readChecksums(folder));
  const weightsPath = join(folder, model.weights.name);
  const bytes = sizeOf(weightsPath);
  // The size is checked at every start, the checksum when an index run begins: hashing 34 MB takes 25 ms, which
  // every single search would pay for. A download cut short and a file replaced by another model both show in the size.
  if (bytes === null || (expected !== null && bytes !== expected)) {
    throw new KebabError(
      "model-missing",
      `Cannot use model ${model.id}: ${weightsPath} has ${bytes ?? 0} bytes and should have ${expected ?? "some"}`,
      { hint: `Run \`kebab models pull ${model.id}\`` },
    );
  }
  const { id, queryPrefix, documentPrefix, maxTokens, scripts, dimension, pooling } = model;
  const facts = { id, queryPrefix, documentPrefix, maxTokens, scripts, dimension, pooling };
  return { ...facts, folder, weightsPath, weightsBytes: bytes, weightsSha256: sha256 };
}

function toMissing(model: PlainModel, modelsDir: string): KebabError {
  const folder = pulledFolder(model, modelsDir);
  const files = filesOf(model).map(({ name }) => name);
  const packaged =
    model.embedded === null
      ? ""
      : `, and the package ${model.embedded.package} that brings it is not installed`;
  return new KebabError("model-missing", `Cannot find model ${model.id} in ${folder}${packaged}`, {
    hint: `Run \`kebab models pull ${model.id}\`, or copy ${files.join(", ")} to ${folder}`,
    details: { model: model.id, folder, files },
  });
}

function readUnknownFolder(folder: string): LocalModel {
  const name = WEIGHT_NAMES.find((each) => existsSync(join(folder, each)));
  if (name === undefined || !existsSync(join(folder, "tokenizer.json"))) {
    throw new KebabError("model-missing", `Cannot use ${folder} as a model: it lacks files`, {
      hint: `It needs tokenizer.json, config.json and one of ${WEIGHT_NAMES.join(", ")}`,
    });
  }
  const weightsPath = join(folder, name);
  const weightsBytes = sizeOf(weightsPath) ?? 0;
  const known = findModel(basename(folder));
  if (
    known !== null &&
    // A folder of that name has no bridge beside it.
    known.bridge === null &&
    known.weights.name === name &&
    (known.weights.bytes ?? weightsBytes) === weightsBytes
  ) {
    return readRegistryFolder(known, folder);
  }
  const config = readJson(join(folder, "config.json"));
  return {
    id: `local/${basename(folder)}`,
    folder,
    weightsPath,
    weightsBytes,
    weightsSha256: readChecksums(folder)[name]?.sha256 ?? null,
    dimension: toCount(config["hidden_size"]),
    pooling: readPooling(folder),
    queryPrefix: "",
    documentPrefix: "",
    maxTokens: readWindow(folder, config),
    scripts: "all",
  };
}

/** As sentence-transformers writes it; most models take the mean. */
function readPooling(folder: string): Pooling {
  return readJson(join(folder, "1_Pooling", "config.json"))["pooling_mode_cls_token"] === true
    ? "cls"
    : "mean";
}

const UNKNOWN_WINDOW = 512;

function readWindow(folder: string, config: Record<string, unknown>): number {
  const positions = toCount(config["max_position_embeddings"]);
  // RoBERTa's positions start after the number of its padding token.
  const isRoberta = String(config["model_type"]).includes("roberta");
  const usable = positions === null ? null : positions - (isRoberta ? 2 : 0);
  // Tokenizers without a limit write 10^30.
  const limit = toCount(readJson(join(folder, "tokenizer_config.json"))["model_max_length"]);
  return Math.min(usable ?? UNKNOWN_WINDOW, limit ?? Number.POSITIVE_INFINITY);
}

function toCount(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function readJson(path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
