import type { Place } from "../place.ts";
import { toFragment } from "../search/shown-hits.ts";
import type { AnswerSource } from "../wire.ts";

/** Neighbours that were packed together have one citation for all of them, unless they are pages: then the first one opens. */
export function toSourceReading(source: AnswerSource): Pick<Place, "doc" | "at"> {
  const [first] = source.citations;
  const uri =
    first !== undefined && (first.kind === "page" || source.citations.length === 1) ? first.uri : source.uri;
  return { doc: source.doc_id, at: toFragment(uri) };
}
