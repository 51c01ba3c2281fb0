import { type Language, useSay } from "../i18n/text.ts";
import { usePlace, VIEWS } from "../place.ts";
import { THEMES, type Theme } from "../settings.ts";
import { Icon } from "./icon.tsx";
import { PlaceLink } from "./place-link.tsx";

export interface HeaderProps {
  readonly theme: Theme;
  readonly setTheme: (theme: Theme) => void;
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  readonly onHelp: () => void;
  /** By the reader, on a narrow screen. */
  readonly isCovered: boolean;
}

export function Header({ theme, setTheme, language, setLanguage, onHelp, isCovered }: HeaderProps) {
  const say = useSay();
  const { place } = usePlace();
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
  const other = language === "en" ? "ko" : "en";
  return (
    <header class="top" inert={isCovered}>
      <PlaceLink class="brand" change={{ view: "search", q: "", doc: "", at: "" }} label="kebab">
        <Icon name="skewer" />
        <span>kebab</span>
      </PlaceLink>
      <nav aria-label={say("pages")}>
        {VIEWS.map((view) => (
          <PlaceLink key={view} change={{ view, doc: "", at: "" }} isCurrent={view === place.view}>
            {say(view)}
          </PlaceLink>
        ))}
      </nav>
      <div class="tools">
        <button
          type="button"
          class="icon-button"
          title={`${say("theme")}: ${say(`theme-${theme}`)}`}
          aria-label={`${say("theme")}: ${say(`theme-${theme}`)}`}
          onClick={() => setTheme(nextTheme)}
        >
          <Icon name={theme} />
        </button>
        <button type="button" class="icon-button" lang={other} onClick={() => setLanguage(other)}>
          {other === "ko" ? "한국어" : "English"}
        </button>
        <button
          type="button"
          class="icon-button help-button"
          aria-label={say("keys")}
          title={say("keys")}
          onClick={onHelp}
        >
          ?
        </button>
      </div>
    </header>
  );
}
