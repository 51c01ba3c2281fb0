import type { StreamLine } from "../stream-lines.ts";

export interface ServerSentEvent {
  /** "message" unless the server names another. */
  readonly name: string;
  readonly data: string;
  /** False when the stream ended before the blank line that ends an event. */
  readonly isComplete: boolean;
}

/**
 * Events by the standard: `data` lines of one event joined by LF, one space after the colon dropped, lines that begin
 * with a colon ignored, an event without data not an event. Against it, an event that the end of the stream cut short
 * is handed on and marked: some servers leave out the last blank line.
 */
export async function* readServerSentEvents(
  lines: AsyncIterable<StreamLine>,
): AsyncGenerator<ServerSentEvent> {
  let name = "";
  let data: string[] = [];
  const toEvent = (isComplete: boolean): ServerSentEvent => ({
    name: name === "" ? "message" : name,
    data: data.join("\n"),
    isComplete,
  });
  for await (const { text } of lines) {
    if (text === "") {
      if (data.length > 0) yield toEvent(true);
      name = "";
      data = [];
      continue;
    }
    const colon = text.indexOf(":");
    const field = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? "" : text.slice(text[colon + 1] === " " ? colon + 2 : colon + 1);
    if (field === "data") data.push(value);
    else if (field === "event") name = value;
  }
  if (data.length > 0) yield toEvent(false);
}
