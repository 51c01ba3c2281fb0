import { z } from "zod";

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const modelList = z.strictObject({
  schema_version: z.literal("model_list.v1"),
  models_dir: z.string(),
  models: z.array(
    z.strictObject({
      id: z.string(),
      state: z
        .enum(["embedded", "pulled", "absent"])
        .describe("Embedded came with kebab's packages, pulled lies in models_dir"),
      folder: z.string().nullable(),
      bytes: count
        .nullable()
        .describe(
          "Size of the weights, with the bridge where the model has one; null when absent and not known",
        ),
      dimension: count,
      max_tokens: count,
      scripts: z
        .enum(["latin", "latin+hangul", "all"])
        .describe("What it reads: latin has nothing to say about Korean, Chinese, Russian …"),
      licence: z.string(),
      repository: z.string(),
    }),
  ),
});

export const modelPull = z.strictObject({
  schema_version: z.literal("model_pull.v1"),
  model: z.string(),
  folder: z.string(),
  files: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(["downloaded", "kept"]),
      sha256,
      bytes: count,
    }),
  ),
});

export const modelVerify = z.strictObject({
  schema_version: z.literal("model_verify.v1"),
  models: z.array(
    z.strictObject({
      id: z.string(),
      folder: z.string(),
      sound: z.boolean(),
      files: z.array(
        z.strictObject({
          name: z.string(),
          state: z
            .enum(["ok", "missing", "wrong", "unchecked"])
            .describe("unchecked: nobody has said what its checksum should be"),
          sha256: sha256.nullable(),
        }),
      ),
    }),
  ),
});

export type ModelList = z.infer<typeof modelList>;
export type ModelPull = z.infer<typeof modelPull>;
export type ModelVerify = z.infer<typeof modelVerify>;
