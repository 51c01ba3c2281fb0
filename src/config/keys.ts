import { TRUST_LEVELS } from "../core/document.ts";
import { FUSION_NAMES } from "../core/fusion/policies.ts";
import { ANSWER_KEYS, EMBEDDINGS_KEYS } from "./model-keys.ts";

/** What a key may hold. `about` is one line for people; it ends in the config file as a comment. */
export type Key = { readonly about: string } & (
  | { readonly kind: "integer"; readonly default: number; readonly min: number; readonly max: number }
  | { readonly kind: "number"; readonly default: number; readonly min: number }
  | { readonly kind: "boolean"; readonly default: boolean }
  | { readonly kind: "enum"; readonly default: string; readonly choices: readonly string[] }
  | { readonly kind: "list"; readonly default: readonly string[] }
  /** `shape` says in words what `pattern` demands. A null default is found out at load time. */
  | {
      readonly kind: "string";
      readonly default: string | null;
      readonly pattern?: RegExp;
      readonly shape?: string;
      /** An empty text is a value, too. */
      readonly mayBeEmpty?: true;
      /** Never shown. */
      readonly isSecret?: true;
      /** Text goes there: a project's file, which may come with somebody's repository, names this machine alone. */
      readonly isAddress?: true;
    }
  | { readonly kind: "path"; readonly default: null; readonly example: string }
);

export type KeyTable = Readonly<Record<string, Key>>;

/** kebab's own notes live in the source of this name. */
export const RESERVED_SOURCE_ID = "library";

const WEIGHT = { kind: "number", default: 1, min: 0 } as const;

/** Every key of the file except the sources, under the names users write. */
export const SECTIONS = {
  search: {
    default_top: {
      kind: "integer",
      default: 10,
      min: 1,
      max: 1000,
      about: "Hits shown when --top is not given",
    },
    snippet_chars: {
      kind: "integer",
      default: 220,
      min: 40,
      max: 2000,
      about: "Length of a snippet in characters",
    },
    default_mode: {
      kind: "enum",
      default: "hybrid",
      choices: ["lexical", "vector", "hybrid"],
      about: "Which retrievers run when --mode is not given",
    },
    rrf_k: {
      kind: "integer",
      default: 60,
      min: 1,
      max: 10_000,
      about: "The k of Reciprocal Rank Fusion: the larger, the less the first ranks stand out",
    },
    candidate_multiplier: {
      kind: "integer",
      default: 3,
      min: 1,
      max: 100,
      about: "A hybrid search asks each side for this many times --top, and for 50 at least",
    },
    hybrid_fusion: {
      kind: "enum",
      default: "rrf",
      choices: FUSION_NAMES,
      about: "How the keyword and the meaning list become one",
    },
    lexical_weight: { ...WEIGHT, about: "Weight of the keyword list, where the fusion has weights" },
    vector_weight: { ...WEIGHT, about: "Weight of the meaning list, where the fusion has weights" },
    heading_weight: { ...WEIGHT, default: 2, about: "BM25 weight of words in headings" },
    text_weight: { ...WEIGHT, about: "BM25 weight of words in the text" },
    cjk_weight: { ...WEIGHT, about: "BM25 weight of Korean, Chinese and Japanese character pairs" },
    identifier_weight: {
      ...WEIGHT,
      about: "BM25 weight of the parts of identifiers such as parseHttpHeader",
    },
  },
  chunk: {
    target_tokens: {
      kind: "integer",
      default: 400,
      min: 50,
      max: 4000,
      about: "Size a chunk aims at, in tokens",
    },
    overlap_tokens: {
      kind: "integer",
      default: 0,
      min: 0,
      max: 2000,
      about: "Tokens a chunk repeats of the one before, at most half of target_tokens",
    },
  },
  ingest: {
    max_file_bytes: {
      kind: "integer",
      default: 20_000_000,
      min: 1,
      // V8 cannot hold a string much longer than 536 million characters.
      max: 500_000_000,
      about: "Larger files are skipped and reported",
    },
    workers: {
      kind: "integer",
      default: 0,
      min: 0,
      max: 64,
      about: "Files parsed at once; 0 decides by processor cores",
    },
    file_timeout_ms: {
      kind: "integer",
      default: 60_000,
      min: 1,
      max: 3_600_000,
      about: "A file that takes longer to parse is given up and reported, in milliseconds",
    },
    follow_gitignore: { kind: "boolean", default: true, about: "Skip what .gitignore files name" },
  },
  embeddings: EMBEDDINGS_KEYS,
  answer: ANSWER_KEYS,
  storage: {
    vector_store: {
      kind: "enum",
      default: "sqlite-vec",
      choices: ["sqlite-vec", "lancedb"],
      about: "Where vectors lie: in the index file, or in a LanceDB folder beside it",
    },
    data_dir: {
      kind: "path",
      default: null,
      example: "path/to/folder",
      about: "Folder of the index; by default .kebab/data in a project, else the system's data folder",
    },
  },
  serve: {
    port: {
      kind: "integer",
      default: 7711,
      min: 0,
      max: 65_535,
      about: "Port of `kebab serve`; 0 takes any that is free",
    },
    host: {
      kind: "string",
      default: "127.0.0.1",
      pattern: /^[\w.:-]+$/,
      shape: "a host name or an IP address, such as 127.0.0.1",
      isAddress: true,
      about:
        "Address `kebab serve` listens on; any other than this machine's own asks every call for the token",
    },
    token: {
      kind: "string",
      default: "",
      mayBeEmpty: true,
      pattern: /^[\x21-\x7e]{16,256}$/,
      shape: "16 to 256 letters, digits and signs without blanks",
      isSecret: true,
      about:
        "What callers of `kebab serve` prove themselves with; made at random unless given, best as KEBAB_SERVE_TOKEN",
    },
  },
} as const satisfies Readonly<Record<string, KeyTable>>;

