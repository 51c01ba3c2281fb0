import { useSay } from "../i18n/text.ts";
import type { Hit } from "../wire.ts";

const WIDTH = 72;
const HEIGHT = 40;
const TOP = 5;
const BOTTOM = 35;
/** Ranks beyond this share the lowest place of the picture. */
const LAST = 60;
const COLUMNS = { lexical: 8, fused: 36, vector: 64 } as const;

/** Its rank in the keyword list, in the fused list and in the meaning list, best on top; the lines show who pulled it. */
export function RankPicture({ hit }: { readonly hit: Hit }) {
  const say = useSay();
  const { lexical_rank: lexical, vector_rank: vector } = hit.retrieval;
  const name = say("rankPicture", {
    lexical: lexical ?? say("notFound"),
    vector: vector ?? say("notFound"),
    rank: hit.rank,
  });
  return (
    <svg class="rank-picture" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={name}>
      <title>{name}</title>
      {Object.values(COLUMNS).map((x) => (
        <line key={x} class="lane" x1={x} x2={x} y1={TOP} y2={BOTTOM} />
      ))}
      <Pull side="lexical" rank={lexical} fused={hit.rank} />
      <Pull side="vector" rank={vector} fused={hit.rank} />
      <circle class="fused-fill" cx={COLUMNS.fused} cy={toHeight(hit.rank)} r="4" />
    </svg>
  );
}

function Pull({ side, rank, fused }: { side: "lexical" | "vector"; rank: number | null; fused: number }) {
  const x = COLUMNS[side];
  if (rank === null) return <path class="absent" d={`M${x - 3} ${BOTTOM - 3}l6 6m0-6l-6 6`} />;
  return (
    <>
      <line class={`${side}-stroke`} x1={x} y1={toHeight(rank)} x2={COLUMNS.fused} y2={toHeight(fused)} />
      <circle class={`${side}-fill`} cx={x} cy={toHeight(rank)} r="3" />
    </>
  );
}

/** Logarithmic: from 1 to 2 is as far as from 10 to 20. */
export function toHeight(rank: number): number {
  const share = Math.log(Math.min(rank, LAST)) / Math.log(LAST);
  return Math.round((TOP + share * (BOTTOM - TOP)) * 10) / 10;
}
