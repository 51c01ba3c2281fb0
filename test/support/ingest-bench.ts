import { createFormats } from "../../src/app/formats.ts";
import { createInlinePreparer } from "../../src/app/inline-preparer.ts";
import { parseQuery } from "../../src/core/query.ts";
import { type Format, findFormat, toPipeline } from "../../src/ingest/prepare.ts";
import type { IngestReport } from "../../src/ingest/report.ts";
import { type IngestOptions, runIngest } from "../../src/ingest/run-ingest.ts";
import type { LexicalIndex } from "../../src/ports/lexical-index.ts";
import type { Preparer } from "../../src/ports/preparer.ts";
import type { Source } from "../../src/ports/source.ts";
import { createFsSource, type FsSourceOptions } from "../../src/sources/fs/fs-source.ts";
import type { Database } from "../../src/stores/sqlite/database.ts";
import { openForWriting } from "../../src/stores/sqlite/open-sqlite.ts";
import { checkLexicalIndex, SqliteDocumentReader } from "../../src/stores/sqlite/sqlite-document-reader.ts";
import { SqliteDocumentWriter } from "../../src/stores/sqlite/sqlite-document-writer.ts";
import { createSqliteLexicalIndex } from "../../src/stores/sqlite/sqlite-lexical-index.ts";
import { TemporaryFolder } from "./temporary-folder.ts";

const OPTIONS = { targetTokens: 400, overlapTokens: 0 };

export interface BenchOptions extends Partial<Omit<IngestOptions, "sources" | "writer">> {
  readonly sources?: IngestOptions["sources"];
  readonly formats?: readonly Format[];
  readonly chunkOptions?: typeof OPTIONS;
}

/** A folder of files, a database, and runs of the real ingest between them, in this thread. */
export class IngestBench implements Disposable {
  readonly folder = new TemporaryFolder();
  readonly database: Database = openForWriting(":memory:");
  readonly writer = new SqliteDocumentWriter(this.database, () => this.now());
  readonly reader = new SqliteDocumentReader(this.database);
  readonly formats = createFormats();
  /** The store's clock. */
  now: () => number = Date.now;

  source(id = "notes", options: Partial<FsSourceOptions> = {}): Source {
    const limits = { include: [], exclude: [], maxFileBytes: 1_000_000, followGitignore: true };
    return createFsSource(
      { id, tags: [], trustLevel: "primary" },
      { root: this.folder.path, ...limits, ...options },
    );
  }

  preparer(sources: readonly Source[], { formats, chunkOptions }: BenchOptions = {}): Preparer {
    return createInlinePreparer({
      formats: formats ?? this.formats,
      options: chunkOptions ?? OPTIONS,
      sources: new Map(sources.map((source) => [source.settings.id, source])),
    });
  }

  async run(options: BenchOptions = {}): Promise<IngestReport> {
    const {
      sources = [{ source: this.source() }],
      formats = this.formats,
      chunkOptions = OPTIONS,
      ...rest
    } = options;
    return runIngest({
      sources,
      writer: this.writer,
      preparer: this.preparer(
        sources.map(({ source }) => source),
        { formats, chunkOptions },
      ),
      pipelineOf: (path, source) => toPipeline(findFormat(formats, path), chunkOptions, source),
      force: false,
      dryRun: false,
      ...rest,
    });
  }

  lexicalIndex(): LexicalIndex {
    return createSqliteLexicalIndex(this.database, { heading: 1, text: 1, cjk: 1, identifiers: 1 });
  }

  /** The paths found, each once, in order of path. */
  async find(query: string): Promise<string[]> {
    const ranked = await this.lexicalIndex().search(parseQuery(query), { limit: 100, filter: {} });
    const chunks = await this.reader.chunks(ranked.map(({ chunkId }) => chunkId));
    return [...new Set(chunks.map((chunk) => chunk.document.path))].sort();
  }

  /** Path → document id. */
  async ids(): Promise<Record<string, string>> {
    const documents = await this.reader.documents({}, { limit: 1000, offset: 0 });
    return Object.fromEntries(documents.map(({ path, id }) => [path, id]));
  }

  /** All rows of what ingest writes; two equal dumps are the same index. */
  dump(): unknown {
    const tables = [
      "sources",
      "documents",
      "chunks",
      "document_tags",
      "set_aside",
      "ingest_runs",
      "chunks_fts_docsize",
    ];
    return tables.map((name) => [name, this.database.all(`select * from ${name}`)]);
  }

  async problems(): Promise<string[]> {
    return [...(await this.reader.check()), ...checkLexicalIndex(this.database)];
  }

  [Symbol.dispose](): void {
    this.database[Symbol.dispose]();
    this.folder[Symbol.dispose]();
  }
}
