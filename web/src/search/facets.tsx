import { listDocuments, listSources, listTags, readStatus } from "../api.ts";
import { type TextKey, useLanguage, useSay } from "../i18n/text.ts";
import { HOME, type Place, usePlace } from "../place.ts";
import { Icon } from "../ui/icon.tsx";
import { useLoaded } from "../ui/use-loaded.ts";
import { useMedia } from "../ui/use-media.ts";
import { useShownHits } from "./shown-hits.ts";

const TYPES = ["markdown", "pdf", "code", "note"] as const;
const LANGS = ["ko", "en"] as const;
const DAYS = [7, 30, 365] as const;
const FEW = 8;

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly count: number | null;
}

type ListFacet = "type" | "tag" | "source" | "lang";

/** Counts are of documents in the whole base: they are there already, while counts under the query would cost a search each. */
export function Facets() {
  const say = useSay();
  const { place, go } = usePlace();
  const { value } = useLoaded("facets", loadCounts);
  const { hits } = useShownHits();
  const language = useLanguage();
  const chosen = countChosen(place);
  const isWide = useMedia("(width >= 60rem)");
  // Others only where they are among the hits: who has none needs no box for them.
  const langs = [...new Set([...LANGS, ...hits.map(({ lang }) => lang).filter(isLanguage)])];
  const facets: readonly (readonly [ListFacet, TextKey, readonly Choice[]])[] = [
    [
      "type",
      "facetType",
      TYPES.map((type) => ({ value: type, label: say(`type-${type}`), count: value?.types[type] ?? null })),
    ],
    [
      "lang",
      "facetLang",
      langs.map((lang) => ({
        value: lang,
        label: new Intl.DisplayNames(language, { type: "language", fallback: "code" }).of(lang) ?? lang,
        count: value?.langs[lang] ?? null,
      })),
    ],
    ["tag", "facetTag", value?.tags ?? []],
    ["source", "facetSource", value?.sources ?? []],
  ];
  return (
    <details class="facets" open={place.doc === "" && isWide}>
      <summary>
        <Icon name="filter" />
        {say("filters")}
        {chosen > 0 && <span class="count">{chosen}</span>}
      </summary>
      <div class="facet-groups">
        {facets.map(([name, title, choices]) => (
          <Facet key={name} {...{ name, choices }} title={say(title)} />
        ))}
        <TimeFacet />
        {chosen > 0 && (
          <button type="button" class="button plain" onClick={() => go(NO_FILTER)}>
            {say("clearFilters")}
          </button>
        )}
      </div>
    </details>
  );
}

function Facet({ name, title, choices }: { name: ListFacet; title: string; choices: readonly Choice[] }) {
  const say = useSay();
  const { place, go } = usePlace();
  const chosen = place[name];
  const toggle = (value: string): void =>
    go({ [name]: chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value] });
  const unknown = chosen.filter((value) => choices.every((choice) => choice.value !== value));
  const all = [...unknown.map((value) => ({ value, label: value, count: null })), ...choices];
  const few = all.filter((choice, index) => index < FEW || chosen.includes(choice.value));
  const rest = all.filter((choice) => !few.includes(choice));
  const toBox = (choice: Choice) => (
    <label key={choice.value} class="choice">
      <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => toggle(choice.value)} />
      <span class="label">{choice.label}</span>
      {choice.count !== null && <span class="count">{choice.count}</span>}
    </label>
  );
  if (all.length === 0) return null;
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
      {few.map(toBox)}
      {rest.length > 0 && (
        <details>
          <summary>{say("moreChoices", { n: rest.length })}</summary>
          {rest.map(toBox)}
        </details>
      )}
    </fieldset>
  );
}

function TimeFacet() {
  const say = useSay();
  const { place, go } = usePlace();
  return (
    <fieldset class="facet time">
      <legend>{say("facetTime")}</legend>
      <div class="presets">
        {DAYS.map((days) => {
          const after = toDay(Date.now() - days * 86_400_000);
          const isChosen = place.after === after && place.before === "";
          return (
            <button
              key={days}
              type="button"
              class="chip"
              aria-pressed={isChosen}
              onClick={() => go({ after: isChosen ? "" : after, before: "" })}
            >
              {say(`days-${days}`)}
            </button>
          );
        })}
      </div>
      {(["after", "before"] as const).map((end) => (
        <label key={end} class="date">
          <span>{say(end)}</span>
          <input
            type="date"
            value={place[end]}
            onChange={(event) => go({ [end]: event.currentTarget.value })}
          />
        </label>
      ))}
    </fieldset>
  );
}

const NO_FILTER: Partial<Place> = {
  ...{ type: HOME.type, tag: HOME.tag, source: HOME.source, lang: HOME.lang },
  ...{ after: "", before: "" },
};

export const countChosen = (place: Place): number =>
  [place.type, place.tag, place.source, place.lang].reduce((sum, list) => sum + list.length, 0) +
  Number(place.after !== "") +
  Number(place.before !== "");

/** What `Intl` takes without throwing; "und" says that nothing is known. */
const isLanguage = (lang: string): boolean => /^[a-z]{2,3}$/.test(lang) && lang !== "und";

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

async function loadCounts(signal: AbortSignal) {
  const countIn = async (lang: string) => (await listDocuments({ lang, top: 1 }, signal)).total;
  const [status, { tags }, { sources }, ...langs] = await Promise.all([
    readStatus(signal),
    listTags(signal),
    listSources(signal),
    ...LANGS.map(countIn),
  ]);
  return {
    types: status.by_type,
    langs: Object.fromEntries(LANGS.map((lang, index) => [lang, langs[index] ?? null])),
    tags: tags
      .toSorted((a, b) => b.documents - a.documents)
      .map(({ tag, documents }) => ({ value: tag, label: tag, count: documents })),
    sources: sources.map(({ source_id, documents }) => ({
      value: source_id,
      label: source_id,
      count: documents,
    })),
  };
}
