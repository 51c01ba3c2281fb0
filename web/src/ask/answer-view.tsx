import { useSay } from "../i18n/text.ts";
import { HitCard } from "../search/hit-card.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import type { AnswerSource, Wire } from "../wire.ts";
import { CitedText } from "./cited-text.tsx";
import { type Segment, toSegments } from "./segments.ts";
import { toSourceReading } from "./source-reading.ts";
import type { Asked } from "./use-answer.ts";

export function AnswerView({ asked }: { readonly asked: Asked }) {
  const say = useSay();
  const { final, text, sources, state } = asked;
  const shown = final?.answer ?? text;
  const isRefusal = final !== null && final.refusal_reason !== null;
  return (
    <article class="answer" lang={final?.lang} aria-busy={state === "asking"}>
      {shown !== "" && shown !== null && (
        <p class={state === "asking" ? "said growing" : "said"}>
          {final === null ? (
            <CitedText text={shown} sources={sources} />
          ) : (
            toSegments(shown, final.sentences).map((segment, index) => (
              <Sentence key={index} segment={segment} sources={sources} />
            ))
          )}
        </p>
      )}
      {state === "stopped" && <p class="warning">{say("stopped")}</p>}
      {isRefusal && <Refusal answer={final} />}
      {final !== null && !isRefusal && (
        <p class={final.grounded ? "verdict good" : "verdict bad"}>
          {say(final.grounded ? "grounded" : "notGrounded")}
        </p>
      )}
      {final?.warnings.map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
      {sources.length > 0 && !isRefusal && <Sources sources={sources} />}
      {final !== null && (
        <p class="quiet made-by">
          {final.provider} · {final.model}
        </p>
      )}
    </article>
  );
}

function Sentence({
  segment: { text, sentence },
  sources,
}: {
  segment: Segment;
  sources: readonly AnswerSource[];
}) {
  const say = useSay();
  const cited = <CitedText text={text} sources={sources} />;
  if (sentence === null || !sentence.claim || sentence.supported) return cited;
  const missing = sentence.missing.length === 0 ? "" : ` (${sentence.missing.join(", ")})`;
  return (
    <span class="unsupported" title={say("unsupported") + missing}>
      {cited}
      <span class="unseen"> ({say("unsupported") + missing})</span>
    </span>
  );
}

function Sources({ sources }: { readonly sources: readonly AnswerSource[] }) {
  const say = useSay();
  return (
    <section class="sources" aria-label={say("sources")}>
      <h2>{say("sources")}</h2>
      <ol>
        {sources.map((source) => (
          <li key={source.number} class={source.cited ? "" : "uncited"}>
            <span class="cite">{source.number}</span>
            <PlaceLink change={toSourceReading(source)}>
              <span class="name">{source.title}</span>
              <span class="citation">{source.uri}</span>
            </PlaceLink>
            {source.stale && <span class="stale">{say("stale")}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Refusal({ answer }: { readonly answer: Wire<"answer.v1"> }) {
  const say = useSay();
  return (
    <section class="refusal" aria-label={say("refusal")}>
      <h2>{answer.message ?? say("refusal")}</h2>
      {answer.gate !== null && answer.gate.missing_terms.length > 0 && (
        <p class="terms">
          <span class="quiet">{say("missingTerms")}</span>
          {answer.gate.missing_terms.map((term) => (
            <code key={term}>{term}</code>
          ))}
        </p>
      )}
      {answer.candidates.length > 0 && (
        <>
          <h3>{say("nearest")}</h3>
          <ol class="hits">
            {answer.candidates.map((hit) => (
              <HitCard key={hit.chunk_id} hit={hit} isActive={false} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
