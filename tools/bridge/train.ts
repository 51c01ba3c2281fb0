import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { gatherPairs } from "./gather.ts";
import { makeBridge, toSha256 } from "./make-bridge.ts";
import type { Language } from "./pair.ts";
import { formatReport } from "./report.ts";
import { isTeachingWorker, runTeachingWorker } from "./teacher.ts";

const { values } = parseArgs({
  options: {
    language: { type: "string", default: "ko" },
    /** Downloads and the teacher's vectors: three gigabytes, kept for the next run. */
    work: { type: "string", default: "tools/bridge/.work" },
    refresh: { type: "boolean", default: false },
    output: { type: "string" },
  },
});

if (isTeachingWorker()) await runTeachingWorker();
else await train(toLanguage(values.language));

async function train(language: Language): Promise<void> {
  const started = performance.now();
  const report = (line: string): void => {
    console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}`);
  };
  const { work, refresh } = values;
  for (const folder of ["debian", "npm"]) mkdirSync(join(work, folder), { recursive: true });
  const gathered = await gatherPairs({ language, lists: "tools/bridge", work, refreshes: refresh, report });
  writeFileSync(
    join(work, `pairs-${language}.jsonl`),
    gathered.pairs
      .map(({ english, foreign, source }) => `${JSON.stringify([english, foreign, source])}\n`)
      .join(""),
  );
  const { file, facts } = await makeBridge(language, gathered, work, report);
  const output =
    values.output ??
    (language === "ko" ? `models/bridge-ko-en.bin` : join(work, `bridge-${language}-en.bin`));
  writeFileSync(output, file);
  const text = formatReport({
    ...facts,
    output: basename(output),
    bytes: file.length,
    sha256: toSha256(file),
  });
  writeFileSync(`tools/bridge/report-${language}.md`, text);
  report(`wrote ${output}, sha256 ${toSha256(file)}`);
}

function toLanguage(text: string): Language {
  if (text === "ko" || text === "ja") return text;
  throw new Error(`Cannot train a bridge for "${text}": ko and ja are known`);
}
