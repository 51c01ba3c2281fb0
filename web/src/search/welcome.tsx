import { readStatus } from "../api.ts";
import { useSay } from "../i18n/text.ts";
import { usePlace } from "../place.ts";
import { Failure } from "../ui/failure.tsx";
import { useLoaded } from "../ui/use-loaded.ts";

/** Before the first letter: what there is to search, and where to begin when there is nothing. */
export function Welcome() {
  const say = useSay();
  const { go } = usePlace();
  const { value, error } = useLoaded("status", readStatus);
  if (error !== null) return <Failure error={error} />;
  if (value === null) return null;
  if (value.documents === 0) {
    return (
      <div class="welcome">
        <h2>{say("emptyBase")}</h2>
        <p>{say("emptyBaseHint")}</p>
        <button type="button" class="button" onClick={() => go({ view: "library", tab: "add" })}>
          {say("tab-add")}
        </button>
      </div>
    );
  }
  return (
    <div class="welcome">
      <h2>{say("welcome", { documents: value.documents, chunks: value.chunks })}</h2>
      <p>{say("welcomeHint")}</p>
      <ul class="tips">
        <li>
          <code>"…"</code> {say("tipPhrase")}
        </li>
        <li>
          <code>-word</code> {say("tipWithout")}
        </li>
        <li>
          <kbd>/</kbd> <kbd>↓</kbd> <kbd>Enter</kbd> {say("tipKeys")}
        </li>
      </ul>
    </div>
  );
}
