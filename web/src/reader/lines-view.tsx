import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { highlight, type Piece } from "./highlight.ts";
import { scrollTo } from "./scroll.ts";
import { type CitedSpan, toCitedRange } from "./span.ts";

export interface LinesViewProps {
  readonly text: string;
  readonly span: CitedSpan | null;
  /** Prose wraps and has no numbers; code has both its lines and its numbers. */
  readonly kind: "code" | "prose";
  readonly codeLang: string | null;
}

export function LinesView({ text, span, kind, codeLang }: LinesViewProps) {
  const host = useRef<HTMLOListElement>(null);
  const lines = useMemo(
    () => highlight(text.replace(/\n$/, ""), kind === "code" ? codeLang : null),
    [text, kind, codeLang],
  );
  useLayoutEffect(() => scrollTo(host.current?.querySelector(".cited") ?? null), [text, span]);
  return (
    <ol ref={host} class={`lines ${kind}`}>
      {lines.map((pieces, index) => (
        <Line key={index} number={index + 1} pieces={pieces} span={span} />
      ))}
    </ol>
  );
}

function Line({
  number,
  pieces,
  span,
}: {
  number: number;
  pieces: readonly Piece[];
  span: CitedSpan | null;
}) {
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const range = toCitedRange(span, number, length);
  const isWhole = range !== null && range[0] === 0 && range[1] === length;
  const parts = range === null || isWhole ? pieces : cut(pieces, range);
  return (
    <li class={range === null ? "" : isWhole ? "cited" : "cited part"} data-line={number}>
      <code>
        {parts.map((piece, index) => {
          const name = [piece.kind, "isCited" in piece && piece.isCited === true && "cited-text"]
            .filter(Boolean)
            .join(" ");
          return name === "" ? (
            piece.text
          ) : (
            <span key={index} class={name}>
              {piece.text}
            </span>
          );
        })}
        {length === 0 && "\n"}
      </code>
    </li>
  );
}

/** Cuts the pieces where the cited range begins and ends. */
function cut(pieces: readonly Piece[], [from, to]: [number, number]): (Piece & { isCited: boolean })[] {
  let at = 0;
  return pieces.flatMap((piece) => {
    const start = at;
    at += piece.text.length;
    const borders = [0, from - start, to - start, piece.text.length].map((border) =>
      Math.max(0, Math.min(piece.text.length, border)),
    );
    return borders.slice(1).flatMap((end, index) => {
      const text = piece.text.slice(borders[index], end);
      return text === "" ? [] : [{ ...piece, text, isCited: index === 1 }];
    });
  });
}
