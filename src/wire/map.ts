import { z } from "zod";
import { documentSummary } from "./documents.ts";

const coordinate = z.number().min(-1).max(1);

/** Documents as points: near ones speak of like things. */
export const documentMap = z.strictObject({
  schema_version: z.literal("map.v1"),
  model: z.string().nullable().describe("Whose vectors these are; null where there are none"),
  explained: z
    .tuple([z.number(), z.number()])
    .describe("Share of all differences between the documents that each axis shows"),
  documents: z.int().min(0).describe("How many the index holds"),
  points: z.array(
    documentSummary
      .pick({
        doc_id: true,
        doc_path: true,
        source_id: true,
        title: true,
        type: true,
        lang: true,
        tags: true,
      })
      .extend({ x: coordinate, y: coordinate, chunks: z.int().min(1).describe("Chunks it was placed by") }),
  ),
  warnings: z.array(z.string()),
});

export type DocumentMap = z.infer<typeof documentMap>;
