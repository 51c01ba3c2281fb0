// `npm start`: a first look. Indexes the sample notes into this folder's own base and
// searches them, with the same commands a user would type.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

function kebab(...words) {
  const shown = words.map((word) => (/[^\w./-]/.test(word) ? `"${word}"` : word)).join(" ");
  console.log(`\n$ kebab ${shown}`);
  const { status } = spawnSync(process.execPath, [`${root}bin/kebab.js`, ...words], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(`${root}.kebab/config.toml`)) kebab("init", "--project", "examples/notes");
kebab("ingest");
kebab("search", "배포 롤백은 어떻게 하지?", "--top", "2");
kebab("search", "how to set up version control", "--vec-only", "--top", "2");
kebab("search", "install git", "--top", "2");
kebab("search", "parse http header", "--type", "code", "--top", "1");
kebab("ask", "how do I install git?");
console.log(`
These were the sample notes in examples/notes. In this folder \`npx kebab\` goes on with them; for your own:

  npx kebab ingest ~/notes --data-dir ~/kebab     index a folder
  npx kebab search "…" --data-dir ~/kebab         search it
  npx kebab ask "…" --data-dir ~/kebab            ask it
  npx kebab serve --open                          the page, and a warm process for all of these
  npx kebab --help                                everything else
`);
