import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
const pdfjs = fileURLToPath(new URL("../node_modules/pdfjs-dist/", import.meta.url));

/** Gzipped, everything but the PDF viewer: what a first visit may cost. */
const BUDGET_BYTES = 300_000;

/** Files of the PDF viewer begin with this name, in the bundle and on the wire. */
const PDF = "pdf";

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  root,
  base: "/",
  publicDir: false,
  logLevel: "warn",
  plugins: [pdfData(), budget()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    // Nothing may be inlined: the content security policy allows no data: script, font or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Servers know the type of .js; not all know that of .mjs.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".mjs"))
            ? "assets/[name]-[hash].js"
            : "assets/[name]-[hash][extname]",
      },
    },
  },
});

/** The character maps that PDFs with Korean, Chinese or Japanese fonts refer to, and the fourteen standard fonts. */
function pdfData(): Plugin {
  const folders = [
    ["cmaps", /^LICENSE|[.]bcmap$/],
    ["standard_fonts", /^LICENSE|[.](?:pfb|ttf)$/],
    // The one decoder that needs no WebAssembly, which the policy does not allow.
    ["wasm", /^LICENSE_(?:PDFJS_)?OPENJPEG|_nowasm_fallback[.]js$/],
  ] as const;
  return {
    name: "pdf-data",
    apply: "build",
    async generateBundle() {
      const { readdir } = await import("node:fs/promises");
      for (const [folder, pattern] of folders) {
        for (const file of await readdir(`${pdfjs}${folder}`)) {
          if (!pattern.test(file)) continue;
          const source = readFileSync(`${pdfjs}${folder}/${file}`);
          this.emitFile({ type: "asset", fileName: `assets/${PDF}/${folder}/${file}`, source });
        }
      }
    },
  };
}

function budget(): Plugin {
  return {
    name: "budget",
    apply: "build",
    writeBundle(_, bundle) {
      const sizes = Object.values(bundle)
        .map((file) => ({ name: file.fileName, data: file.type === "chunk" ? file.code : file.source }))
        .filter(({ name }) => !name.startsWith(`assets/${PDF}`))
        .map(({ name, data }) => ({ name, bytes: gzipSync(data).length }));
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      if (total <= BUDGET_BYTES) return;
      const table = sizes.map(({ name, bytes }) => `${String(bytes).padStart(8)}  ${name}`).join("\n");
      this.error(
        `Cannot build the page: ${total} bytes gzipped, above its budget of ${BUDGET_BYTES}\n${table}`,
      );
    },
  };
}
