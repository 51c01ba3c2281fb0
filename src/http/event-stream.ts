/** One message of a stream of server-sent events. */
export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

/** A line now and then: a reader that has gone away is noticed, and nothing on the way takes silence for an end. */
const SILENCE_MS = 15_000;

/**
 * As text/event-stream, as fast as it is read. When the reader goes away the events are asked to end; `gone` tells so
 * of one that went before reading anything.
 */
export function toEventStream(
  events: AsyncIterable<ServerEvent>,
  options: {
    readonly toError: (error: unknown) => ServerEvent;
    readonly gone: AbortSignal;
    readonly onEnd?: () => void;
  },
): Response {
  const { toError, gone, onEnd } = options;
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearInterval(heartbeat);
    gone.removeEventListener("abort", leave);
    onEnd?.();
  };
  const leave = (): void => {
    end();
    // Nobody is left to be told how it ended.
    void iterator.return?.().catch(() => undefined);
  };
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(": still here\n\n"));
      }, SILENCE_MS);
      heartbeat.unref();
    },
    async pull(controller) {
      const next = await iterator.next().catch((error: unknown) => ({ failed: error }));
      const message = "failed" in next ? toError(next.failed) : next.done === true ? null : next.value;
      if (message !== null) controller.enqueue(encoder.encode(toText(message)));
      if (!("failed" in next) && message !== null) return;
      end();
      controller.close();
    },
    cancel: leave,
  });
  if (gone.aborted) leave();
  else gone.addEventListener("abort", leave, { once: true });
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" },
  });
}

/** JSON has no line breaks of its own, which would end the message. */
function toText({ event, data }: ServerEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Whether one JSON value is asked for in place of a stream. */
export function wantsJson(request: Request): boolean {
  const accepted = (request.headers.get("accept") ?? "").toLowerCase();
  return accepted.includes("application/json") && !accepted.includes("text/event-stream");
}