/** The keys of one [[sources]] table. */
export const SOURCE_KEYS = {
  id: {
    kind: "string",
    default: null,
    pattern: /^[a-z0-9][a-z0-9_-]*$/,
    shape: "small letters a-z, digits, - and _, starting with a letter or digit",
    about: "Short name, shown in results; by default made from the folder's name",
  },
  path: { kind: "path", default: null, example: "notes", about: "Folder to index; ~ is your home folder" },
  tags: { kind: "list", default: [], about: "Tags that every document of the source gets" },
  trust_level: {
    kind: "enum",
    default: "primary",
    choices: TRUST_LEVELS,
    about: "How far to trust documents that do not say so themselves",
  },
  include: { kind: "list", default: [], about: "Globs; when given, only files that match one are indexed" },
  exclude: { kind: "list", default: [], about: "Globs of files that are left out" },
} as const satisfies KeyTable;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type ValueOf<K extends Key> = K extends { kind: "integer" | "number" }
  ? number
  : K extends { kind: "boolean" }
    ? boolean
    : K extends { kind: "enum" }
      ? K["choices"][number]
      : K extends { kind: "list" }
        ? readonly string[]
        : string;

type Values<Table extends KeyTable> = {
  readonly [Name in keyof Table & string as Camel<Name>]: ValueOf<Table[Name]>;
};

export type SectionName = keyof typeof SECTIONS;
export type SourceConfig = Values<typeof SOURCE_KEYS>;

/** Paths are absolute; everything is checked and frozen. */
export type Config = { readonly [Section in SectionName]: Values<(typeof SECTIONS)[Section]> } & {
  readonly sources: readonly SourceConfig[];
};

/** "search.default_top" and its like. */
export type ConfigKey = {
  [Section in SectionName]: `${Section}.${keyof (typeof SECTIONS)[Section] & string}`;
}[SectionName];

/** default_top → defaultTop */
export function toProperty(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export interface KeyEntry {
  readonly id: ConfigKey;
  readonly section: SectionName;
  readonly name: string;
  readonly key: Key;
}

export const KEY_ENTRIES: readonly KeyEntry[] = Object.entries<KeyTable>(SECTIONS).flatMap(
  ([section, table]) =>
    Object.entries(table).map(([name, key]) => ({
      id: `${section}.${name}` as ConfigKey,
      section: section as SectionName,
      name,
      key,
    })),
);
