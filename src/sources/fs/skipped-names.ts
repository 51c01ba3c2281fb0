import { extname } from "node:path";

/** Folders of tools, not of people. Hidden ones (.git, .venv, .obsidian) are left out by their name already. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  "bower_components",
  "__pycache__",
  "site-packages",
]);

const BINARY_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "png jpg jpeg gif webp avif bmp ico icns tif tiff psd heic svgz mp3 m4a wav flac ogg opus mp4 mov avi mkv webm " +
    "zip gz tgz bz2 xz zst 7z rar tar jar war class o a so dylib dll exe bin obj lib pdb wasm pyc pyo " +
    "doc docx xls xlsx ppt pptx odt ods odp hwp hwpx epub mobi pages numbers key " +
    "ttf otf woff woff2 eot sqlite sqlite3 db mdb parquet arrow onnx pt safetensors npy npz pkl iso dmg deb rpm"
  ).split(" "),
);

export function isBinaryExtension(path: string): boolean {
  return BINARY_EXTENSIONS.has(extname(path).slice(1).toLowerCase());
}
