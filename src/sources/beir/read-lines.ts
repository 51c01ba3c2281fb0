/**
 * Lines without their ends, the last one also when nothing follows it. Only \n and \r\n end a
 * line: node:readline also breaks at U+2028, which may stand bare inside a JSON string.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unfinished = "";
  for await (const chunk of chunks) {
    // Only the new piece is searched, so that a line of many megabytes stays cheap.
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    unfinished += first;
    for (const next of others) {
      yield withoutReturn(unfinished);
      unfinished = next;
    }
  }
  unfinished += decoder.decode();
  if (unfinished !== "") yield withoutReturn(unfinished);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
