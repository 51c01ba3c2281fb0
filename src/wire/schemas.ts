import { z } from "zod";
import { answer, answerEvent } from "./answer.ts";
import { bulkSearchResponse } from "./bulk-search.ts";
import { evalComparison, evalTune } from "./comparison.ts";
import { chunkDetail, documentDetail, documentList, fetchResult, sourceList, tagList } from "./documents.ts";
import { evalList, evalRecord, evalRun } from "./evaluation.ts";
import { indexReport, ingestProgress, ingestReport } from "./ingest.ts";
import { documentMap } from "./map.ts";
import { modelList, modelPull, modelVerify } from "./models.ts";
import { searchHit, searchResponse } from "./search.ts";
import {
  configFile,
  configReport,
  doctorReport,
  errorBody,
  health,
  resetReport,
  server,
  status,
} from "./system.ts";

/** Every type on the wire under its versioned name. */
export const WIRE_SCHEMAS = {
  "search_response.v1": searchResponse,
  "search_hit.v1": searchHit,
  "bulk_search_response.v1": bulkSearchResponse,
  "answer.v1": answer,
  "answer_event.v1": answerEvent,
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
  "map.v1": documentMap,
  "health.v1": health,
  "server.v1": server,
  "status.v1": status,
  "doctor_report.v1": doctorReport,
  "config.v1": configReport,
  "config_file.v1": configFile,
  "reset_report.v1": resetReport,
  "eval_run.v1": evalRun,
  "eval_record.v1": evalRecord,
  "eval_list.v1": evalList,
  "eval_comparison.v1": evalComparison,
  "eval_tune.v1": evalTune,
  "error.v1": errorBody,
} as const;

export type WireName = keyof typeof WIRE_SCHEMAS;

export function toJsonSchema(name: WireName): unknown {
  return { title: name, ...z.toJSONSchema(WIRE_SCHEMAS[name]) };
}
