import { z } from "zod";
import { chunkDetail, documentDetail, documentList, fetchResult, sourceList, tagList } from "./documents.ts";
import { indexReport, ingestProgress, ingestReport } from "./ingest.ts";
import { modelList, modelPull, modelVerify } from "./models.ts";
import { searchHit, searchResponse } from "./search.ts";
import { configFile, configReport, doctorReport, errorBody, evalRun, resetReport, status } from "./system.ts";

/** Every type on the wire under its versioned name. */
export const WIRE_SCHEMAS = {
  "search_response.v1": searchResponse,
  "search_hit.v1": searchHit,
  "document.v1": documentDetail,
  "chunk.v1": chunkDetail,
  "fetch_result.v1": fetchResult,
  "document_list.v1": documentList,
  "tag_list.v1": tagList,
  "source_list.v1": sourceList,
  "ingest_progress.v1": ingestProgress,
  "ingest_report.v1": ingestReport,
  "index_report.v1": indexReport,
  "model_list.v1": modelList,
  "model_pull.v1": modelPull,
  "model_verify.v1": modelVerify,
  "status.v1": status,
  "doctor_report.v1": doctorReport,
  "config.v1": configReport,
  "config_file.v1": configFile,
  "reset_report.v1": resetReport,
  "eval_run.v1": evalRun,
  "error.v1": errorBody,
} as const;

export type WireName = keyof typeof WIRE_SCHEMAS;

export function toJsonSchema(name: WireName): unknown {
  return { title: name, ...z.toJSONSchema(WIRE_SCHEMAS[name]) };
}
