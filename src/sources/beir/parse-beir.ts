export interface BeirDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface BeirQuery {
  readonly id: string;
  readonly text: string;
}

export interface BeirJudgment {
  readonly queryId: string;
  readonly documentId: string;
  readonly grade: number;
}

/** What is wrong with one line; the reader knows which. */
export class MalformedLine extends Error {}

export function parseDocumentLine(line: string): BeirDocument {
  const record = parseRecord(line);
  const title = record["title"] ?? "";
  if (typeof title !== "string") throw new MalformedLine(`"title" is not a string`);
  return { id: toRecordId(record), title, text: toRecordText(record) };
}

export function parseQueryLine(line: string): BeirQuery {
  const record = parseRecord(line);
  return { id: toRecordId(record), text: toRecordText(record) };
}

/** BEIR's three columns (query, document, grade), or the four of TREC (query, iteration, document, grade). */
export function parseJudgmentLine(line: string): BeirJudgment {
  const columns = toColumns(line);
  if (columns.length !== 3 && columns.length !== 4) {
    throw new MalformedLine(`${columns.length} columns where 3 (query, document, grade) or 4 (TREC) belong`);
  }
  const queryId = columns[0];
  const documentId = columns.at(-2);
  if (!queryId || !documentId) throw new MalformedLine("an id is empty");
  const grade = toGrade(columns);
  if (grade === null) throw new MalformedLine(`grade "${columns.at(-1)}" is not a number`);
  return { queryId, documentId, grade };
}

/** A heading is told by its last column; to be asked of a file's first line only. */
export function isJudgmentHeader(line: string): boolean {
  const columns = toColumns(line);
  return columns.length >= 3 && toGrade(columns) === null;
}

/** Ids may hold spaces where tabs part the columns; TREC's own files are parted by spaces. */
function toColumns(line: string): string[] {
  return line.includes("\t") ? line.split("\t") : line.trim().split(/\s+/);
}

function toGrade(columns: readonly string[]): number | null {
  const written = columns.at(-1)?.trim() ?? "";
  const grade = Number(written);
  return written !== "" && Number.isFinite(grade) ? grade : null;
}

function parseRecord(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new MalformedLine("not JSON", { cause: error });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new MalformedLine("not a JSON object");
  }
  return value as Record<string, unknown>;
}

function toRecordId(record: Readonly<Record<string, unknown>>): string {
  const id = record["_id"];
  if (typeof id === "number") return String(id);
  if (typeof id !== "string" || id === "") throw new MalformedLine(`"_id" is missing or not a string`);
  return id;
}

function toRecordText(record: Readonly<Record<string, unknown>>): string {
  const text = record["text"];
  if (typeof text !== "string") throw new MalformedLine(`"text" is missing or not a string`);
  return text;
}
