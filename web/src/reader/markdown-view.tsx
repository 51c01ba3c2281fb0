import { useLayoutEffect, useRef } from "preact/hooks";
import { markBlocks, renderMarkdown } from "./render-markdown.ts";
import { scrollTo } from "./scroll.ts";
import type { CitedSpan } from "./span.ts";

export function MarkdownView({ text, span }: { readonly text: string; readonly span: CitedSpan | null }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    host.current.replaceChildren(renderMarkdown(text));
    const first = span?.kind === "lines" ? markBlocks(host.current, span.start, span.end) : null;
    scrollTo(first);
  }, [text, span]);
  return <div ref={host} class="markdown" />;
}
