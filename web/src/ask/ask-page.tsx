import { useEffect, useState } from "preact/hooks";
import { useSay } from "../i18n/text.ts";
import { toRequest, usePlace } from "../place.ts";
import { Facets } from "../search/facets.tsx";
import { useShownHits } from "../search/shown-hits.ts";
import { Failure } from "../ui/failure.tsx";
import { Icon } from "../ui/icon.tsx";
import { AnswerView } from "./answer-view.tsx";
import { useAnswer } from "./use-answer.ts";

export function AskPage() {
  const say = useSay();
  const { place, go } = usePlace();
  const { show } = useShownHits();
  const [question, setQuestion] = useState(place.q);
  const { start, stop, ...asked } = useAnswer();
  useEffect(() => setQuestion(place.q), [place.q]);
  const candidates = asked.final?.candidates;
  useEffect(() => show(candidates ?? []), [candidates, show]);
  const isAsking = asked.state === "asking";
  const submit = (): void => {
    if (question.trim() === "") return;
    go({ q: question });
    start({ ...toRequest(place), query: question });
  };
  return (
    <div class="search-page ask-page">
      <form
        class="search-box"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label class="field">
          <Icon name="search" />
          <span class="unseen">{say("askLabel")}</span>
          <input
            data-main-field=""
            type="text"
            value={question}
            placeholder={say("askPlaceholder")}
            autocomplete="off"
            enterkeyhint="send"
            autofocus
            onInput={(event) => setQuestion(event.currentTarget.value)}
          />
        </label>
        {/* Keys: one button that turned into the other during a click would submit the form it stopped. */}
        {isAsking ? (
          <button key="stop" type="button" class="button strong" onClick={stop}>
            <Icon name="stop" /> {say("stop")}
          </button>
        ) : (
          <button key="ask" type="submit" class="button strong">
            {say("askButton")}
          </button>
        )}
      </form>
      <div class="search-columns">
        <Facets />
        <div class="results">
          <p role="status" aria-live="polite" class="quiet">
            {toState(asked, say)}
          </p>
          {asked.error !== null && <Failure error={asked.error} />}
          {asked.state !== "idle" && <AnswerView asked={asked} />}
          {asked.state === "idle" && (
            <div class="welcome">
              <h2>{say("askWelcome")}</h2>
              <p>{say("askHint")}</p>
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

function toState(
  asked: Omit<ReturnType<typeof useAnswer>, "start" | "stop">,
  say: ReturnType<typeof useSay>,
): string {
  if (asked.state === "asking") return say(asked.text === "" ? "reading" : "answering");
  if (asked.final !== null) return say(asked.final.refusal_reason === null ? "answered" : "refused");
  return "";
}
