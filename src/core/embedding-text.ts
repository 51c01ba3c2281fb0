/** Raise it when this file's output changes. */
const EMBEDDING_TEXT_VERSION = "1";

/** The version under which vectors are stored: that of the model, and that of the texts it was given. */
export function toStoredVersion(modelVersion: string): string {
  return `${modelVersion}.${EMBEDDING_TEXT_VERSION}`;
}

/**
 * What a model is given of a chunk: where it stands, then what it says. A section that says
 * "run it twice" means nothing without the names above it.
 */
export function toEmbeddingText(chunk: {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
}): string {
  const start = chunk.text.slice(0, LONGEST_HEADING);
  const names = [...new Set([chunk.title, ...chunk.headingPath])].filter(
    // A section's chunk often begins with its own heading: once is enough.
    (name) => name !== "" && !start.includes(name),
  );
  return names.length === 0 ? chunk.text : `${names.join(" › ")}\n\n${chunk.text}`;
}

const LONGEST_HEADING = 400;
