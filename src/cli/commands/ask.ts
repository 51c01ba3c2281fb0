import { KebabError } from "../../core/errors.ts";
import type { Answer, AnswerEvent } from "../../wire/answer.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { renderEnd, renderExplain, renderUnsupported } from "../output/answer-text.ts";
import { toPrintable } from "../output/style.ts";
import { type FilterFlags, type ModeFlags, parseChoice } from "../parse-flags.ts";
import { parseSearchOptions } from "./search.ts";

export interface AskFlags extends FilterFlags, ModeFlags {
  readonly top?: string;
  readonly threshold?: string;
  readonly minScore?: string;
  readonly explain?: boolean;
  readonly multiHop?: boolean;
  readonly provider?: string;
  readonly model?: string;
  readonly events?: boolean;
}

const PROVIDERS = ["extractive", "ollama", "openai"] as const;

interface Printed {
  answer: Answer | null;
  /** Something of the answer stands on the screen. */
  hasText: boolean;
  /** Blanks that are printed when more text follows. */
  blanks: string;
}

export async function runAsk(context: Context, flags: AskFlags, words: readonly string[]): Promise<number> {
  const question = words.join(" ");
  if (question.trim() === "") {
    throw new KebabError("usage", "Cannot answer: there is no question", {
      hint: 'Ask in a few words, as in `kebab ask "how do we roll back?"`; put -- before words that begin with a dash',
    });
  }
  const provider = flags.provider === undefined ? null : parseChoice("--provider", flags.provider, PROVIDERS);
  const signal = context.terminal.interruptSignal();
  const options = {
    ...(await parseSearchOptions(flags)),
    multiHop: flags.multiHop ?? false,
    signal,
    ...(provider === null ? {} : { provider }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
  };
  const printed: Printed = { answer: null, hasText: false, blanks: "" };
  await using kebab = await context.openKebab();
  try {
    for await (const event of kebab.askStream(question, options)) print(context, flags, event, printed);
  } catch (error) {
    // A failure after some words: they and their sources come first, the error is told after them.
    if (printed.answer !== null && printed.answer.answer !== null)
      finish(context, flags, printed.answer, printed);
    throw error;
  }
  const { answer } = printed;
  if (answer === null)
    throw new KebabError("internal", "Cannot answer: the stream ended without its last event");
  finish(context, flags, answer, printed);
  if (answer.refusal_reason === null) return EXIT.done;
  return answer.refusal_reason === "stream_aborted" ? EXIT.interrupted : EXIT.nothing;
}

function print(context: Context, flags: AskFlags, event: AnswerEvent, printed: Printed): void {
  if (event.kind === "final") printed.answer = event.answer;
  if (flags.events === true) context.printJson(event);
  else if (event.kind === "text" && context.flags.json !== true) {
    const text = printed.blanks + toPrintable(event.text);
    const shown = text.trimEnd();
    printed.blanks = text.slice(shown.length);
    printed.hasText ||= shown !== "";
    context.terminal.out(shown);
  }
}

/** What remains to be said once the stream has ended or broken. With --events the final event has said it. */
function finish(context: Context, flags: AskFlags, answer: Answer, { hasText }: Printed): void {
  const warn = (text: string): void => context.say(context.errorStyle.yellow(toPrintable(text)));
  if (context.flags.json === true && flags.events !== true) context.printJson(answer);
  if (context.flags.json !== true && flags.events !== true) {
    context.terminal.out(renderEnd(answer, { hasText, style: context.style }));
    if (answer.explain !== undefined) {
      context.terminal.out(renderExplain(answer, answer.explain, context.style));
    }
    if (answer.answer !== null && answer.message !== null) warn(answer.message);
    for (const line of renderUnsupported(answer)) warn(line);
  }
  for (const warning of answer.warnings) warn(`warning: ${warning}`);
}
