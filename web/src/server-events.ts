export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Server-sent events of a response; a last one that was cut off is dropped, as the standard says. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let pending = { event: "message", data: [] as string[] };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const raw of lines) {
        const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
        if (line === "") {
          if (pending.data.length > 0) yield { event: pending.event, data: pending.data.join("\n") };
          pending = { event: "message", data: [] };
        } else if (line.startsWith("event:")) pending.event = line.slice(6).trim();
        else if (line.startsWith("data:")) pending.data.push(line.slice(5).replace(/^ /, ""));
      }
    }
  } finally {
    // The reader of the events went away: so does the request.
    await reader.cancel().catch(() => undefined);
  }
}
