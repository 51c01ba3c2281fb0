/** What happens during a run, as it happens. */
export type IngestProgress =
  | {
      readonly kind: "scan-finished";
      readonly source: string;
      readonly files: number;
      readonly changed: number;
    }
  | { readonly kind: "file-stored"; readonly source: string; readonly path: string; readonly chunks: number }
  | { readonly kind: "chunks-embedded"; readonly done: number; readonly total: number }
  | { readonly kind: "file-unchanged"; readonly source: string; readonly path: string }
  | { readonly kind: "file-removed"; readonly source: string; readonly path: string }
  | {
      readonly kind: "file-failed" | "file-skipped";
      readonly source: string;
      readonly path: string;
      readonly reason: string;
    };

export interface ReportLine {
  readonly source: string;
  readonly path: string;
  readonly reason: string;
}

export interface IngestReport {
  readonly files: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly renamed: number;
  readonly removed: number;
  readonly failed: readonly ReportLine[];
  readonly skipped: readonly ReportLine[];
  /** Indexed, but with something to say: broken frontmatter, pages without text. */
  readonly notices: readonly ReportLine[];
  readonly chunks: { readonly added: number; readonly kept: number; readonly removed: number };
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly dryRun: boolean;
}

/** Counts while a run goes on. */
export class ReportDraft {
  files = 0;
  added = 0;
  updated = 0;
  unchanged = 0;
  renamed = 0;
  removed = 0;
  readonly failed: ReportLine[] = [];
  readonly skipped: ReportLine[] = [];
  readonly notices: ReportLine[] = [];
  readonly chunks = { added: 0, kept: 0, removed: 0 };

  finish(end: { durationMs: number; interrupted: boolean; dryRun: boolean }): IngestReport {
    const byPath = (a: ReportLine, b: ReportLine): number =>
      a.source.localeCompare(b.source, "en") || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
    const { files, added, updated, unchanged, renamed, removed, chunks } = this;
    const lines = {
      failed: this.failed.sort(byPath),
      skipped: this.skipped.sort(byPath),
      notices: this.notices.sort(byPath),
    };
    return { files, added, updated, unchanged, renamed, removed, ...lines, chunks, ...end };
  }
}
