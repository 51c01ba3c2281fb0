import { z } from "zod";
import { toSearchFilter } from "../../app/search-request.ts";
import { documentList, sourceList, tagList } from "../../wire/documents.ts";
import { listRequest } from "../../wire/search-request.ts";
import { renderDocuments, renderSources, renderTags } from "../text.ts";
import { defineTool } from "../tool.ts";

const DEFAULT_TOP = 100;

export const listTool = defineTool({
  name: "list",
  title: "List documents, tags or sources",
  description: `What the knowledge base holds. {"what": "docs"} lists documents by path, with the filters of \`search\` and paging: {"what": "docs", "path": "journal/**", "after": "2026-06", "top": 20, "offset": 20}. {"what": "tags"} gives every tag with its count and {"what": "sources"} every indexed folder: look there before you filter by a tag or source you are not sure of.`,
  input: z.strictObject({ what: z.enum(["docs", "tags", "sources"]), ...listRequest.shape }),
  output: z.union([documentList, tagList, sourceList]),
  writes: false,
  isIdempotent: true,
  call: async ({ what, top, offset = 0, ...filters }, { kebab }) => {
    if (what === "tags") {
      const tags = await kebab.listTags();
      return { structured: tags, text: [renderTags(tags)] };
    }
    if (what === "sources") {
      const sources = await kebab.listSources();
      return { structured: sources, text: [renderSources(sources)] };
    }
    const page = { limit: top ?? DEFAULT_TOP, offset };
    const documents = await kebab.listDocuments(await toSearchFilter(filters), page);
    return { structured: documents, text: [renderDocuments(documents, offset)] };
  },
});
