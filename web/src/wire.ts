import type { z } from "zod";
import type { WIRE_SCHEMAS } from "../../src/wire/schemas.ts";

/** What the API says under a versioned name: `Wire<"search_response.v1">`. Types alone: no schema is loaded. */
export type Wire<Name extends keyof typeof WIRE_SCHEMAS> = z.infer<(typeof WIRE_SCHEMAS)[Name]>;

export type Hit = Wire<"search_hit.v1">;
export type Mode = Hit["retrieval"]["method"];
export type AnswerSource = Wire<"answer.v1">["sources"][number];
export type DocumentSummary = Wire<"document_list.v1">["documents"][number];
export type EvalSummary = Wire<"eval_list.v1">["runs"][number];
export type Comparison = Wire<"eval_comparison.v1">;
export type Variant = Comparison["variants"][number];
export type MapPoint = Wire<"map.v1">["points"][number];
