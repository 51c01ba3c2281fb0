import { useEffect, useState } from "preact/hooks";
import { useSay } from "../i18n/text.ts";
import { Icon } from "./icon.tsx";

const SHOWN_MS = 1500;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const say = useSay();
  const [state, setState] = useState<"" | "copied" | "notCopied">("");
  useEffect(() => {
    if (state === "") return;
    const timer = setTimeout(setState, SHOWN_MS, "");
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("notCopied"),
    );
  };
  return (
    <button type="button" class="button plain" onClick={copy}>
      <Icon name={state === "copied" ? "check" : "copy"} />{" "}
      <span aria-live="polite">{state === "" ? label : say(state)}</span>
    </button>
  );
}
