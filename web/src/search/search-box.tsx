import { useEffect, useRef, useState } from "preact/hooks";
import { useSay } from "../i18n/text.ts";
import { MODES, usePlace } from "../place.ts";
import { Icon } from "../ui/icon.tsx";
import { isComposing } from "../ui/keys.ts";

/** A half-typed syllable is no word yet; a whole one is searched when its writer rests this long on it. */
const COMPOSING_PAUSE_MS = 250;
const LONE_LETTER = /[\u1100-\u11ff\u3130-\u318f]$/u;

/** `onKey` gets the keys that move through the hits; never one that belongs to a composition. */
export function SearchBox({ onKey }: { readonly onKey: (event: KeyboardEvent) => void }) {
  const say = useSay();
  const { place, go } = usePlace();
  const [text, setText] = useState(place.q);
  const isEditing = useRef(false);
  const composing = useRef(false);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!composing.current) setText(place.q);
  }, [place.q]);
  // The first letter of an edit makes an entry in the history, the others change it.
  const edit = (q: string): void => {
    go({ q }, isEditing.current ? "replace" : "push");
    isEditing.current = true;
  };
  const finish = (): void => {
    isEditing.current = false;
  };
  return (
    <search class="search-box">
      <label class="field">
        <Icon name="search" />
        <span class="unseen">{say("searchLabel")}</span>
        <input
          data-main-field=""
          type="search"
          value={text}
          placeholder={say("searchPlaceholder")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          autofocus
          onInput={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            clearTimeout(resting.current);
            if (!composing.current) edit(value);
            else if (!LONE_LETTER.test(value)) resting.current = setTimeout(edit, COMPOSING_PAUSE_MS, value);
          }}
          onCompositionStart={() => {
            composing.current = true;
          }}
          onCompositionEnd={(event) => {
            composing.current = false;
            clearTimeout(resting.current);
            edit(event.currentTarget.value);
          }}
          onBlur={finish}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === "Enter") finish();
            onKey(event);
          }}
        />
        <span class="slash" aria-hidden="true">
          /
        </span>
      </label>
      <fieldset class="modes">
        <legend class="unseen">{say("mode")}</legend>
        {MODES.map((mode) => (
          <label key={mode} class={`mode ${mode}`} title={say(`mode-${mode}-hint`)}>
            <input
              type="radio"
              name="mode"
              value={mode}
              checked={place.mode === mode}
              onChange={() => go({ mode })}
            />
            <span>{say(`mode-${mode}`)}</span>
          </label>
        ))}
      </fieldset>
    </search>
  );
}
