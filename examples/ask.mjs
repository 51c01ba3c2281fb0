// Answers a question from your documents, with citations, as the answer comes:
//   node examples/ask.mjs "배포 롤백은 어떻게 하지?"
import { openKebab } from "kebab";

const question = process.argv.slice(2).join(" ") || "배포 롤백은 어떻게 하지?";

const kebab = await openKebab({ env: process.env });
try {
  for await (const event of kebab.askStream(question, { top: 8 })) {
    if (event.kind === "text") process.stdout.write(event.text);
    if (event.kind !== "final") continue;
    const { answer, message, sources } = event.answer;
    // A refusal is a result: the documents do not say it.
    if (answer === null) console.log(message);
    else console.log();
    for (const { number, uri, cited } of sources) if (cited) console.log(`[${number}] ${uri}`);
  }
} finally {
  await kebab.close();
}
