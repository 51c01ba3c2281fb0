import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".bcmap": "application/octet-stream",
  ".pfb": "application/octet-stream",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
};

const INDEX = "index.html";
const TOKEN_PLACE = "__KEBAB_TOKEN__";
/** The bundler names a file after its content. */
const HASHED = /-[\w-]{8,}\.\w+$/;

export interface Page {
  /** The page itself, with the token it calls with; null where it is not built. */
  open(token: string): Response | null;
  /** A file of it by its path from the root; null where there is none of that name. */
  find(path: string): Response | null;
}

/** The files of a folder and no others: a path is looked up, never followed. */
export function createPage(folder: string | null): Page {
  let files = listFiles(folder);
  const read = (name: string): Buffer => readFileSync(join(folder ?? "", name));
  return {
    open: (token) => {
      // It may have been built since.
      if (!files.has(INDEX)) files = listFiles(folder);
      if (!files.has(INDEX)) return null;
      const text = read(INDEX).toString("utf8").replaceAll(TOKEN_PLACE, escapeAttribute(token));
      return new Response(text, {
        headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
      });
    },
    find: (path) => {
      const name = path.replace(/^\//, "");
      const type = TYPES[extname(name).toLowerCase()];
      if (!files.has(name) || name === INDEX || type === undefined) return null;
      const isHashed = HASHED.test(name);
      return new Response(new Uint8Array(read(name)), {
        headers: {
          "content-type": type,
          "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
        },
      });
    },
  };
}

function listFiles(folder: string | null): ReadonlySet<string> {
  if (folder === null || !existsSync(folder)) return new Set();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return new Set(
    found.map((file) =>
      join(file.parentPath, file.name)
        .slice(folder.length)
        .split(sep)
        .filter((part) => part !== "")
        .join("/"),
    ),
  );
}

function escapeAttribute(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
