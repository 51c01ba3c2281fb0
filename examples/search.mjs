// Finds passages in your base, by keyword and by meaning:
//   node examples/search.mjs 배포 rollback
import { openKebab } from "kebab";

const query = process.argv.slice(2).join(" ") || "배포 rollback";

const kebab = await openKebab({ env: process.env });
try {
  const { hits, warnings } = await kebab.search(query, { top: 3 });
  for (const { rank, score, citation, heading_path, snippet } of hits) {
    console.log(`${rank}. ${citation.uri} (${score.toFixed(3)}) ${heading_path.join(" › ")}`);
    console.log(`   ${snippet.replaceAll(/<\/?mark>/g, "").replaceAll(/\s+/g, " ")}`);
  }
  for (const warning of warnings) console.error(`warning: ${warning}`);

  // A citation gives back exactly the text that was found.
  const [first] = hits;
  if (first !== undefined) {
    const { text } = await kebab.fetch({ uri: first.citation.uri, source: first.source_id });
    console.log(`\n${first.citation.uri} has ${text.length} characters`);
  }
} finally {
  await kebab.close();
}
