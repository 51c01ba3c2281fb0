import { ApiError } from "../api.ts";
import { useSay } from "../i18n/text.ts";

export function Failure({ error }: { readonly error: unknown }) {
  const say = useSay();
  const isUnreachable = error instanceof ApiError && error.code === "unreachable";
  const message = isUnreachable ? say("unreachable") : error instanceof Error ? error.message : String(error);
  const hint = isUnreachable ? say("unreachableHint") : error instanceof ApiError ? error.hint : null;
  return (
    <div class="failure" role="alert">
      <p>{message}</p>
      {hint !== null && <p class="quiet">{hint}</p>}
    </div>
  );
}
