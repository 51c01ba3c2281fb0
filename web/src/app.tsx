import { useEffect, useMemo, useState } from "preact/hooks";
import { AskPage } from "./ask/ask-page.tsx";
import { EvalPage } from "./eval/eval-page.tsx";
import { createSay, SpeechContext } from "./i18n/text.ts";
import { LibraryPage } from "./library/library-page.tsx";
import { PlaceContext, usePlaceOfUrl, type View } from "./place.ts";
import { Reader } from "./reader/reader.tsx";
import { SearchPage } from "./search/search-page.tsx";
import { HitsContext, useHitsHolder } from "./search/shown-hits.ts";
import { useChosenLanguage, useTheme } from "./settings.ts";
import { Header } from "./ui/header.tsx";
import { KeyHelp } from "./ui/key-help.tsx";
import { isTyping } from "./ui/keys.ts";
import { useMedia } from "./ui/use-media.ts";

const PAGES: Readonly<Record<View, () => preact.JSX.Element>> = {
  search: SearchPage,
  ask: AskPage,
  library: LibraryPage,
  eval: EvalPage,
};

export function App() {
  const placing = usePlaceOfUrl();
  const [language, setLanguage] = useChosenLanguage();
  const [theme, setTheme] = useTheme();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const hits = useHitsHolder();
  const speech = useMemo(() => ({ language, say: createSay(language) }), [language]);
  const { place, go } = placing;
  useTitle(place.view === "search" && place.q !== "" ? place.q : speech.say(place.view));
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "?" || isTyping(event)) return;
      event.preventDefault();
      setHelpOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  useSlash(place.view, () => go({ view: "search" }));
  const Page = PAGES[place.view];
  const isReading = place.doc !== "";
  const isNarrow = useMedia("(width < 60rem)");
  return (
    <SpeechContext.Provider value={speech}>
      <PlaceContext.Provider value={placing}>
        <HitsContext.Provider value={hits}>
          <a class="skip" href="#main">
            {speech.say("skip")}
          </a>
          <Header
            {...{ theme, setTheme, language, setLanguage }}
            onHelp={() => setHelpOpen(true)}
            isCovered={isReading && isNarrow}
          />
          <div class={isReading ? "stage reading" : "stage"}>
            {/* The reader covers a narrow page: what lies under it is out of reach. */}
            <main id="main" tabIndex={-1} aria-label={speech.say(place.view)} inert={isReading && isNarrow}>
              <h1 class="unseen">{speech.say(place.view)}</h1>
              <Page />
            </main>
            {isReading && <Reader />}
          </div>
          {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
        </HitsContext.Provider>
      </PlaceContext.Provider>
    </SpeechContext.Provider>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · kebab`;
  }, [title]);
}

/** `/` leads to the search field, from wherever. */
function useSlash(view: View, leave: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "/" || isTyping(event)) return;
      event.preventDefault();
      if (view !== "search" && view !== "ask") leave();
      requestAnimationFrame(() => {
        const field = document.querySelector<HTMLInputElement>("[data-main-field]");
        field?.focus();
        field?.select();
      });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [view]);
}
