import DOMPurify, { type Config } from "dompurify";
import MarkdownIt from "markdown-it";
import { blankFrontmatter } from "./frontmatter.ts";

/**
 * No raw HTML gets through the parser, and what it made goes through DOMPurify with the short list of what it may make.
 * Two locks, because notes come from anywhere.
 */
const ALLOWED: Config = {
  ALLOWED_TAGS: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "blockquote", "ul", "ol", "li", "hr", "br", "pre", "code"],
    ...["em", "strong", "s", "a", "table", "thead", "tbody", "tr", "th", "td", "span"],
  ],
  ALLOWED_ATTR: ["href", "title", "class", "start"],
  ALLOW_DATA_ATTR: true,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
};

const WEB_LINK = /^(?:https?:|mailto:)/i;

const markdown = new MarkdownIt("default", { html: false, linkify: true, typographer: false });

/** `data-lines="12-14"` on every block, so that a citation finds its blocks. */
markdown.core.ruler.push("lines", (state) => {
  for (const token of state.tokens) {
    if (token.map === null || token.nesting === -1 || token.type === "inline") continue;
    token.attrSet("data-lines", `${token.map[0] + 1}-${Math.max(token.map[1], token.map[0] + 1)}`);
  }
});

/** A table's columns by class: the page's policy allows no style of an element's own, and says so on the console. */
markdown.core.ruler.push("alignment", (state) => {
  for (const token of state.tokens) {
    const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
    if (side === undefined) continue;
    token.attrs = (token.attrs ?? []).filter(([name]) => name !== "style");
    token.attrJoin("class", `align-${side}`);
  }
});

/** An image would be a request to elsewhere, and a file of the base has no address here: its words are shown. */
markdown.renderer.rules["image"] = (tokens, index) => {
  const token = tokens[index];
  const words = String(token?.content || token?.attrGet("src") || "");
  return `<span class="image">${markdown.utils.escapeHtml(words)}</span>`;
};

/** Code line by line, so that a citation can mark some of them. */
markdown.renderer.rules["fence"] = (tokens, index) => {
  const token = tokens[index];
  if (token === undefined) return "";
  const first = (token.map?.[0] ?? 0) + 2;
  const lines = token.content.replace(/\n$/, "").split("\n");
  const body = lines.map((line, offset) => {
    const number = first + offset;
    return `<span class="line" data-lines="${number}-${number}">${markdown.utils.escapeHtml(line)}\n</span>`;
  });
  return `<pre><code>${body.join("")}</code></pre>`;
};

/** A safe fragment of the document's Markdown. Frontmatter is left out; line numbers count it. */
export function renderMarkdown(text: string): DocumentFragment {
  const html = markdown.render(blankFrontmatter(text));
  const fragment = DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll("a")) {
    if (!WEB_LINK.test(link.getAttribute("href") ?? "")) {
      link.removeAttribute("href");
      continue;
    }
    link.rel = "noopener noreferrer";
    link.target = "_blank";
  }
  for (const item of fragment.querySelectorAll("li")) showBox(item);
  return fragment;
}

/** `- [x]` as a ticked box. */
function showBox(item: Element): void {
  const first = item.firstElementChild?.tagName === "P" ? item.firstElementChild.firstChild : item.firstChild;
  const box = /^\s*\[([ xX])\] /.exec(first?.nodeValue ?? "");
  if (first === null || first === undefined || box === null) return;
  first.nodeValue = `${box[1] === " " ? "☐" : "☑"} ${first.nodeValue?.slice(box[0].length) ?? ""}`;
  item.classList.add("box");
}

/** Marks the innermost blocks that hold cited lines, and gives the first of them. */
export function markBlocks(root: ParentNode, start: number, end: number): Element | null {
  const touched = [...root.querySelectorAll("[data-lines]")].filter((block) => {
    const [from = 0, to = 0] = (block.getAttribute("data-lines") ?? "").split("-").map(Number);
    return from <= end && to >= start;
  });
  const outer = new Set<Element>();
  for (const block of touched) {
    const parent = block.parentElement?.closest("[data-lines]");
    if (parent != null) outer.add(parent);
  }
  const marked = touched.filter((block) => !outer.has(block));
  for (const block of marked) block.classList.add("cited");
  // A list or table that is cited as a whole gets one mark, not one for each of its parts.
  for (const block of new Set(marked.map((each) => toTopBlock(each, root)))) {
    const leaves = [...block.querySelectorAll("[data-lines]")].filter(isLeaf);
    if (leaves.length > 0 && leaves.every((leaf) => leaf.classList.contains("cited"))) {
      block.classList.add("cited-whole");
    }
  }
  return marked[0] ?? null;
}

const isLeaf = (block: Element): boolean => block.querySelector("[data-lines]") === null;

function toTopBlock(block: Element, root: ParentNode): Element {
  let top = block;
  while (top.parentElement !== null && top.parentNode !== root) top = top.parentElement;
  return top;
}
