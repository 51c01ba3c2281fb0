import { createHash } from "node:crypto";
import { join } from "node:path";
import { FEATURE_SPEC } from "../../src/embedders/bridge/features.ts";
import { BridgeTable } from "../../src/embedders/bridge/table.ts";
import { parseBridgeFile, toBridgeFile } from "../../src/embedders/bridge/table-file.ts";
import { EMBEDDED_MODEL_ID, findModel, type PlainModel } from "../../src/embedders/registry.ts";
import { fitBridge } from "./fit.ts";
import type { Gathered } from "./gather.ts";
import type { Language, Pair } from "./pair.ts";
import type { TrainingReport } from "./report.ts";
import { teach } from "./teacher.ts";
import { validate } from "./validate.ts";

/** One English text in so many is kept from training, with all its translations. */
const HELD_OUT = 200;

const LICENCE =
  "Learned from the translations and dictionaries listed in tools/bridge/packages-*; each is under its own free licence";

export type BridgeFacts = Omit<TrainingReport, "output" | "bytes" | "sha256">;

/** The bridge as it lies in its file, and what there is to say of it. */
export async function makeBridge(
  language: Language,
  { pairs, pins }: Gathered,
  work: string,
  report: (line: string) => void,
): Promise<{ file: Uint8Array; facts: BridgeFacts }> {
  const teacher = findTeacher();
  const english = [...new Set(pairs.map((pair) => pair.english))];
  const numbers = new Map(english.map((text, number) => [text, number]));
  const targets = await teach(teacher, english, join(work, "teacher"), (done, total) => {
    if (done % 10_240 === 0) report(`taught ${done} of ${total}`);
  });
  const lessons = pairs.filter((pair) => !isHeldOut(pair));
  const held = pairs.filter(isHeldOut);
  const labels = (list: readonly Pair[]): Uint32Array =>
    Uint32Array.from(list, (pair) => numbers.get(pair.english) ?? 0);
  const { dimension } = teacher;
  const texts = lessons.map((pair) => pair.foreign);
  const fit = fitBridge({ texts, labels: labels(lessons), targets, dimension }, report);
  const header = {
    language,
    teacher: teacher.id,
    teacherSha256: teacher.weights.sha256 ?? "",
    dimension,
    features: fit.report.features,
    featureSpec: FEATURE_SPEC,
    pairs: lessons.length,
    licence: LICENCE,
    sources: toSha256(Buffer.from(JSON.stringify(pins))).slice(0, 16),
  };
  const file = toBridgeFile({ header, ...fit.table });
  const table = new BridgeTable(parseBridgeFile(file, "the new table"));
  const validation = validate(table, {
    texts: held.map((pair) => pair.foreign),
    labels: labels(held),
    targets,
  });
  return { file, facts: { language, pairs, lessons: lessons.length, ...fit.report, validation } };
}

function findTeacher(): PlainModel {
  const model = findModel(EMBEDDED_MODEL_ID);
  if (model === null || model.bridge !== null) throw new Error(`Cannot teach with ${EMBEDDED_MODEL_ID}`);
  return model;
}

/** By the text itself: a pair stays on its side of the line whatever else is found. */
function isHeldOut({ english }: Pair): boolean {
  return createHash("sha256").update(english.toLowerCase()).digest().readUInt32LE(0) % HELD_OUT === 0;
}

export const toSha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
