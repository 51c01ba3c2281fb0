import type { TrustLevel } from "../core/document.ts";

export interface FoundFile {
  /** Relative to the source, with forward slashes on every system. */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** Name of the repository it lies in. */
  readonly repo: string | null;
}

export interface SourceScan {
  /** In order of path. */
  readonly files: readonly FoundFile[];
  /** Seen and left out, with the reason. What an ignore rule or a hidden name leaves out is not listed. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Could not be looked at; nothing at or below these paths may be taken for deleted. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** What a source adds to each of its documents. */
export interface SourceSettings {
  readonly id: string;
  readonly tags: readonly string[];
  readonly trustLevel: TrustLevel;
}

export interface Source {
  readonly settings: SourceSettings;
  /** `below`: only this file or folder of it. Never leaves the source, whatever links it holds. */
  scan(options: { readonly below?: string; readonly signal?: AbortSignal }): Promise<SourceScan>;
  /** The whole content, or the reason why not. */
  read(path: string): Promise<{ readonly bytes: Uint8Array } | { readonly unreadable: string }>;
}
