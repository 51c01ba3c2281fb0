import { useSay } from "../i18n/text.ts";
import { usePlace } from "../place.ts";
import type { AnswerSource } from "../wire.ts";
import { toSourceReading } from "./source-reading.ts";

/** Text with its [n] as buttons that open the source, and with its code; a number that has no source stays text. */
export function CitedText({
  text,
  sources,
}: {
  readonly text: string;
  readonly sources: readonly AnswerSource[];
}) {
  const say = useSay();
  const { go } = usePlace();
  return text.split(/(\[\d{1,4}\]|`[^`\n]+`)/).map((part, index) => {
    const number = /^\[(\d+)\]$/.exec(part)?.[1];
    const source = sources.find((each) => each.number === Number(number));
    if (part.length > 2 && part.startsWith("`")) return <code key={index}>{part.slice(1, -1)}</code>;
    if (source === undefined) return part;
    return (
      <button
        key={index}
        type="button"
        class="cite"
        aria-label={say("openSource", { n: source.number, title: source.title })}
        title={source.uri}
        onClick={() => go(toSourceReading(source))}
      >
        {source.number}
      </button>
    );
  });
}
