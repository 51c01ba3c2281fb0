import MarkdownIt from "markdown-it";

import { alignBlocks } from "../texts/align-blocks.ts";
import { toBlocks } from "../texts/markup.ts";

const markdown = new MarkdownIt({ html: true });

/** The blocks of two HTML pages that say the same. Node-RED keeps its help in script elements. */
export function alignHtml(english: string, foreign: string): { english: string; foreign: string }[] {
  return alignBlocks(toBlocks(showHelp(english)), toBlocks(showHelp(foreign)));
}

export function alignMarkdown(english: string, foreign: string): { english: string; foreign: string }[] {
  return alignBlocks(toBlocks(markdown.render(english)), toBlocks(markdown.render(foreign)));
}

function showHelp(page: string): string {
  return page.replaceAll(/<script type="text\/(?:html|x-red)"/g, "<div").replaceAll("</script>", "</div>");
}
