import { toShown } from "../../robustness/support/harness.mjs";

const SOURCE = "notes";
/** How made documents are named, each version by a name of its own. */
const MADE_TITLE = "Log q";

/**
 * What must hold of every answer, whoever gave it: it has its schema, and whatever it shows of a file stands in the
 * version that was confirmed when it was asked for, or in one written since.
 */
export class Checks {
  /** @readonly */
  #findings;
  /** @readonly */
  #history;
  /** @readonly */
  #schemas;

  constructor({ findings, history, schemas }) {
    this.#findings = findings;
    this.#history = history;
    this.#schemas = schemas;
  }

  /** The value; null, and a failure, when it is not of its schema. */
  parse(label, name, value) {
    const { success, error } = this.#schemas[name].safeParse(value);
    this.#findings.check(success, () => `${label}: not ${name}: ${toShown(String(error), 400)}`);
    return success ? value : null;
  }

  search(label, value, { query, mode, mark }) {
    const response = this.parse(label, "search_response.v1", value);
    if (response === null) return null;
    const { hits, returned } = response;
    this.#findings.check(
      response.query === query && response.mode === mode && returned === hits.length,
      () =>
        `${label}: answers ${toShown(response.query)} in ${response.mode}, ${returned} of ${hits.length} hits`,
    );
    for (const hit of hits) this.#hit(label, hit, mark);
    return response;
  }

  /** The chunk's id is that of its text: either it is the text of the hit, or the file has changed since. */
  chunk(label, { status, value }, { hit, mark }) {
    if (status === 404) {
      const isMoving = this.#isMoving(mark, hit.doc_path);
      this.#findings.check(
        isMoving,
        () => `${label}: a hit's chunk is gone, and ${hit.doc_path} has not changed`,
      );
      return;
    }
    const fetched = this.parse(label, "fetch_result.v1", value);
    if (fetched === null) return;
    this.#findings.check(
      isIn(fetched.text, toPlain(hit.snippet)),
      () => `${label}: chunk ${hit.chunk_id} of ${hit.doc_path} has another text than its hit`,
    );
  }

  /** Lines of a file that may have changed since: then they are lines of a later version. */
  span(label, { status, value }, { hit, mark }) {
    if (hit.type === "pdf" || hit.source_id !== SOURCE) return;
    const isMoving = this.#isMoving(mark, hit.doc_path);
    if (status !== 200) {
      this.#findings.check(
        isMoving,
        () => `${label}: ${hit.citation.uri} gives ${status}, and has not changed`,
      );
      return;
    }
    const fetched = this.parse(label, "fetch_result.v1", value);
    if (fetched === null) return;
    const stands = this.#isShown(mark, hit.doc_path, fetched.text);
    this.#findings.check(
      stands && (isMoving || isIn(fetched.text, toPlain(hit.snippet))),
      () => `${label}: ${hit.citation.uri} gives ${toShown(fetched.text)}, the hit ${toShown(hit.snippet)}`,
    );
  }

  answer(label, value, { question, mark }) {
    const answer = this.parse(label, "answer.v1", value);
    if (answer === null) return;
    this.#findings.check(
      answer.question === question && (answer.answer === null) === (answer.refusal_reason !== null),
      () => `${label}: neither an answer nor a refusal of ${toShown(question)}`,
    );
    for (const hit of answer.candidates) this.#hit(label, hit, mark);
    if (answer.answer === null) return;
    this.#findings.check(answer.grounded, () => `${label}: without ground: ${toShown(answer.answer)}`);
    for (const sentence of answer.sentences.filter(({ claim }) => claim))
      this.#sentence(label, sentence, { sources: answer.sources, mark });
  }

  /** Extractive: every sentence stands in a text it cites. */
  #sentence(label, { text, citations }, { sources, mark }) {
    // A piece of code stands between fences that are not its own.
    const said = text.replace(/\s*\[\d+\]/g, "").replace(/^`{3,}.*$/gm, "");
    const paths = sources.filter(({ number }) => citations.includes(number)).map((each) => each.doc_path);
    const stands = paths.some(
      (path) =>
        path.endsWith(".pdf") ||
        this.#isShown(mark, path, said) ||
        (this.#history.latest(path) === undefined && this.#history.hasNote(said)),
    );
    this.#findings.check(stands, () => `${label}: no version of ${paths} says ${toShown(said, 300)}`);
  }

  #hit(label, hit, mark) {
    if (hit.type === "pdf") return;
    const snippet = toPlain(hit.snippet);
    if (hit.source_id !== SOURCE) {
      this.#findings.check(
        this.#history.hasNote(snippet),
        () => `${label}: no note says ${toShown(snippet, 240)}`,
      );
      return;
    }
    this.#findings.check(
      this.#isShown(mark, hit.doc_path, snippet),
      () => `${label}: no version of ${hit.doc_path} that may be shown holds ${toShown(snippet, 240)}`,
    );
    if (!hit.title.startsWith(MADE_TITLE)) return;
    // The title names the version: a hit with the text of another one would be torn.
    const own = this.#history
      .since(mark, hit.doc_path)
      .filter((version) => version?.includes(`title: ${hit.title}\n`));
    this.#findings.check(
      own.some((version) => isIn(version, snippet)),
      () => `${label}: torn: "${hit.title}" of ${hit.doc_path} with ${toShown(snippet, 240)}`,
    );
  }

  /** Does a text stand in a version of the file that may be shown? */
  #isShown(mark, path, text) {
    return this.#history.since(mark, path).some((version) => version !== null && isIn(version, text));
  }

  #isMoving(mark, path) {
    return this.#history.since(mark, path).length > 1;
  }
}

function isIn(text, part) {
  return collapse(text).includes(collapse(part));
}

function collapse(text) {
  return text.replace(/\s+/g, " ").trim();
}

function toPlain(snippet) {
  return snippet.replace(/<\/?mark>/g, "");
}
