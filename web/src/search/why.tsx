import { useSay } from "../i18n/text.ts";
import type { Hit } from "../wire.ts";
import { RankPicture } from "./rank-picture.tsx";

const PLACES = 4;
const BAR_WIDTH = 200;

/** The numbers behind a hit's place. The API's arithmetic is shown as it is, so nothing here can disagree with it. */
export function Why({ hit, id }: { readonly hit: Hit; readonly id: string }) {
  const say = useSay();
  const { retrieval, explain } = hit;
  return (
    <section class="why" id={id} aria-label={say("why")}>
      <RankPicture hit={hit} />
      <div class="why-numbers">
        <table>
          <thead>
            <tr>
              <th scope="col" class="unseen">
                {say("retriever")}
              </th>
              <th scope="col">{say("rank")}</th>
              <th scope="col">{say("rawScore")}</th>
              <th scope="col">{say("score")}</th>
            </tr>
          </thead>
          <tbody>
            <Row
              side="lexical"
              rank={retrieval.lexical_rank}
              raw={explain?.lexical_raw ?? null}
              score={retrieval.lexical_score}
            />
            <Row
              side="vector"
              rank={retrieval.vector_rank}
              raw={explain?.vector_raw ?? null}
              score={retrieval.vector_score}
            />
            <Row side="fused" rank={hit.rank} raw={retrieval.rrf_score} score={hit.score} />
          </tbody>
        </table>
        {explain !== undefined && <p class="arithmetic">{explain.arithmetic}</p>}
        {explain !== undefined && explain.matched_terms.length > 0 && (
          <p class="terms">
            <span class="quiet">{say("matchedTerms")}</span>
            {explain.matched_terms.map((term) => (
              <code key={term}>{term}</code>
            ))}
          </p>
        )}
        <p class="quiet">
          {hit.score_kind} · {hit.index_version}
        </p>
      </div>
    </section>
  );
}

interface RowProps {
  readonly side: "lexical" | "vector" | "fused";
  readonly rank: number | null;
  readonly raw: number | null;
  readonly score: number | null;
}

function Row({ side, rank, raw, score }: RowProps) {
  const say = useSay();
  return (
    <tr>
      <th scope="row">
        <span class={`dot ${side}`} /> {say(`side-${side}`)}
      </th>
      <td>{rank ?? say("notFound")}</td>
      <td>{raw === null ? "–" : raw.toFixed(PLACES)}</td>
      <td class="bar-cell">
        {score === null ? (
          "–"
        ) : (
          <>
            <svg class="bar" viewBox={`0 0 ${BAR_WIDTH} 8`} preserveAspectRatio="none" aria-hidden="true">
              <rect class="lane-fill" width={BAR_WIDTH} height="8" />
              <rect class={`${side}-fill`} width={score * BAR_WIDTH} height="8" />
            </svg>
            {score.toFixed(PLACES)}
          </>
        )}
      </td>
    </tr>
  );
}
