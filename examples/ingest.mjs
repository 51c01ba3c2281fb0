// Indexes a folder, adds a note, and finds it:
//   node examples/ingest.mjs ~/notes
import { fileURLToPath } from "node:url";
import { KebabError, openKebab } from "kebab";

const [folder = fileURLToPath(new URL("notes", import.meta.url))] = process.argv.slice(2);

const kebab = await openKebab({ env: process.env });
try {
  const report = await kebab.ingest({
    paths: [folder],
    onProgress: (event) => {
      if (event.kind === "chunks-embedded") console.error(`embedded ${event.done} of ${event.total}`);
    },
  });
  console.log(`${report.added} added, ${report.updated} updated, ${report.unchanged} unchanged`);
  for (const { path, reason } of report.failed) console.log(`${path}: ${reason}`);

  const { document } = await kebab.note({
    text: "탄탈럼 축전기는 retry 대상이 아니다. Tantalum capacitors are not retried.",
    title: "탄탈럼 메모",
    tags: ["example"],
  });
  const { hits } = await kebab.search("탄탈럼", { filter: { tagsAll: ["example"] } });
  console.log(hits.some(({ doc_id }) => doc_id === document.doc_id) ? "found the note" : "lost the note");

  const { documents, chunks } = await kebab.status();
  console.log(`${documents} documents, ${chunks} chunks`);
} catch (error) {
  if (!(error instanceof KebabError)) throw error;
  console.error(`${error.message} (${error.code})\n${error.hint ?? ""}`);
  process.exitCode = 2;
} finally {
  await kebab.close();
}
