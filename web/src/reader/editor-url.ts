import type { CitedSpan } from "./span.ts";

/** `vscode://file/home/me/notes/a.md:12`; null unless the root is a whole path of Unix or Windows. */
export function toEditorUrl(root: string, path: string, span: CitedSpan | null): string | null {
  if (!root.startsWith("/") && !/^[A-Za-z]:[\\/]/.test(root)) return null;
  const whole = `${root.replaceAll("\\", "/").replace(/\/$/, "")}/${path}`;
  const encoded = whole
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/^([A-Za-z])%3A/, "$1:");
  const line = span?.kind === "lines" ? `:${span.start}` : "";
  return `vscode://file${encoded.startsWith("/") ? "" : "/"}${encoded}${line}`;
}
