import type { TextPart } from "./analyse.ts";

/** What a number in a text may mean. Null is not said: "5/21" has no year, "12" no unit. */
export type NumberReading =
  | { readonly kind: "value"; readonly value: string; readonly unit: string | null }
  | {
      readonly kind: "date";
      readonly year: number | null;
      readonly month: number | null;
      readonly day: number | null;
    }
  /** Minutes since midnight. */
  | { readonly kind: "time"; readonly minutes: number }
  | { readonly kind: "version"; readonly version: string };

export interface NumberMention extends TextPart {
  /** More than one where it cannot be told: 6시 is morning or evening. */
  readonly readings: readonly NumberReading[];
  /** "three times", "세 번". */
  readonly isWord: boolean;
}
