import { useEffect, useRef } from "preact/hooks";
import { type TextKey, useSay } from "../i18n/text.ts";

const KEYS: readonly (readonly [string, TextKey])[] = [
  ["/", "keyFocus"],
  ["↑ ↓", "keyMove"],
  ["Enter", "keyOpen"],
  ["Esc", "keyClose"],
  ["[ ]", "keyNeighbour"],
  ["?", "keyHelp"],
];

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title">{say("keys")}</h2>
      <dl>
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(text)}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" class="button">
          {say("close")}
        </button>
      </form>
    </dialog>
  );
}
